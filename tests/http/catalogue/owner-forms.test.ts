// The owner's forms: what may be published, identical validation in browser and server, versions, papers, and the checklist of staff.
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formMessages } from '#contract/catalogue/form-messages.ts';
import { checkAnswers, fieldKinds, type ServiceForm, yearsBetween } from '#contract/catalogue/form-rules.ts';
import { ServiceFormSchema } from '#contract/catalogue/form-schema.ts';
import { dhakaDay } from '#contract/dates/dates.ts';
import { fieldMessages } from '#contract/fields/field-messages.ts';
import { asOwner } from '../../support/database.ts';
import { answersTo, anyForm, formField, formPaper, goodAnswers, wholeForm } from '../../support/forms.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  type OfferedService,
  orderBody,
  placeOrder,
  servicesByCode,
} from '../steps.ts';

const messages = { ...fieldMessages, ...formMessages };

const portal = usePortal();
let services: Record<string, OfferedService>;
let person: Person;
beforeAll(async () => {
  services = await servicesByCode(portal);
  person = await portal.customer();
  await portal.topUp(person, '50000');
});

const save = (service: OfferedService, form: unknown, by = portal.admin, seen?: number) =>
  portal.call('PUT', `/account/services/${service.id}/forms/draft/`, {
    token: by.token,
    body: { form, ...(seen === undefined ? {} : { seen }) },
  });
const publish = (service: OfferedService, form: number, by = portal.admin) =>
  portal.call('POST', `/account/services/${service.id}/forms/publish/`, { token: by.token, body: { form } });

/** @returns the version's id */
async function publishForm(service: OfferedService, form: ServiceForm): Promise<number> {
  const saved = await save(service, form);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await publish(service, saved.body.id)).status).toBe(200);
  return saved.body.id;
}

const order = (service: OfferedService, body: Record<string, unknown>, by = person) =>
  portal.call('POST', '/account/orders/', {
    token: by.token,
    body: { service: service.id, sub_type: service.sub_type[0]!.id, ...body },
  });

async function photo(by = person, bytes = createCanvas(20, 20).toBuffer('image/jpeg'), name = 'a.jpg') {
  const { body } = await portal.call('POST', '/account/order-attachments/', {
    token: by.token,
    body: { name, byte_size: bytes.length },
  });
  const form = new FormData();
  form.set('offset', '0');
  form.set('file', new Blob([bytes as BlobPart]), 'part');
  await portal.call('PATCH', `/account/order-attachments/${body.id}/`, { token: by.token, form });
  await portal.call('POST', `/account/order-attachments/${body.id}/finish/`, { token: by.token });
  return body.id as number;
}
const pdf = () => photo(person, Buffer.from('%PDF-1.7 ...'), 'a.pdf');

describe('a form', () => {
  it('is built only by owners, as a draft that orders do not use until it is published', async () => {
    const { AB } = services as { AB: OfferedService };
    const operator = await makeStaff(portal, 'operator');
    for (const by of [operator, person]) expectRefusal(await save(AB, wholeForm, by), 'not_allowed');
    expectRefusal(await save(services.AF!, wholeForm), 'auto_service_has_none');
    const { body: draft } = await save(AB, wholeForm);
    expect(draft).toMatchObject({ state: 'draft', number: 1, is_current: false, form: wholeForm });
    const unseen = await portal.call('GET', `/account/service-forms/${draft.id}/`, { token: person.token });
    expectRefusal(unseen, 'not_found');
    expect((await placeOrder(portal, person, AB)).form).toBeUndefined();
    expectRefusal(await publish(services.AC!, draft.id), 'record_changed');
    const { body: versions } = await publish(AB, draft.id);
    expect(versions.results).toMatchObject([{ id: draft.id, state: 'published', is_current: true }]);
    const current = await portal.call('GET', `/account/services/${AB.id}/form/`, { token: person.token });
    expect(current.body).toEqual({ id: draft.id, form: wholeForm });
    const listed = await portal.call('GET', '/account/services/', { token: person.token });
    const found = (code: string) => listed.body.find((one) => one.code === code)!;
    expect(found('AB').form_version).toBe(draft.id);
    expect(Object.keys(found('AC'))).not.toContain('form_version');
    await expect(
      asOwner(portal.ownerUrl, `update service_forms set definition = '{}' where id = $1`, [draft.id]),
    ).rejects.toThrow(/does not change/);
    expect((await publish(AB, 0)).body.results[0]!.is_current).toBe(false);
    expect((await placeOrder(portal, person, AB)).form).toBeUndefined();
  });

  it('is not published once a colleague has saved another draft', async () => {
    const { AD } = services as { AD: OfferedService };
    const { body: shown } = await save(AD, wholeForm);
    const { body: unseen } = await save(AD, { ...wholeForm, papers: [], checks: [] });
    expect(unseen).toMatchObject({ state: 'draft', number: shown.number });
    expectRefusal(await publish(AD, shown.id), 'record_changed');
    const current = await portal.call('GET', `/account/services/${AD.id}/form/`, { token: person.token });
    expect(current.body).toEqual({ id: null, form: null });
    expect((await publish(AD, unseen.id)).status).toBe(200);
    expect((await publish(AD, 0)).status).toBe(200);
  });

  it('is not saved over one that its writer has not seen', async () => {
    const { AM } = services as { AM: OfferedService };
    const other = await makeStaff(portal, 'owner');
    const shorter = { ...wholeForm, papers: [], checks: [] };
    const newest = async () =>
      (await portal.call('GET', `/account/services/${AM.id}/forms/`, { token: other.token })).body.results[0];
    const { body: first } = await save(AM, wholeForm, portal.admin, 0);
    const refused = await save(AM, shorter, other, 0);
    expectRefusal(refused, 'record_changed');
    expect(refused.status).toBe(409);
    expect(await newest()).toMatchObject({ id: first.id, form: wholeForm });
    // A request that names no draft has seen none: it may overwrite one's own draft, but not another person's.
    expectRefusal(await save(AM, shorter, other), 'record_changed');
    const { body: own } = await save(AM, wholeForm);
    expect(own.id).not.toBe(first.id);
    expectRefusal(await save(AM, shorter, other, first.id), 'record_changed');
    // As after a lost response: the stored draft is what was sent.
    expect((await save(AM, wholeForm, portal.admin, first.id)).body).toEqual(own);
    const { body: next } = await save(AM, shorter, other, own.id);
    expect(next).toMatchObject({ number: own.number, form: shorter });
    // A published draft counts as seen; one published since then does not.
    expect((await publish(AM, next.id)).status).toBe(200);
    const { body: later } = await save(AM, wholeForm, other, next.id);
    expect(later.number).toBe(next.number + 1);
    expect((await publish(AM, later.id, other)).status).toBe(200);
    expectRefusal(await save(AM, shorter, portal.admin, next.id), 'record_changed');
    // Of two concurrent saves, one succeeds.
    const both = await Promise.all([
      save(AM, shorter, other, later.id),
      save(AM, { ...wholeForm, papers: [] }, portal.admin, later.id),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await publish(AM, both.find(({ status }) => status === 200)!.body.id)).status).toBe(200);
    expect((await publish(AM, 0)).status).toBe(200);
  });

  it('is saved by each of six concurrent tabs of one owner', async () => {
    const { AM } = services as { AM: OfferedService };
    const saves = await Promise.all(Array.from({ length: 6 }, () => save(AM, wholeForm)));
    expect(saves.map(({ status }) => status)).toEqual(Array(6).fill(200));
    for (const { body } of saves) expect(body).toMatchObject({ state: 'draft', form: wholeForm });
  });

  it('that is invalid is refused with the reason', async () => {
    const one = (field: object) => ({ fields: [formField('a'), field], papers: [], checks: [] });
    const when = (condition: object) => one({ ...formField('b'), when: condition });
    const bad: Record<string, unknown[]> = {
      form_key: [
        one(formField('a')),
        one(formField('A')),
        one(formField('x.y')),
        one(formField('__proto__')),
        one(formField('constructor')),
      ],
      form_label: [
        one({ ...formField('b'), label: { bn: 'ক', en: '' } }),
        one({ ...formField('b'), label: 'ক' }),
      ],
      form_choices: [
        one(formField('b', { kind: 'choice' })),
        one({ ...formField('b'), choices: [{ key: 'c', label: { bn: 'ক', en: 'c' } }] }),
      ],
      form_digits: [one(formField('b', { kind: 'digits', shortest: 9, longest: 3 }))],
      form_condition: [
        when({ field: 'b', is: 'filled', value: '' }),
        when({ field: 'none', is: 'filled', value: '' }),
        when({ field: 'a', is: 'younger', value: '18' }),
        when({ field: 'a', is: 'matches', value: '.*' }),
      ],
      form_both_sides: [
        { fields: [], papers: [formPaper('p', { takes: 'photo', both_sides: true, most: 1 })], checks: [] },
      ],
      form_papers: [
        { fields: [], papers: ['p', 'q', 'r'].map((key) => formPaper(key, { most: 5 })), checks: [] },
      ],
      form_empty: [{ fields: [], papers: [], checks: [] }],
      invalid: [one({ ...formField('b'), kind: 'script' })],
      out_of_range: [{ fields: [], papers: [formPaper('p', { megabytes: 500 })], checks: [] }],
      too_many: [
        { fields: Array.from({ length: 31 }, (_, index) => formField(`f${index}`)), papers: [], checks: [] },
      ],
    };
    for (const [message, forms] of Object.entries(bad))
      for (const form of forms) {
        const { status, body } = await save(services.AC!, form);
        expect({ status, form: (body as { form?: unknown }).form }, JSON.stringify(form)).toEqual({
          status: 400,
          form: [messages[message as keyof typeof messages].bn],
        });
      }
  });

  it('of any shape is accepted or refused, never a server error', async () => {
    const mutation = fc.record({
      list: fc.constantFrom('fields', 'papers', 'checks'),
      index: fc.nat(12),
      value: fc.jsonValue(),
    });
    const mutated = fc.array(mutation, { minLength: 1, maxLength: 3 }).map((mutations) => {
      const form = structuredClone(wholeForm) as unknown as Record<string, Record<string, unknown>[]>;
      for (const { list, index, value } of mutations) {
        const items = form[list]!;
        const item = items[index % items.length]!;
        item[Object.keys(item)[index % Object.keys(item).length]!] = value;
      }
      return form;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), mutated), async (form) => {
        const { status } = await save(services.AC!, form);
        expect([200, 400]).toContain(status);
        expect(status === 200).toBe(ServiceFormSchema.safeParse(form).success);
      }),
      { numRuns: 80 },
    );
  });
});

describe('answers', () => {
  it('are validated once: a repeat gets the first response, even if its papers have been removed since', async () => {
    const { AE } = services as { AE: OfferedService };
    const form_version = await publishForm(AE, wholeForm);
    const papers = { nid: [await photo(), await photo()] };
    const place = () =>
      portal.call('POST', '/account/orders/', {
        token: person.token,
        body: { service: AE.id, sub_type: AE.sub_type[0]!.id, form_version, answers: goodAnswers, papers },
        headers: { 'Idempotency-Key': 'with-papers' },
      });
    const first = await place();
    await asOwner(portal.ownerUrl, 'delete from order_attachments where order_id = $1', [first.body.id]);
    const repeat = await place();
    expect(repeat.status, JSON.stringify(repeat.body)).toBe(201);
    expect(repeat.body.id).toBe(first.body.id);
  });

  it('are cleaned, sealed, kept with the form version they answer, and shown completely to customer and staff', async () => {
    const { AE } = services as { AE: OfferedService };
    const id = await publishForm(AE, wholeForm);
    const papers = { nid: [await photo(), await photo()] };
    const before = await balanceOf(portal, person);
    const { status, body } = await order(AE, { form_version: id, answers: goodAnswers, papers });
    expect(status, JSON.stringify(body)).toBe(201);
    const answers = {
      ...{
        purpose: 'ভিসার জন্য',
        reference: '1990123456',
        born: '1990-03-15',
        way: 'new',
        mobile: '01712345678',
      },
      ...{ applicant: 'করিম উদ্দিন', 'applicant.nid': '1990123456', income: '25000.00', married: 'yes' },
    };
    expect(body).toMatchObject({ form: { id, answers }, name: 'করিম উদ্দিন' });
    expect((await balanceOf(portal, person)).held - before.held).toBe(Number(body.charge));
    const operator = await makeStaff(portal, 'operator');
    const seen = await portal.call('GET', `/account/orders/${body.id}/`, { token: operator.token });
    expect(seen.body.form?.answers).toEqual(answers);
    const list = await portal.call('GET', '/account/orders/?page_size=100', { token: operator.token });
    expect(list.body.results.find((one) => one.id === body.id)!.form).toBeUndefined();
    const attached = await portal.call('GET', `/account/orders/${body.id}/attachments/`, {
      token: operator.token,
    });
    expect(attached.body.results.map(({ paper }) => paper)).toEqual(['nid', 'nid']);
    expect(await findInTables(portal, ['ভিসার জন্য'])).toEqual([]);

    const next = await publishForm(AE, {
      ...wholeForm,
      fields: [formField('only', { required: true })],
      papers: [],
    });
    const again = await portal.call('GET', `/account/orders/${body.id}/`, { token: person.token });
    expect(again.body.form).toEqual({ id, answers });
    const kept = await portal.call('GET', `/account/service-forms/${id}/`, { token: person.token });
    expect(kept.body.form).toEqual(wholeForm);
    expectRefusal(await order(AE, { form_version: id, answers: goodAnswers }), 'form_changed');
    expectRefusal(await order(AE, orderBody(AE)), 'form_changed');
    expect((await order(AE, { form_version: next, answers: { only: 'ক' } })).status).toBe(201);
    await publish(AE, 0);
    expectRefusal(await order(AE, { form_version: next, answers: { only: 'ক' } }), 'form_changed');
    expect((await order(AE, orderBody(AE))).status).toBe(201);
    await expectBooksRight(portal);
  });

  it('to single-line fields are kept on one line', () => {
    const kinds = ['text', 'person', 'long_text', 'address'] as const;
    const form = { fields: kinds.map((kind) => formField(kind, { kind })), papers: [], checks: [] };
    const typed = Object.fromEntries(kinds.map((kind) => [kind, 'করিম\r\nমোট ৯৯৯\u2028৯']));
    const { answers } = checkAnswers(form, typed, {}, '2026-11-27');
    expect(answers.text).toBe('করিম মোট ৯৯৯ ৯');
    expect(answers.person).toBe(answers.text);
    expect(answers.long_text).toBe(typed.long_text);
    expect(answers.address).toBe(typed.address);
  });

  it('that do not fit are refused by field, and hold no money', async () => {
    const { AK } = services as { AK: OfferedService };
    const id = await publishForm(AK, wholeForm);
    const before = await balanceOf(portal, person);
    const wrong = async (
      change: Record<string, string>,
      papers: object,
      key: string,
      message: keyof typeof messages,
    ) => {
      const { status, body } = await order(AK, {
        form_version: id,
        answers: { ...goodAnswers, ...change },
        papers,
      });
      expect(
        { status, words: (body as unknown as Record<string, unknown>)[`answers.${key}`] },
        JSON.stringify(body),
      ).toEqual({
        status: 400,
        words: [messages[message].bn],
      });
    };
    const nid = [await photo(), await photo()];
    await wrong({ purpose: ' ' }, { nid }, 'purpose', 'required');
    await wrong({ reference: '123' }, { nid }, 'reference', 'digits_count');
    await wrong({ born: '31-02-1990' }, { nid }, 'born', 'date_invalid');
    await wrong({ way: 'other' }, { nid }, 'way', 'invalid');
    await wrong({ mobile: '0171' }, { nid }, 'mobile', 'phone_invalid');
    await wrong({ 'applicant.nid': 'x' }, { nid }, 'applicant.nid', 'digits_only');
    await wrong({ income: '-5' }, { nid }, 'income', 'invalid_amount');
    await wrong({ hidden: 'x' }, { nid }, 'hidden', 'unknown_field');
    await wrong({ born: '2020-01-01' }, { nid }, 'guardian', 'required');
    await wrong({}, {}, 'nid', 'paper_required');
    await wrong({}, { nid: [nid[0]] }, 'nid', 'paper_both_sides');
    await wrong({}, { nid: [nid[0], await pdf()] }, 'nid', 'paper_photo_only');
    await wrong({ way: 'renewal' }, { nid }, 'old_licence', 'paper_required');
    await wrong({ way: 'renewal' }, { nid, old_licence: [await photo()] }, 'old_licence', 'paper_pdf_only');
    await wrong({}, { nid, other: [await pdf()] }, 'other', 'unknown_field');
    // Uploads of another person are not found.
    const stranger = await portal.customer();
    await wrong({}, { nid: [await photo(stranger), await photo(stranger)] }, 'nid', 'paper_required');
    expect(
      (await order(AK, { form_version: id, answers: goodAnswers, papers: { nid: [nid[0], nid[0]] } })).status,
    ).toBe(400);
    expect(await balanceOf(portal, person)).toEqual(before);
    expect((await order(AK, { form_version: id, answers: goodAnswers, papers: { nid } })).status).toBe(201);
  }, 60_000);

  it('to any published form are validated identically in browser and server', async () => {
    const { AL } = services as { AL: OfferedService };
    await fc.assert(
      fc.asyncProperty(
        anyForm.chain((form) =>
          fc.tuple(fc.constant(form), fc.array(answersTo(form), { minLength: 3, maxLength: 3 })),
        ),
        async ([form, tries]) => {
          const id = await publishForm(AL, form);
          for (const answers of tries) {
            const here = checkAnswers(form, answers, {}, dhakaDay(new Date()));
            const { status, body } = await order(AL, { form_version: id, answers });
            const errors = Object.keys(here.errors).sort();
            if (errors.length > 0) {
              expect(status).toBe(400);
              expect(Object.keys(body).sort()).toEqual(errors.map((key) => `answers.${key}`));
            } else {
              expect({ status, form: body.form }).toEqual({
                status: 201,
                form: { id, answers: here.answers },
              });
              // The stored answers fit the form again, unchanged.
              expect(checkAnswers(form, here.answers, {}, dhakaDay(new Date())).answers).toEqual(
                here.answers,
              );
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('count full years, and have every kind', () => {
    expect(yearsBetween('2008-11-24', '2026-11-23')).toBe(17);
    expect(yearsBetween('2008-11-24', '2026-11-24')).toBe(18);
    expect(new Set(wholeForm.fields.map(({ kind }) => kind))).toEqual(new Set(fieldKinds));
  });
});

describe('the checklist', () => {
  it('must be ticked before an order is completed, and records who ticked', async () => {
    const { AM } = services as { AM: OfferedService };
    const id = await publishForm(AM, { ...wholeForm, fields: [formField('a')], papers: [] });
    const { body: made } = await order(AM, { form_version: id, answers: { a: 'ক' } });
    const operator = await makeStaff(portal, 'operator');
    const tick = (key: string, ticked: boolean, by = operator) =>
      portal.call('PUT', `/account/orders/${made.id}/checks/`, { token: by.token, body: { key, ticked } });
    const complete = () =>
      portal.call('PATCH', `/account/orders/${made.id}/`, {
        token: operator.token,
        form: dataForm({ status: 'completed', text_content: 'হয়ে গেছে' }),
      });
    const before = await balanceOf(portal, person);
    expectRefusal(await complete(), 'checks_open');
    expect(await balanceOf(portal, person)).toEqual(before);
    expectRefusal(await tick('seen', true, person), 'not_allowed');
    expect((await tick('none', true)).status).toBe(400);
    expect((await tick('called', true)).status).toBe(200);
    expectRefusal(await complete(), 'checks_open');
    expect((await tick('seen', true)).body.results).toMatchObject([
      { key: 'called', by: { id: operator.id } },
      { key: 'seen' },
    ]);
    await tick('seen', false);
    expectRefusal(await complete(), 'checks_open');
    await tick('seen', true);
    expect((await complete()).status).toBe(200);
    expectRefusal(await tick('seen', false), 'order_state_conflict');
    const logged = await asOwner<{ kind: string; actor_id: number }>(
      portal.ownerUrl,
      `select kind, actor_id from trail where kind like 'order.check%' and object_id = $1::text order by id`,
      [made.id],
    );
    expect(logged.map(({ kind }) => kind)).toEqual(
      ['ticked', 'ticked', 'unticked', 'ticked'].map((what) => `order.check_${what}`),
    );
    await expectBooksRight(portal);
  });
});
