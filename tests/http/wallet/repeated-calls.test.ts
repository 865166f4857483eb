// Every request that moves money, repeated with the same key: concurrently, with another body, and from another user. REPEATED_KEYS keys each.
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, type CallOptions, type Person, usePortal } from '../../support/portal.ts';
import { recordCounts } from '../../support/proof-counts.ts';
import { typed as birthRecord } from '../documents/birth-steps.ts';
import { record as nidRecord } from '../documents/nid-steps.ts';
import { signToServerCopy as signToServer } from '../documents/sign-to-server-copy.ts';
import {
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  orderBody,
  placeOrder,
  servicesByCode,
  signInAgain,
} from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, APPROVAL_SUM: '2000', DOCUMENT_WORKERS: '2' }));
const keys = Number(process.env.REPEATED_KEYS ?? 1);
/** The short run: requests that no other test repeats, and one whose response the database stores in another order. */
const shortForm = ['refund', 'approve cash', 'unofficial copy'];
const atOnce = Number(process.env.REPEATS_AT_ONCE ?? 3);

interface Scene {
  readonly customer: Person;
  readonly other: Person;
}
interface Crew {
  readonly first: Person;
  readonly second: Person;
}
/** A request with its address and body; `otherwise` is a different request, which must be refused with the same key. */
interface Call {
  readonly by: Person;
  readonly path: string;
  readonly method?: 'POST' | 'PATCH';
  readonly body?: () => CallOptions;
  readonly otherwise: { readonly path?: string; readonly body?: () => CallOptions };
  /** Another user who sends the same with the same key: it has its own effect, or is refused. */
  readonly stranger: Person;
  /** Rows of transfers or payments that the request adds. */
  readonly leaves: number;
}

const json = (body: unknown) => () => ({ body });
const form = (data: object) => () => ({ form: dataForm(data) });
const takeNoLimit = () => portal.db.deleteFrom('cash_days').execute();

async function order(person: Person) {
  const { AB } = await servicesByCode(portal);
  return placeOrder(portal, person, AB!);
}
async function completed({ customer }: Scene, { first }: Crew) {
  const { id } = await order(customer);
  const answer = await portal.call('PATCH', `/account/orders/${id}/`, {
    token: first.token,
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });
  expect(answer.status).toBe(200);
  return id;
}
async function asked(customer: Person, by: Person) {
  const { status, body } = await portal.call('POST', '/account/transactions/create/', {
    token: by.token,
    body: { user: customer.id, amount: '2001' },
  });
  expect(status).toBe(202);
  return body.id;
}
/** Makes a payment of which the provider took a different amount. */
async function parked(person: Person, taka: string, took: string) {
  const { body } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: taka, payment_type: 'custom' },
  });
  await bkash.press(body.payment_id, 'pay');
  await bkash.change({ paymentID: body.payment_id, amount: took });
  await portal.call('GET', `/payment/bkash/callback/?paymentID=${body.payment_id}`, { token: person.token });
  const [row] = await asOwner<{ id: string }>(
    portal.ownerUrl,
    'select id from payments where provider_payment_id = $1',
    [body.payment_id],
  );
  return row!.id;
}
const credit = { action: 'credit', note: 'বিকাশে দেখা' };

const calls: Readonly<Record<string, (scene: Scene, crew: Crew) => Promise<Call>>> = {
  order: async ({ customer, other }) => {
    const { AB } = await servicesByCode(portal);
    return {
      by: customer,
      path: '/account/orders/',
      body: json(orderBody(AB!)),
      otherwise: { body: json(orderBody(AB!, { note: 'অন্য' })) },
      stranger: other,
      leaves: 1,
    };
  },
  cancel: async ({ customer, other }) => ({
    by: customer,
    path: `/account/orders/${(await order(customer)).id}/cancel/`,
    otherwise: { path: `/account/orders/${(await order(customer)).id}/cancel/` },
    stranger: other,
    leaves: 1,
  }),
  complete: async ({ customer }, { first, second }) => ({
    by: first,
    method: 'PATCH',
    path: `/account/orders/${(await order(customer)).id}/`,
    body: form({ status: 'completed', text_content: 'হয়েছে' }),
    otherwise: { body: form({ status: 'completed', text_content: 'অন্য' }) },
    stranger: second,
    leaves: 1,
  }),
  reject: async ({ customer }, { first, second }) => ({
    by: first,
    method: 'PATCH',
    path: `/account/orders/${(await order(customer)).id}/`,
    body: form({ status: 'rejected', note: 'কারণ' }),
    otherwise: { body: form({ status: 'rejected', note: 'অন্য কারণ' }) },
    stranger: second,
    leaves: 1,
  }),
  refund: async (scene, crew) => ({
    by: crew.first,
    path: `/account/orders/${await completed(scene, crew)}/refund/`,
    body: json({ amount: '10', reason: 'দেরি' }),
    otherwise: { body: json({ amount: '11', reason: 'দেরি' }) },
    stranger: crew.second,
    leaves: 1,
  }),
  recharge: async ({ customer }, { first, second }) => ({
    by: first,
    path: '/account/transactions/create/',
    body: json({ user: customer.id, amount: '10', bonus: '1' }),
    otherwise: { body: json({ user: customer.id, amount: '11', bonus: '1' }) },
    stranger: second,
    leaves: 2,
  }),
  withdraw: async ({ customer }, { first, second }) => ({
    by: first,
    path: '/account/transactions/withdrawl/',
    body: json({ user: customer.id, amount: '10' }),
    otherwise: { body: json({ user: customer.id, amount: '11' }) },
    stranger: second,
    leaves: 1,
  }),
  'approve cash': async ({ customer }, { first, second }) => ({
    by: second,
    path: `/account/transactions/${await asked(customer, first)}/approve/`,
    otherwise: { path: `/account/transactions/${await asked(customer, first)}/approve/` },
    stranger: first,
    leaves: 1,
  }),
  payment: async ({ customer, other }) => ({
    by: customer,
    path: '/payment/bkash/create/',
    body: json({ amount: '500', payment_type: 'custom' }),
    otherwise: { body: json({ amount: '501', payment_type: 'custom' }) },
    stranger: other,
    leaves: 1,
  }),
  'resolve payment': async ({ customer }, { first, second }) => ({
    by: first,
    path: `/account/payments/${await parked(customer, '500', '450.00')}/resolve/`,
    body: json(credit),
    otherwise: { body: json({ ...credit, note: 'অন্য' }) },
    stranger: second,
    leaves: 1,
  }),
  'approve payment': async ({ customer }, { first, second }) => {
    const propose = async () => {
      const path = `/account/payments/${await parked(customer, '2500', '2400.00')}/`;
      const { status } = await portal.call('POST', `${path}resolve/`, { token: first.token, body: credit });
      expect(status).toBe(202);
      return `${path}approve/`;
    };
    return {
      by: second,
      path: await propose(),
      otherwise: { path: await propose() },
      stranger: first,
      leaves: 1,
    };
  },
  'tin certificate': async ({ customer, other }) => ({
    by: customer,
    path: '/account/extract-tin-data/',
    body: json({ tin_number: syntheticPeople[0]!.tin }),
    otherwise: { body: json({ tin_number: syntheticPeople[1]!.tin }) },
    stranger: other,
    leaves: 1,
  }),
  'unofficial copy': async ({ customer, other }) => ({
    by: customer,
    path: '/account/server-copy-unofficial/',
    body: json({ nid: syntheticPeople[0]!.nid, date_of_birth: syntheticPeople[0]!.dateOfBirth }),
    otherwise: {
      body: json({ nid: syntheticPeople[0]!.pin, date_of_birth: syntheticPeople[0]!.dateOfBirth }),
    },
    stranger: other,
    leaves: 1,
  }),
  'nid copy': async ({ customer, other }) => ({
    by: customer,
    path: '/account/nid-details/',
    body: json(nidRecord),
    otherwise: { body: json({ ...nidRecord, blood_group: 'A+' }) },
    stranger: other,
    leaves: 1,
  }),
  'birth copy': async ({ customer, other }) => ({
    by: customer,
    path: '/account/new-birth-certificate/',
    body: json(birthRecord),
    otherwise: { body: json({ ...birthRecord, name_en: 'Ayesha' }) },
    stranger: other,
    leaves: 1,
  }),
  'server copy': async ({ customer, other }) => ({
    by: customer,
    path: '/account/create-sign-to-server/',
    body: json(signToServer),
    otherwise: { body: json({ ...signToServer, blood_group: 'A+' }) },
    stranger: other,
    leaves: 1,
  }),
};

/** Counts all transfers and payments. The rounds run one after the other. */
async function countRows(): Promise<number> {
  const [row] = await asOwner<{ rows: number }>(
    portal.ownerUrl,
    'select (select count(*) from ledger_transfers)::int + (select count(*) from payments)::int as rows',
  );
  return row!.rows;
}

async function makePerson(): Promise<Person> {
  const person = await portal.customer();
  await asOwner(portal.ownerUrl, 'update users set is_email_active = true where id = $1', [person.id]);
  for (let turn = 0; turn < 2; turn += 1) await portal.topUp(person, '2000');
  return person;
}

async function repeat(kind: string, number: number, scene: Scene, crew: Crew) {
  await takeNoLimit();
  await portal.db.deleteFrom('rate_limits').execute();
  const {
    by,
    method = 'POST',
    path,
    body = () => ({}),
    otherwise,
    stranger,
    leaves,
  } = await calls[kind]!(scene, crew);
  const headers = { 'Idempotency-Key': `${kind}-${number}` };
  const send = (who: Person, where = path, what = body): Promise<Answer> =>
    portal.call(method, where, { ...what(), token: who.token, headers });
  const about = `${kind}, key ${number}`;
  const before = await countRows();
  const answers = await Promise.all(Array.from({ length: atOnce }, () => send(by)));
  answers.push(await send(by));
  for (const { status } of answers) expect([200, 201], about).toContain(status);
  expect([...new Set(answers.map(({ status, bytes }) => `${status} ${bytes}`))], about).toHaveLength(1);
  // Every response but the first is marked as a replay, except for a payment, which is not replayed but opened again as the same one.
  const replayed = answers.map(({ headers: received }) => received.get('idempotent-replayed'));
  expect(replayed.filter((at) => at === null).length, about).toBe(kind === 'payment' ? replayed.length : 1);
  expect((await countRows()) - before, about).toBe(leaves);
  expectRefusal(await send(by, otherwise.path, otherwise.body), 'idempotency_key_reused');
  expect((await countRows()) - before, about).toBe(leaves);
  const others = await send(stranger);
  const isOwn = others.status < 300;
  expect((await countRows()) - before, about).toBe(isOwn ? 2 * leaves : leaves);
  expect(String(others.bytes), about).not.toBe(String(answers[0]!.bytes));
  expect(others.status, about).toBeLessThan(500);
  return { keys: 1, repeats: answers.length, otherBodyRefused: 1, ownEffect: isOwn ? 1 : 0 };
}

it(`moves money once per key for every request, ${keys} keys each`, async () => {
  const crew = { first: await makeStaff(portal, 'owner'), second: await makeStaff(portal, 'owner') };
  const kinds = process.env.REPEATED_KEYS ? Object.keys(calls) : shortForm;
  const counts: Record<string, Record<string, number>> = {};
  for (let number = 0; number < keys; number += 1) {
    await signInAgain(portal, portal.admin, crew.first, crew.second);
    const scene = { customer: await makePerson(), other: await makePerson() };
    for (const kind of kinds) {
      const sums = counts[kind] ?? {};
      counts[kind] = sums;
      for (const [what, count] of Object.entries(await repeat(kind, number, scene, crew)))
        sums[what] = (sums[what] ?? 0) + count;
    }
  }
  for (const [kind, sums] of Object.entries(counts)) recordCounts(`repeated: ${kind}`, sums);
  await expectBooksRight(portal);
}, 7_200_000);
