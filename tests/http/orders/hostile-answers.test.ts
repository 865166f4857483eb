// Malicious input inside orders: answers and forms with the names of JavaScript's built-in properties, disguised files, objects of other customers,
// and late answers.
import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { formField, formPaper, goodAnswers, wholeForm } from '../../support/forms.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectRefusal,
  makeStaff,
  type OfferedService,
  placeOrder,
  servicesByCode,
} from '../steps.ts';
import { answeringOn } from './answering.ts';

const portal = usePortal();
const { ask, answer, beginUpload, upload } = answeringOn(portal);
const jpeg = createCanvas(40, 30).toBuffer('image/jpeg');
/** Names of JavaScript's built-in properties, and field names that the form does not have. */
const strangeKeys = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'prototype'],
  ...['', ' ', 'applicant.nid.nid', 'purpose.nid', 'PURPOSE', 'ক', 'x'.repeat(300)],
];

let services: Record<string, OfferedService>;
let person: Person;
let operator: Person;
let form: number;
beforeAll(async () => {
  services = await servicesByCode(portal);
  person = await portal.customer();
  await portal.topUp(person, '20000');
  operator = await makeStaff(portal, 'operator');
  const path = `/account/services/${services.AK!.id}/forms`;
  const token = portal.admin.token;
  const { body } = await portal.call('PUT', `${path}/draft/`, { token, body: { form: wholeForm } });
  form = body.id;
  await portal.call('POST', `${path}/publish/`, { token, body: { form } });
});

/** Sends the JSON as text, so that `__proto__` is an ordinary key. */
const sendRaw = async (
  path: string,
  token: string,
  body: string,
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${portal.origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body,
  });
  return { status: response.status, body: await response.json() };
};

const change = (id: number, data: object) =>
  portal.call('PATCH', `/account/orders/${id}/`, { token: operator.token, form: dataForm(data) });
const orderOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body;
const timelineOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: person.token })).body.results as {
    what: string;
  }[];

async function askedOrder(kind: 'text' | 'paper' = 'text') {
  const { id } = await placeOrder(portal, person, services.AB!);
  const asked = await ask(operator, id, { kind, text: 'কী?' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  return { id: id as number, question: asked.body.question!.id };
}

describe('answers to an owner’s form', () => {
  const place = (answers: string, papers = '{}') =>
    sendRaw(
      '/account/orders/',
      person.token,
      `{"service":${services.AK!.id},"sub_type":${services.AK!.sub_type[0]!.id},"form_version":${form},"answers":${answers},"papers":${papers}}`,
    );

  it('under unknown field names are refused with a message, and hold no money', async () => {
    const before = await balanceOf(portal, person);
    const good = JSON.stringify(goodAnswers).slice(1, -1);
    for (const key of strangeKeys) {
      const named = await place(`{${good},${JSON.stringify(key)}:"x"}`);
      expect(named.status, `answer ${key}: ${JSON.stringify(named.body)}`).toBe(400);
      const paper = await place(`{${good}}`, `{${JSON.stringify(key)}:[1]}`);
      expect(paper.status, `paper ${key}: ${JSON.stringify(paper.body)}`).toBe(400);
    }
    expect(await balanceOf(portal, person)).toEqual(before);
  });

  it('that are not text, too long or too many are refused', async () => {
    for (const value of [
      'null',
      '1',
      'true',
      '["x"]',
      '{"toString":"x"}',
      '{"length":3}',
      `"${'ক'.repeat(3_000)}"`,
    ]) {
      const { status, body } = await place(JSON.stringify(goodAnswers).replace('"ভিসার জন্য"', value));
      expect(status, `${value.slice(0, 20)}: ${JSON.stringify(body)}`).toBe(400);
    }
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 'x']));
    expect([400, 413]).toContain((await place(JSON.stringify(many))).status);
    expect((await place('[]')).status).toBe(400);
    expect((await place('"x"')).status).toBe(400);
  });
});

it('escapes a name that is a formula in the export of marked orders', async () => {
  const formula = '=HYPERLINK("http://evil.test")';
  const { id } = await placeOrder(portal, person, services.AA!, { name: formula });
  const path = `/account/orders/export/?ids=${id}`;
  const { bytes } = await portal.call('GET', path, { token: operator.token });
  expect(bytes.toString()).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(bytes.toString()).not.toMatch(/(^|,)"?=/m);
});

it('limits a customer’s uploads per day, counting removed ones too', async () => {
  const eager = await portal.customer();
  const remove = (id: number) =>
    portal.call('DELETE', `/account/order-attachments/${id}/`, { token: eager.token });
  for (let tries = 0; tries < 200; tries += 1) {
    const begun = await beginUpload(eager, 'a.jpg', 1_000);
    expect(begun.status).toBe(201);
    expect((await remove(begun.body.id)).status).toBe(200);
  }
  const refused = await beginUpload(eager, 'a.jpg', 1_000);
  expectRefusal(refused, 'too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
}, 60_000);

describe('a form', () => {
  it('accepts no name of a JavaScript built-in for a field, an answer, a paper, a task or a condition', async () => {
    const owners = Object.getOwnPropertyNames(Object.prototype);
    const save = (body: unknown) =>
      portal.call('PUT', `/account/services/${services.AC!.id}/forms/draft/`, {
        token: portal.admin.token,
        body: { form: body },
      });
    const label = { bn: 'ক', en: 'a' };
    for (const key of owners) {
      const forms = [
        { fields: [formField(key)], papers: [], checks: [] },
        { fields: [formField('a')], papers: [formPaper(key)], checks: [] },
        { fields: [formField('a')], papers: [], checks: [{ key, label, required: true }] },
        {
          fields: [
            formField('a', {
              kind: 'choice',
              choices: [
                { key: 'one', label },
                { key, label },
              ],
            }),
          ],
          papers: [],
          checks: [],
        },
        {
          fields: [formField('a'), formField('b', { when: { field: key, is: 'filled', value: '' } })],
          papers: [],
          checks: [],
        },
      ];
      for (const one of forms) expect((await save(one)).status, `${key} ${JSON.stringify(one)}`).toBe(400);
    }
  });

  it('has no task of such a name that could be ticked', async () => {
    const { id } = await placeOrder(portal, person, services.AB!);
    await change(id, { status: 'processing' });
    for (const key of strangeKeys) {
      const ticked = await portal.call('PUT', `/account/orders/${id}/checks/`, {
        token: operator.token,
        body: { key, ticked: true },
      });
      expect([400, 404, 409], `${key}: ${JSON.stringify(ticked.body)}`).toContain(ticked.status);
    }
  });
});

describe('a hostile file', () => {
  const disguised: Record<string, Buffer> = {
    'page.jpg': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'program.pdf': Buffer.from('MZ\u0090\0\u0003%PDF-1.7'),
    'archive.pdf': Buffer.from('PK\u0003\u0004%PDF-1.7'),
    'empty.jpg': Buffer.from([0xff, 0xd8, 0xff]),
    'text.pdf': Buffer.from('=HYPERLINK("http://evil.test")'),
    'late.pdf': Buffer.concat([Buffer.alloc(1_000), Buffer.from('%PDF-1.7')]),
  };

  it('of another type than it claims is refused as an attachment and as an answer, and leaves the question open', async () => {
    const { id, question } = await askedOrder('paper');
    for (const [name, bytes] of Object.entries(disguised)) {
      const attached = await upload(person, bytes, name);
      expect(attached.answer.status, name).toBe(400);
      const sent = await answer(person, id, { question }, { bytes, name });
      expect(sent.status, `${name}: ${JSON.stringify(sent.body)}`).toBe(400);
    }
    const nothing = await answer(person, id, { question }, { bytes: Buffer.alloc(0), name: 'a.jpg' });
    expect(nothing.status).toBe(400);
    expect((await orderOf(id)).question?.answered_on).toBe(null);
    expect((await answer(person, id, { question }, { bytes: jpeg, name: 'a.jpg' })).status).toBe(200);
  }, 60_000);

  it('gets a safe name without path, line breaks or reversed text, and is served so that nothing runs', async () => {
    const names = [
      ...['../../etc/passwd.jpg', 'a\r\nX-Evil: 1.jpg', 'photo\u202egpj.exe', '"; filename="evil.html.jpg'],
      ...['=HYPERLINK("http://evil.test").jpg', 'a\u0000b.jpg', `${'ক'.repeat(199)}`, 'con.jpg', '.jpg'],
    ];
    const { id } = await placeOrder(portal, person, services.AB!);
    for (const name of names) {
      const begun = await beginUpload(person, name, jpeg.length);
      if (begun.status === 400) continue;
      const { id: uploaded, answer: ready } = await upload(person, jpeg, name);
      expect(ready.status, `${JSON.stringify(name)}: ${JSON.stringify(ready.body)}`).toBe(200);
      expect(ready.body.name).not.toMatch(/[\\/\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      await portal.call('DELETE', `/account/order-attachments/${begun.body.id}/`, { token: person.token });
      const attach = await portal.call('POST', `/account/orders/${id}/attachments/`, {
        token: person.token,
        body: { attachments: [uploaded] },
      });
      expect(attach.status).toBe(200);
      const file = attach.body.results.at(-1)!.file;
      for (const suffix of ['', '?download=1']) {
        const { status, headers } = await portal.call('GET', `${file}${suffix}`, { token: operator.token });
        expect(status, JSON.stringify(name)).toBe(200);
        expect(headers.get('content-type')).toBe('image/jpeg');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-evil')).toBe(null);
        expect(headers.get('content-disposition')).toMatch(suffix === '' ? /^inline/ : /^attachment/);
        expect(headers.get('content-disposition')).not.toMatch(/[\r\n]|filename="[^"]*"[^;]/);
      }
    }
  }, 60_000);
});

describe('an object of another customer', () => {
  it('is not found, whether upload, order or question', async () => {
    const stranger = await portal.customer();
    await portal.topUp(stranger, '1000');
    const theirs = (await upload(stranger, jpeg)).id;
    const { id: ownOrder } = await placeOrder(portal, person, services.AB!);
    const attach = (by: Person, order: number, attachments: unknown) =>
      portal.call('POST', `/account/orders/${order}/attachments/`, {
        token: by.token,
        body: { attachments },
      });
    expectRefusal(await attach(person, ownOrder, [theirs]), 'attachment_gone');
    expectRefusal(await attach(stranger, ownOrder, [theirs]), 'not_found');
    for (const odd of [[-1], [1.5], [2 ** 53], ['x'], [null], {}, 'x', [[theirs]], []])
      expect((await attach(person, ownOrder, odd)).status, JSON.stringify(odd)).toBe(400);
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', 'finish/'],
    ] as const) {
      const call = await portal.call(method, `/account/order-attachments/${theirs}/${tail}`, {
        token: person.token,
      });
      expectRefusal(call, 'not_found');
    }
    const { id, question } = await askedOrder();
    expectRefusal(await answer(stranger, id, { question, text: 'ক' }), 'not_found');
    expectRefusal(await answer(operator, id, { question, text: 'ক' }), 'not_found');
    expect((await orderOf(id)).question?.answered_on).toBe(null);
  });

  it('cannot be answered through another order, nor can an earlier question', async () => {
    const first = await askedOrder();
    const second = await askedOrder();
    expectRefusal(
      await answer(person, first.id, { question: second.question, text: 'ক' }),
      'question_closed',
    );
    for (const question of [-1, 1.5, 'x', null, [first.question], 2 ** 40])
      expect([400, 409]).toContain((await answer(person, first.id, { question, text: 'ক' })).status);
    expect((await answer(person, first.id, { question: first.question, text: 'ক' })).status).toBe(200);
    const again = await ask(operator, first.id);
    expectRefusal(await answer(person, first.id, { question: first.question, text: 'খ' }), 'question_closed');
    expect((await orderOf(first.id)).question).toMatchObject({
      id: again.body.question!.id,
      answered_on: null,
    });
    expect((await orderOf(second.id)).question?.answered_on).toBe(null);
  });
});

describe('an answer', () => {
  it('that is invisible or too long is refused, and the question stays open', async () => {
    const { id, question } = await askedOrder();
    for (const text of ['', ' \n\t', '\u200b\u200d\ufeff', '\u0000', 'ক'.repeat(5_000), 5, ['x'], { a: 1 }]) {
      const sent = await answer(person, id, { question, text });
      expect(sent.status, `${JSON.stringify(text).slice(0, 20)}: ${JSON.stringify(sent.body)}`).toBe(400);
    }
    const kept = '=HYPERLINK("http://evil.test")';
    expect((await answer(person, id, { question, text: kept })).status).toBe(200);
    expect((await orderOf(id)).question?.answer).toBe(kept);
  });

  it('counts once per key, and the key is refused for another text or file', async () => {
    const { id, question } = await askedOrder('paper');
    const file = { bytes: jpeg, name: 'a.jpg' };
    const key = 'answer-key-000001';
    expect((await answer(person, id, { question }, file, key)).status).toBe(200);
    expect((await answer(person, id, { question }, file, key)).status).toBe(200);
    const other = { bytes: createCanvas(50, 30).toBuffer('image/jpeg'), name: 'a.jpg' };
    expectRefusal(await answer(person, id, { question }, other, key), 'idempotency_key_reused');
    expectRefusal(await answer(person, id, { question, text: 'x' }, file, key), 'idempotency_key_reused');
    expect((await timelineOf(id)).filter(({ what }) => what === 'answer')).toHaveLength(1);
  });

  it('is refused after the end of its order', async () => {
    for (const end of [
      { status: 'completed', text_content: 'হয়েছে' },
      { status: 'rejected', note: 'কারণ' },
    ]) {
      const { id, question } = await askedOrder('paper');
      expect((await change(id, end)).status).toBe(200);
      expectRefusal(
        await answer(person, id, { question }, { bytes: jpeg, name: 'a.jpg' }),
        'question_closed',
      );
      expect((await timelineOf(id)).map(({ what }) => what)).not.toContain('answer');
    }
  });
});
