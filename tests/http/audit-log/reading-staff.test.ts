// Everything that staff read about other people is logged: phones, addresses, birth dates, notes of colleagues, payers' numbers.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createListAccess } from '#server/audit-log/list-access.ts';
import type { Caller } from '#server/platform/request/caller.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, unexpectedWanted, usePortal } from '../../support/portal.ts';
import { nidCalls, record } from '../documents/nid-steps.ts';
import { makeStaff, orderBody, servicesByCode } from '../steps.ts';

const portal = usePortal({}, {}, unexpectedWanted);
const nid = nidCalls(portal);
const number = '88776655443322110';
const secrets = {
  phone: '01799887766',
  address: 'গোপন ঠিকানা ১২',
  'birth date': '1991-02-03',
  'order number': number,
  'file number': '7766554433221',
  'note of the customer': '৮৮৭৭৬৬৫৫৪৪',
  'note on the order': 'ভাইয়ের নম্বর ০১৭১১',
  'note on the customer': 'রাগী মানুষ',
  'payer’s number': '01655443322',
  'e-mail': 'not yet known',
  'answer of the customer': 'হলুদ বাড়ি, গলি ৩',
};
let customer: Person;
let ids: { order: number; file: number; record: number; payment: string; report: string };

const rowsOf = (actor: Person) =>
  portal.db
    .selectFrom('trail')
    .select(['kind', 'subject_id'])
    .where('actor_id', '=', actor.id)
    .orderBy('id')
    .execute();

async function ask(method: string, path: string, person: Person, body?: unknown) {
  const answer = await portal.call(method, path, { token: person.token, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

beforeAll(async () => {
  customer = await nid.richCustomer('1000');
  secrets['e-mail'] = customer.email;
  const operator = await makeStaff(portal, 'operator');
  await ask('PATCH', `/account/user/${customer.id}/`, customer, {
    phone: secrets.phone,
    address: secrets.address,
    birth_date: secrets['birth date'],
  });
  const { AB } = await servicesByCode(portal);
  const order = await ask('POST', '/account/orders/', customer, {
    ...orderBody(AB!, { note: `এনআইডি ${secrets['note of the customer']}` }),
    nid_or_form_num_or_for_biometric_or_location: number,
  });
  await ask('POST', `/account/orders/${order.id}/notes/`, operator, { text: secrets['note on the order'] });
  await ask('POST', `/account/user/${customer.id}/notes/`, operator, {
    text: secrets['note on the customer'],
  });
  const asked = await ask('POST', `/account/orders/${order.id}/question/`, operator, {
    kind: 'text',
    text: 'ঠিকানা কী?',
  });
  await ask('POST', `/account/orders/${order.id}/answer/`, customer, {
    question: asked.question.id,
    text: secrets['answer of the customer'],
  });
  const saved = await nid.saved(customer, { ...record, national_id: secrets['file number'] });
  const files = await ask('GET', '/account/myfile/', customer);
  await ask('POST', '/payment/sandbox/create/', customer, { amount: '500', payment_type: 'custom' });
  const [payment] = await asOwner<{ id: string }>(
    portal.ownerUrl,
    'update payments set payer_number = $1 returning id',
    [secrets['payer’s number']],
  );
  const form = new FormData();
  form.set('provider', 'sandbox');
  form.set('file', new Blob(['Transaction ID,Amount,Date\nTRX1,500.00,2026-11-21 10:00\n']), 'report.csv');
  const { body: report } = await portal.call('POST', '/account/settlements/', {
    token: portal.admin.token,
    form,
  });
  ids = {
    order: order.id,
    file: files.results[0].id,
    record: saved.id,
    payment: payment!.id,
    report: report.id,
  };
});

function fill(path: string): string {
  const id = path.includes('/orders/')
    ? ids.order
    : path.includes('/myfile/')
      ? ids.file
      : path.includes('/payments/')
        ? ids.payment
        : path.includes('-details/')
          ? ids.record
          : customer.id;
  const query = path.endsWith('/search/')
    ? `?search=${secrets.phone}`
    : path.includes('/movements/')
      ? '?what=deposits&from=2026-01-01&to=2099-12-31'
      : path.includes('/orders/export/')
        ? `?ids=${ids.order}`
        : '';
  return path.replace(':id', String(id)).replace(/:\w+/g, '1') + query;
}

const readable = (Object.values(endpoints) as Endpoint[]).filter(
  ({ methods, access }) => methods.includes('GET') && access !== 'public',
);

describe.each(['cashier', 'owner'] as const)('personal data read by staff with the role %s', (role) => {
  it('is recorded in the audit log', async () => {
    const reader = await makeStaff(portal, role);
    const unseen: string[] = [];
    const seen = new Set<string>();
    for (const { path, readList } of readable) {
      const before = (await rowsOf(reader)).length;
      const answer = await portal.call('GET', fill(path), { token: reader.token });
      if (answer.status !== 200) continue;
      const text = answer.bytes.toString();
      const read = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
      if (read.length === 0) continue;
      for (const [name] of read) seen.add(name);
      const rows = await rowsOf(reader);
      if (rows.length > before || rows.some(({ kind }) => kind === readList)) continue;
      unseen.push(`${path}: ${read.map(([name]) => name).join(', ')}`);
    }
    expect(unseen).toEqual([]);
    // Shows that the test reaches the values in question.
    expect([...seen]).toEqual(expect.arrayContaining(['phone', 'order number', 'note on the customer']));
  });
});

it.each([
  ['orders.listed', () => `/account/orders/${ids.order}/attachments/`],
  ['files.listed', () => `/account/myfile/${ids.file}/versions/`],
  ['files.listed', () => `/account/myfile/${ids.file}/opens/`],
  ['movements.listed', () => `/account/user/current-balance/?user_id=${customer.id}`],
  ['movements.listed', () => `/account/user/${customer.id}/held/`],
  ['movements.listed', () => `/account/settlements/${ids.report}/`],
  ['activity.listed', () => '/account/activity/'],
  ['activity.listed', () => `/account/trail/?user=${customer.id}`],
])('records as %s also lists of other things than people: case %#', async (kind, path) => {
  const reader = await makeStaff(portal, 'auditor');
  await ask('GET', path(), reader);
  expect((await rowsOf(reader)).map((row) => row.kind)).toContain(kind);
});

it('records nothing for refused requests or for one’s own data', async () => {
  const reader = await makeStaff(portal, 'auditor');
  const before = await rowsOf(reader);
  const { status } = await portal.call('GET', '/account/users/?page=-1', { token: reader.token });
  expect(status).toBe(400);
  await ask('GET', '/account/trail/', reader);
  expect(await rowsOf(reader)).toEqual(before);
});

it('records staff who receive orders over the live channel', async () => {
  const listener = await makeStaff(portal, 'auditor');
  await ask('POST', '/account/ws-ticket/', listener);
  expect((await rowsOf(listener)).map(({ kind }) => kind)).toContain('orders.listed');
  await ask('POST', '/account/ws-ticket/', customer);
  expect((await rowsOf(customer)).map(({ kind }) => kind)).not.toContain('orders.listed');
});

it('records again after ten minutes', async () => {
  const reader = await makeStaff(portal, 'auditor');
  const record = createListAccess(portal.db);
  const before = (await rowsOf(reader)).length;
  const now = vi.spyOn(performance, 'now');
  for (const minutes of [100, 109.9, 110.1]) {
    now.mockReturnValue(minutes * 60_000);
    await record({ userId: reader.id, roles: ['auditor'] } as unknown as Caller, 'users.listed');
  }
  now.mockRestore();
  expect((await rowsOf(reader)).length - before).toBe(2);
});

it('records a request that changes nothing but returns a record', async () => {
  const owner = await makeStaff(portal, 'owner');
  const before = (await rowsOf(owner)).length;
  const record = await ask('PUT', `/account/user/${customer.id}/roles/`, owner, { roles: ['customer'] });
  expect(record.profile.phone).toBe(secrets.phone);
  expect((await rowsOf(owner)).slice(before)).toEqual([{ kind: 'user.opened', subject_id: customer.id }]);
});

it('refuses concurrent requests while reads cannot be recorded', async () => {
  const reader = await makeStaff(portal, 'cashier');
  await asOwner(
    portal.ownerUrl,
    `create function refuse_row() returns trigger language plpgsql as
       $$ begin perform pg_sleep(0.3); raise exception 'the log is full'; end $$;
     create trigger refuse_row before insert on trail for each row execute function refuse_row()`,
  );
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { status } = await portal.call('GET', '/account/users/', { token: reader.token });
      return status;
    }),
  ).finally(() => asOwner(portal.ownerUrl, 'drop trigger refuse_row on trail; drop function refuse_row()'));
  expect(statuses).toEqual([500, 500, 500, 500, 500]);
  await ask('GET', '/account/users/', reader);
  expect((await rowsOf(reader)).map(({ kind }) => kind)).toContain('users.listed');
});

it('records whose record was opened, visibly to that person, but hides staff notes from them', async () => {
  const reader = await makeStaff(portal, 'cashier');
  await ask('GET', `/account/user/${customer.id}/`, reader);
  await ask('GET', `/account/user/${customer.id}/notes/`, reader);
  await ask('GET', `/account/orders/${ids.order}/notes/`, reader);
  await ask('GET', '/account/users/', reader);
  await ask('GET', '/account/users/?page=2', reader);
  expect((await rowsOf(reader)).filter(({ kind }) => !/^(session|account)/.test(kind))).toEqual([
    { kind: 'user.opened', subject_id: customer.id },
    { kind: 'user.notes_opened', subject_id: null },
    { kind: 'order.notes_opened', subject_id: null },
    { kind: 'users.listed', subject_id: null },
  ]);
  const { results } = await ask('GET', '/account/trail/?page_size=100', customer);
  const kinds = results.filter(({ actor }: { actor: { id: number } }) => actor.id === reader.id);
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['user.opened']);
});
