// Impersonation of a customer: what is visible, what never is, and the trace it leaves.
import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, isClosedToImpersonation } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { makeCopy } from '../documents/copy-maker.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const reason = 'ফোনে বললেন অর্ডার দেখতে পাচ্ছেন না';
let owner: Person;
let customer: Person;

const start = (person: Person, subject: Person, body: object = { reason }) =>
  portal.call('POST', `/account/user/${subject.id}/view/`, { token: person.token, body });

/** Starts a new impersonation of the customer by the owner. */
async function startView(): Promise<{ id: string; token: string }> {
  const answer = await start(owner, customer);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const see = (token: string, path: string) => portal.call('GET', path, { token });
const trailOf = async (person: Person) =>
  (await see(person.token, '/account/trail/?kind=view&page_size=100')).body.results as {
    kind: string;
    reason: string;
    actor: { id: number };
    object: { id: string };
  }[];

beforeAll(async () => {
  owner = await makeStaff(portal, 'owner');
  customer = await portal.customer({ first_name: 'করিম' });
  await portal.topUp(customer, '5000');
});

/** Masks numbers: in lists staff see only their end, during an impersonation too. */
// biome-ignore lint/suspicious/noExplicitAny: read as an outside client would
const asStaffSee = (body: any) => {
  for (const row of body.results ?? [])
    for (const field of ['nid_or_form_num_or_for_biometric_or_location', 'nid_or_brn_number'])
      if (row[field]) row[field] = `…${row[field].slice(-4)}`;
  return body;
};

it('shows what the customer sees, under the customer’s name', async () => {
  const { AA } = await servicesByCode(portal);
  const order = await placeOrder(portal, customer, AA!);
  const before = Date.now();
  const { body, status } = await start(owner, customer);
  expect(status).toBe(201);
  expect(body.user_info).toMatchObject({ id: customer.id, is_admin: false, roles: ['customer'] });
  expect(Date.parse(body.expires_at) - before).toBeGreaterThan(14 * 60_000);
  expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  for (const path of [
    '/account/orders/',
    `/account/orders/${order.id}/`,
    '/account/transaction-summary/',
    '/account/transactions/',
    '/account/myfile/',
    '/account/services/',
    '/account/user/dashboard/top-overview/',
    `/account/user/${customer.id}/`,
  ])
    expect((await see(body.token, path)).body, path).toEqual(
      asStaffSee((await see(customer.token, path)).body),
    );
  const { body: devices } = await see(body.token, '/account/sessions/');
  expect(devices[0].ip).toBe('127.0.•••');
  expectRefusal(await see(body.token, '/account/users/'), 'not_allowed');
  expectRefusal(await see(body.token, `/account/user/${owner.id}/`), 'not_found');
});

it('requires a reason, a customer, the permission, and the second factor if one is set up', async () => {
  for (const short of [undefined, '', '  দেখি  '])
    expect((await start(owner, customer, { reason: short })).body).toHaveProperty('reason');
  expectRefusal(await start(owner, { ...customer, id: 99_999_999 }), 'not_found');
  expectRefusal(await start(owner, owner), 'staff_not_viewed');
  expectRefusal(await start(owner, await makeStaff(portal, 'operator')), 'staff_not_viewed');
  for (const role of ['operator', 'accountant', 'auditor'] as const)
    expectRefusal(await start(await makeStaff(portal, role), customer), 'not_allowed');

  const careful = await makeStaff(portal, 'owner');
  const factor = (path: string, body: object) =>
    portal.call('POST', `/account/second-factor/${path}`, { token: careful.token, body });
  const { body: started } = await factor('', { password: careful.password });
  const confirmed = await factor('confirm/', {
    code: new TOTP({ secret: started.secret }).generate(),
  });
  const other = await portal.customer();
  expect((await start(careful, other)).body).toHaveProperty('code');
  expectRefusal(await start(careful, other, { reason, code: '000000' }), 'wrong_code');
  expect(await trailOf(other)).toEqual([]);
  const [recovery] = confirmed.body.recovery_codes;
  expect((await start(careful, other, { reason, code: recovery })).status).toBe(201);
});

describe('changes nothing', () => {
  let token: string;
  beforeAll(async () => {
    token = (await startView()).token;
  });
  const changing = Object.values(endpoints as Record<string, Endpoint>).flatMap((endpoint) =>
    isClosedToImpersonation(endpoint)
      ? endpoint.methods.map((method) => ({ method, path: endpoint.path }))
      : [],
  );
  it.each(changing)('$method $path is refused', async ({ method, path }) => {
    const address = path.replace(/:provider/, 'sandbox').replace(/:\w+/g, '1');
    const body = method === 'GET' ? {} : { body: {} };
    expectRefusal(await portal.call(method, address, { token, ...body }), 'view_read_only');
  });

  it('and leaves the impersonation and the owner’s own session valid after all refusals', async () => {
    expect((await see(token, '/account/orders/')).status).toBe(200);
    expect((await see(owner.token, '/account/users/')).status).toBe(200);
    expectRefusal(await portal.call('POST', '/no/such/place/', { token, body: {} }), 'view_read_only');
  });
});

describe('ends', () => {
  const expectEnded = async (token: string) =>
    expectRefusal(await see(token, '/account/orders/'), 'not_signed_in');

  it('when the person who started it leaves, and nobody else can end it', async () => {
    const { id, token } = await startView();
    const end = (person: Person) =>
      portal.call('DELETE', `/account/views/${id}/`, { token: person.token, body: {} });
    await end(portal.admin);
    expect((await see(token, '/account/orders/')).status).toBe(200);
    expect((await end(owner)).status).toBe(200);
    await expectEnded(token);
    expect((await end(owner)).status).toBe(200);
    expect((await see(owner.token, '/account/users/')).status).toBe(200);
  });

  it('when another one starts in the same session', async () => {
    const { token } = await startView();
    const other = await start(owner, await portal.customer());
    expect((await see(other.body.token, '/account/orders/')).status).toBe(200);
    await expectEnded(token);
  });

  it('when several start at once: one of them wins', async () => {
    const begun = await Promise.all(Array.from({ length: 6 }, () => startView()));
    const seen = await Promise.all(begun.map(({ token }) => see(token, '/account/orders/')));
    expect(seen.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('when it expires', async () => {
    const { id, token } = await startView();
    await asOwner(portal.ownerUrl, 'update customer_views set expires_at = now() where id = $1', [id]);
    await expectEnded(token);
  });

  it('when it is used from another IP address', async () => {
    const { id, token } = await startView();
    await asOwner(portal.ownerUrl, `update customer_views set ip = '203.0.113.9' where id = $1`, [id]);
    await expectEnded(token);
  });

  it('when the staff sign out, lose the right or are deactivated, or the customer becomes staff', async () => {
    const set = (column: string, value: unknown, id: number) =>
      asOwner(portal.ownerUrl, `update users set ${column} = $1 where id = $2`, [value, id]);
    // Each case starts its own view, because the job that ends lapsed ones may run in between.
    for (const [column, lost, kept, { id }] of [
      ['roles', ['operator'], ['owner'], owner],
      ['is_active', false, true, owner],
      ['roles', ['auditor'], ['customer'], customer],
    ] as const) {
      const { token } = await startView();
      expect((await see(token, '/account/orders/')).status).toBe(200);
      await set(column, lost, id);
      await expectEnded(token);
      await set(column, kept, id);
    }
    const erased = await portal.customer();
    const { body: view } = await start(owner, erased);
    expect((await see(view.token, '/account/orders/')).status).toBe(200);
    await portal.call('DELETE', `/account/user/${erased.id}/`, { token: portal.admin.token });
    await expectEnded(view.token);
    const { token } = await startView();
    expect((await see(token, '/account/orders/')).status).toBe(200);
    await portal.call('POST', '/token/logout/', { token: owner.token, body: {} });
    await expectEnded(token);
    const { body } = await portal.signIn(owner.email, owner.password);
    owner = { ...owner, token: body.access, refresh: body.refresh };
    await expectEnded(token);
  });
});

it('logs start, views and end with who and why, and notifies the customer', async () => {
  const seen = await portal.customer();
  await portal.topUp(seen, '1000');
  const { AA } = await servicesByCode(portal);
  const order = await placeOrder(portal, seen, AA!);
  const { body: view } = await start(owner, seen);
  for (let turn = 0; turn < 2; turn += 1)
    for (const path of [
      'orders/',
      `orders/${order.id}/`,
      'transactions/',
      'myfile/',
      'sessions/',
      'services/',
    ])
      await see(view.token, `/account/${path}`);
  const own = (await see(seen.token, '/account/trail/?kind=account')).body.results[0]!;
  expect(own.ip).toBe('127.0.0.1');
  const shown = (await see(view.token, '/account/trail/?kind=account')).body.results;
  expect(
    shown.find(({ id }: { id: number }) => id === own.id),
    'to staff',
  ).toMatchObject({ ip: '127.0.•••' });
  await asOwner(portal.ownerUrl, 'update customer_views set expires_at = now() where id = $1', [view.id]);
  await portal.portal.impersonation.endLapsed();
  await portal.portal.impersonation.endLapsed();
  const lines = await trailOf(seen);
  expect(lines.map(({ kind, object }) => `${kind} ${object.id}`.trim()).reverse()).toEqual([
    'view.started',
    'view.orders',
    `view.orders ${order.id}`,
    'view.money',
    'view.files',
    'view.account',
    'view.ended',
  ]);
  for (const line of lines) expect(line).toMatchObject({ reason, actor: { id: owner.id } });
  const notices = (await see(seen.token, '/account/notices/')).body;
  expect(notices.results[0]).toMatchObject({
    kind: 'account_viewed',
    object: { kind: 'trail' },
    is_read: false,
  });
});

it('opens papers with the staff member’s own permission, and names them in the audit log', async () => {
  const { token } = await startView();
  const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10);
  const csv = await see(token, `/account/statement/?from=${today}&to=${today}&format=csv`);
  expect(csv.status).toBe(200);
  const { body } = await see(customer.token, '/account/trail/?kind=statement');
  expect(body.results[0]).toMatchObject({ actor: { id: owner.id }, reason });
});

it('opens a document in a new tab within the same impersonation, and in no other session', async () => {
  const copy = await makeCopy(portal, customer);
  const signedIn = await portal.signIn(owner.email, owner.password);
  const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')!.split(';')[0]!;
  const { body: view } = await start({ ...owner, token: signedIn.body.access }, customer);
  const open = (id: string, cookie: string) =>
    portal.call('GET', `${copy.openPath}?view=${id}`, { headers: { Cookie: cookie } });
  expect((await open(view.id, cookieOf(signedIn))).bytes.equals(copy.bytes)).toBe(true);
  const { body: trail } = await see(customer.token, '/account/trail/?kind=document');
  expect(trail.results[0]).toMatchObject({ kind: 'document.opened', actor: { id: owner.id }, reason });
  const { body: opens } = await see(customer.token, `/account/myfile/${copy.id}/opens/`);
  expect(opens.results[0].by).toBe('staff');

  const elsewhere = cookieOf(await portal.signIn(owner.email, owner.password));
  expectRefusal(await open(view.id, elsewhere), 'not_found');
  expect((await open('nothing', elsewhere)).status).toBe(200);
  const stranger = await portal.customer();
  const strange = cookieOf(await portal.signIn(stranger.email, stranger.password));
  expectRefusal(await open(view.id, strange), 'not_found');
  await portal.call('DELETE', `/account/views/${view.id}/`, { token: signedIn.body.access });
  expectRefusal(await open(view.id, cookieOf(signedIn)), 'not_found');
});
