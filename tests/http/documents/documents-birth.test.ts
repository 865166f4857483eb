// Copies of birth registrations, from a lookup or typed, from the customer's and an outsider's side.
import { describe, expect, it } from 'vitest';
import { dateInWords } from '#contract/dates/date-words.ts';
import { birthLabels } from '#contract/documents/labels.ts';
import { birthFields, birthNationalityFields } from '#contract/documents/rules.ts';
import { readAttachment } from '#engines/rendering/inspect-pdf.ts';
import type { PrintableField } from '#engines/rendering/printable-document.ts';
import { birthRules } from '#server/documents/kinds/birth.rules.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, expectBooksRight, expectRefusal, statuses } from '../steps.ts';
import { answer, birthCalls, filledFrom, invented, keptNationalities, nfc, typed } from './birth-steps.ts';
import { expectInformationCopy, expectSameAgain, richCustomer, shapeOf } from './copy-steps.ts';

const portal = usePortal({ CAPTCHA_ANSWER: answer });
const { lookUp, create, load, change } = birthCalls(portal);

describe('a birth registration copy', () => {
  it('is made from a lookup: unchanged values count as the registry’s, changed ones as the customer’s', async () => {
    const person = await richCustomer(portal);
    const someone = invented(35);
    const found = await lookUp(person, someone.birthCertificateNo, someone.dateOfBirth);
    const form = { ...filledFrom(someone.birthCertificateNo, found.body), mother_name_en: 'Other Name' };
    const { status, body } = await create(person, form);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      message: nfc('জন্ম নিবন্ধনের তথ্য কপি তৈরি হয়েছে'),
      data: {
        id: expect.any(Number),
        file_code: expect.stringMatching(/^[\w-]{22,}$/),
        verification_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        open_path: `/new-birth-certificate/${body.data.file_code}/`,
      },
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(180);
    // Of 24 printed values the customer entered the permanent address and changed one name.
    const bytes = await expectInformationCopy(portal, person, {
      path: body.data.open_path,
      verificationCode: body.data.verification_code,
      withQr: true,
      kind: 'birth',
      provenance: { registry: 22, extracted: 0, customer: 2 },
      texts: [
        someone.nameBn,
        'Other Name',
        dateInWords(someone.dateOfBirth)!.bn,
        dateInWords(someone.dateOfBirth)!.en,
      ],
      customerFields: ['mother_name_en', 'permanent_address'],
      barcode: `AEMA-${body.data.verification_code}`,
      number: someone.birthCertificateNo,
    });
    await expectSameAgain(portal, birthRules, body.data.file_code, bytes);

    const stranger = await richCustomer(portal);
    const borrowed = await create(stranger, form);
    const verified = await portal.call('GET', `/verify-document/${borrowed.body.data.verification_code}/`);
    expect(verified.body.provenance).toEqual({ registry: 0, extracted: 0, customer: 24 });
    const tin = await portal.call('POST', '/account/extract-tin-data/', {
      token: person.token,
      body: { tin_number: someone.tin },
    });
    const mixed = await create(person, {
      ...typed,
      ...keptNationalities,
      permanent_address: tin.body.permanent_address,
      lookup_id: tin.body.lookup_id,
    });
    const { body: ofMixed } = await portal.call(
      'GET',
      `/verify-document/${mixed.body.data.verification_code}/`,
    );
    expect(ofMixed.provenance).toEqual({ registry: 0, extracted: 0, customer: 24 });
    const { results } = (await portal.call('GET', '/account/myfile/', { token: person.token })).body;
    expect(results.slice(-1)).toMatchObject([
      {
        type: 'new_birth',
        new_birth_certificate_id: body.data.id,
        nid_or_brn_number: someone.birthCertificateNo,
      },
    ]);
  });

  it.each(['AEMA', 'IRIA', 'ERRD', 'DMIQ', 'DZIH'])(
    'prints the series %s followed by the verification code in its barcode',
    async (series) => {
      const person = await richCustomer(portal);
      const link = `${portal.origin}/verify/${series}`;
      const { status, body } = await create(person, {
        ...typed,
        ...keptNationalities,
        left_bar_code: series,
        qr_link: link,
        qr_code: '',
      });
      expect(status, JSON.stringify(body)).toBe(201);
      await expectInformationCopy(portal, person, {
        path: body.data.open_path,
        verificationCode: body.data.verification_code,
        withQr: true,
        kind: 'birth',
        provenance: { registry: 0, extracted: 0, customer: 24 },
        texts: [typed.name_bn],
        barcode: `${series}-${body.data.verification_code}`,
        number: '19959700001234567',
      });
      const stored = (await load(person, body.data.id)).body;
      expect(stored).toMatchObject({ left_bar_code: series, qr_link: link });
      const printed = await portal.call('GET', `/verify-document/${series}-${body.data.verification_code}/`);
      expect(printed.body.state).toBe('genuine');
    },
  );

  it('invents no nationality, and labels office and address as the form does', async () => {
    const person = await richCustomer(portal);
    const { data } = (await create(person, typed)).body;
    const { body: stored } = await load(person, data.id);
    for (const field of birthNationalityFields) {
      expect(stored[field]).toBe('');
      expect(stored.provenance).not.toHaveProperty(field);
    }
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    const record = JSON.parse(Buffer.from((await readAttachment(pdf.bytes, 'record.json'))!).toString());
    const fields = record.sections.flatMap(({ fields }: { fields: PrintableField[] }) => fields);
    const printed = Object.fromEntries(fields.map((field: PrintableField) => [field.key, field]));
    expect(printed).not.toHaveProperty('father_nationality_bn');
    for (const field of [
      'register_office_address',
      'location_of_registration_office',
      'upazila_zila',
    ] as const)
      expect(printed[field]).toMatchObject({ value: nfc(typed[field]), label: birthLabels[field] });
    expect(printed.register_office_address.label.bn).toBe('নিবন্ধন কার্যালয়');
    expect(printed.gender).toMatchObject({ value: nfc('নারী'), english: 'Female' });
    expect(printed.date_of_birth).toMatchObject({ value: nfc('১৫ মার্চ ১৯৯৫'), english: '15 March 1995' });
  });

  it('prints a nationality in the language of its field, regardless of its spelling', async () => {
    const person = await richCustomer(portal);
    const spelled = { ...keptNationalities, father_nationality_en: 'বাংলাদেশি' };
    const { data } = (await create(person, { ...typed, ...spelled })).body;
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    const record = JSON.parse(Buffer.from((await readAttachment(pdf.bytes, 'record.json'))!).toString());
    const fields: PrintableField[] = record.sections.flatMap(
      ({ fields }: { fields: PrintableField[] }) => fields,
    );
    for (const field of birthNationalityFields) {
      const { value, english } = fields.find(({ key }) => key === field)!;
      expect([value, english], field).toEqual([
        field.endsWith('_en') ? 'Bangladeshi' : nfc('বাংলাদেশী'),
        undefined,
      ]);
    }
  });

  it('refuses a link that does not lead to the portal, in every disguise', async () => {
    const person = await richCustomer(portal);
    const { host } = new URL(portal.origin);
    for (const qr_link of [
      'https://example.org/verify/AEMA',
      `https://${host}.example.org/verify/AEMA`,
      `http://${host}@example.org/verify/AEMA`,
      `http://user@${host}/verify/AEMA`,
      `${portal.origin}.example.org/`,
      '//example.org/verify/AEMA',
      '/verify/AEMA',
      'javascript:alert(1)',
      'data:text/html,x',
      `http:\\\\${host}\\verify`,
      'http://127.0.0.1:1/verify/AEMA',
      'nonsense',
    ])
      expectRefusal(await create(person, { ...typed, qr_link }), 'foreign_link');
    expectRefusal(await create(person, { ...typed, qr_code: 'https://example.org/x' }), 'foreign_link');
    expectRefusal(await create(person, { ...typed, permanent_address: 'www.example.org' }), 'foreign_link');
    expect((await create(person, { ...typed, left_bar_code: 'GOVT' })).body).toEqual({
      left_bar_code: [nfc('বারকোডের সিরিজ AEMA, IRIA, ERRD, DMIQ বা DZIH হতে হবে')],
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
  });

  it.each(Object.keys(typed))('refuses an empty %s with one text', async (field) => {
    const person = await portal.customer();
    for (const empty of ['', undefined])
      expect(shapeOf(await create(person, { ...typed, [field]: empty }))).toEqual({
        status: 400,
        body: { [field]: ['এই ঘরটি পূরণ করুন'] },
      });
  });

  it('charges once for 16 requests with one key, and refuses without money or on a closed wallet', async () => {
    const person = await richCustomer(portal);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => create(person, typed, { 'Idempotency-Key': 'one-birth' })),
    );
    expect(statuses(answers)).toEqual({ 201: 16 });
    expect(new Set(answers.map(({ body }) => body.data.file_code)).size).toBe(1);
    expect((await balanceOf(portal, person)).current_balance).toBe(180);
    const poor = await richCustomer(portal, '19.99');
    const refused = await create(poor, typed);
    expectRefusal(refused, 'insufficient_balance');
    expect(refused.body).toMatchObject({ balance: 19.99, needed: '20.00', short: '0.01' });
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [poor.id]);
    expectRefusal(await create(poor, typed), 'wallet_inactive');
    await expectBooksRight(portal);
  });

  it.each(['PUT', 'PATCH'])(
    'is loaded with every field and corrected by %s, free, at the same address',
    async (method) => {
      const person = await richCustomer(portal);
      const { data } = (await create(person, { ...typed, ...keptNationalities })).body;
      const { body: stored } = await load(person, data.id);
      for (const field of birthFields) expect(stored[field], field).not.toBe('');
      expect(stored).toMatchObject({
        id: data.id,
        birth_certificate_no: '19959700001234567',
        date_of_birth: '1995-03-15',
        date_of_issuance: '2010-05-04',
        father_nationality_en: 'Bangladeshi',
        left_bar_code: 'AEMA',
        qr_link: `${portal.origin}/verify/AEMA`,
        file_code: data.file_code,
      });
      const changed = await change(person, method, data.id, {
        ...stored,
        mother_nationality_en: 'Other',
        left_bar_code: 'IRIA',
        qr_link: `${portal.origin}/verify/IRIA`,
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect(changed.body).toEqual({
        message: nfc('জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে'),
        file_code: data.file_code,
        verification_code: expect.any(String),
      });
      expect((await balanceOf(portal, person)).current_balance).toBe(180);
      const bytes = (await portal.call('GET', data.open_path, { token: person.token })).bytes;
      await expectSameAgain(portal, birthRules, data.file_code, bytes);
      expect((await load(person, data.id)).body).toMatchObject({
        mother_nationality_en: 'Other',
        left_bar_code: 'IRIA',
        verification_code: changed.body.verification_code,
      });
      expectRefusal(
        await change(person, method, data.id, { qr_link: 'https://example.org' }),
        'foreign_link',
      );
      expect((await change(person, method, data.id, { name_en: '' })).status).toBe(400);
      const stranger = await portal.customer();
      expectRefusal(await load(stranger, data.id), 'not_found');
      expectRefusal(await change(stranger, method, data.id, { name_en: 'X' }), 'not_found');
    },
  );
});
