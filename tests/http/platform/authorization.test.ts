// Every declared request, tried with every role, with every kind of credentials, and on own and foreign records.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasRight, type Right, rights, type StaffRole, staffRoles } from '#contract/access.ts';
import { type Endpoint, isClosedToImpersonation } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { birthCalls, typed as birthRecord, answer as captchaAnswer } from '../documents/birth-steps.ts';
import { makeCopy } from '../documents/copy-maker.ts';
import { dataForm, makeStaff, orderBody, servicesByCode } from '../steps.ts';

const portal = usePortal({ CAPTCHA_ANSWER: captchaAnswer });
/** A portal where staff may do nothing before they set up a second factor. */
const strict = usePortal({ STAFF_SECOND_FACTOR: '1' });

interface Route {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly name: string;
}
const routes: Route[] = Object.values(endpoints as Record<string, Endpoint>).flatMap((endpoint) =>
  endpoint.methods.map((method) => ({ endpoint, method, name: `${method} ${endpoint.path}` })),
);
const reading = routes.filter(({ method, endpoint }) => method === 'GET' && endpoint !== endpoints.channel);
const isRight = (access: Endpoint['access']): access is Right => Object.hasOwn(rights, access);
const takesCookie = ({ access }: Endpoint) => access === 'document' || access === 'optional_document';
const asksSignIn = ({ access }: Endpoint) =>
  access === 'signed_in' || access === 'document' || isRight(access);

/** Paths that name a record of one customer; all other named records belong to the shop. */
const ofSomebody =
  /^\/account\/(sessions|nid-details|sing-to-server-copy|new-birth-details|myfile|orders|notices|transactions)\/(re-upload\/)?:id|^\/account\/user\/:id\/$|^\/(nid|sign-to-server|tin-certificate|server-copy-unofficial|new-birth-certificate|file)\/:code|\/callback\/$/;

/** One record of each kind. */
interface Belongings {
  readonly person: Person;
  readonly cookie: string;
  addressOf(endpoint: Endpoint): string;
}

async function cookieOf(person: Person, at = portal): Promise<string> {
  const { headers } = await at.signIn(person.email, person.password);
  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}

async function furnish(index: number): Promise<Belongings> {
  const person = await portal.customer();
  await portal.topUp(person, '9000');
  const post = async (path: string, body: unknown) => {
    const made = await portal.call('POST', path, { token: person.token, body });
    expect([200, 201], `${path} ${JSON.stringify(made.body)}`).toContain(made.status);
    return made.body;
  };
  const read = async (path: string) => (await portal.call('GET', path, { token: person.token })).body;
  const { AA, AB } = await servicesByCode(portal);
  const order = await post('/account/orders/', orderBody(AB!));
  const finished = await post('/account/orders/', orderBody(AA!));
  const done = await portal.call('PATCH', `/account/orders/${finished.id}/`, {
    token: portal.admin.token,
    form: dataForm({ status: 'completed' }, { bytes: '%PDF-1.7\n%%EOF', name: 'result.pdf' }),
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const copy = await makeCopy(portal, person);
  const birth = await birthCalls(portal).create(person, birthRecord);
  expect(birth.status, JSON.stringify(birth.body)).toBe(201);
  const invented = syntheticPeople[index]!;
  const unofficial = await post('/account/server-copy-unofficial/', {
    nid: invented.nid,
    date_of_birth: invented.dateOfBirth,
    type: 'NEW',
  });
  const share = await post(`/account/myfile/${copy.id}/shares/`, {});
  const payment = await post('/payment/sandbox/create/', { amount: '100', payment_type: 'custom' });
  const [shared] = (await read(`/account/myfile/${copy.id}/shares/`)).results;
  const { results: movements } = await read('/account/transactions/?page_size=100');
  const transaction = movements.find(
    (one: { transaction_type: string; status: string }) =>
      one.transaction_type === 'recharge' && one.status === 'accepted',
  );
  const [session] = (await read('/account/sessions/')).results ?? (await read('/account/sessions/'));
  const [notice] = (await read('/account/notices/')).results;
  const values: [RegExp, string | number][] = [
    [/\/account\/orders\/(re-upload\/)?:id/, order.id],
    [/\/account\/myfile\/:id/, copy.id],
    [/\/account\/nid-details\/:id/, copy.recordId],
    [/\/account\/new-birth-details\/:id/, birth.body.data.id],
    [/\/account\/transactions\/:id/, transaction.id],
    [/\/account\/sessions\/:id/, session.id],
    [/\/account\/notices\/:id/, notice?.id ?? 2_000_000_000],
    [/\/account\/user\/:id/, person.id],
    [/\/account\/payments\/:id/, payment.payment_id],
    [/^\/s\/:token/, share.url.split('/s/')[1]],
    [/^\/nid\/:code/, copy.openPath.split('/')[2]!],
    [/^\/new-birth-certificate\/:code/, birth.body.data.open_path.split('/')[2]],
    [/^\/server-copy-unofficial\/:code/, unofficial.file_code],
    [/^\/file\/:code/, String(done.body.file).split('/file/')[1]?.replace('/', '') ?? 'none'],
    [/^\/verify-document\/:code/, copy.code],
    [/^\/sandbox\/pay\/:paymentId/, payment.payment_id],
  ];
  const query: Partial<Record<string, string>> = {
    [endpoints.paymentCallback.path]: `?paymentID=${payment.payment_id}&status=success`,
  };
  return {
    person,
    cookie: await cookieOf(person),
    addressOf: ({ path }) => {
      const value = values.find(([pattern]) => pattern.test(path))?.[1];
      return (
        path
          .replace(':shareId', String(shared.id))
          .replace(':provider', 'sandbox')
          .replace(':page', '1')
          .replace(':report', 'sales')
          .replace(':key', 'shop')
          .replace(/:\w+/, String(value ?? '2000000000')) + (query[path] ?? '')
      );
    },
  };
}

let own: Belongings;
let foreign: Belongings;
const staff = new Map<StaffRole, Person>();
beforeAll(async () => {
  own = await furnish(0);
  foreign = await furnish(1);
  for (const role of staffRoles) staff.set(role, await makeStaff(portal, role));
}, 60_000);

const noFault = (answer: Answer, name: string) =>
  // The sandbox provider and the reader may be busy; nothing may be wrong.
  expect(answer.status === 500, `${name}: ${JSON.stringify(answer.body)}`).toBe(false);

describe('without a sign-in', () => {
  it('no one’s records can be opened', async () => {
    for (const { endpoint, method, name } of routes) {
      if (endpoint === endpoints.channel) continue;
      const answer = await portal.call(method, own.addressOf(endpoint), method === 'GET' ? {} : { body: {} });
      noFault(answer, name);
      if (asksSignIn(endpoint)) expect(answer.status, name).toBe(401);
      else if (ofSomebody.test(endpoint.path)) expect(answer.status, name).toBe(404);
    }
  });
});

describe('a customer', () => {
  it('opens what is theirs', async () => {
    const opened: string[] = [];
    for (const { endpoint, name } of reading) {
      const answer = await portal.call('GET', own.addressOf(endpoint), { token: own.person.token });
      noFault(answer, name);
      if (isRight(endpoint.access)) expect(answer.status, name).toBe(403);
      else if (ofSomebody.test(endpoint.path) && answer.status === 200) opened.push(endpoint.path);
    }
    // This shows that the foreign ids below are real.
    expect(opened.length, opened.join()).toBeGreaterThanOrEqual(16);
  });

  it('finds nothing of another customer’s with any method', async () => {
    for (const { endpoint, method, name } of routes) {
      if (!ofSomebody.test(endpoint.path)) continue;
      const body = method === 'GET' ? {} : { body: {} };
      for (const carried of [{ token: own.person.token }, { headers: { Cookie: own.cookie } }]) {
        const answer = await portal.call(method, foreign.addressOf(endpoint), { ...body, ...carried });
        noFault(answer, name);
        if (isRight(endpoint.access)) expect([401, 403], name).toContain(answer.status);
        else if ('headers' in carried && !takesCookie(endpoint)) expect(answer.status, name).toBe(401);
        // An empty body may be refused before the lookup.
        else
          expect(method === 'GET' ? [404] : [400, 404], `${name} ${JSON.stringify(answer.body)}`).toContain(
            answer.status,
          );
      }
    }
  });

  it('can open only documents with the cookie', async () => {
    for (const { endpoint, name } of reading) {
      const answer = await portal.call('GET', own.addressOf(endpoint), { headers: { Cookie: own.cookie } });
      noFault(answer, name);
      if (asksSignIn(endpoint) && !takesCookie(endpoint)) expect(answer.status, name).toBe(401);
    }
  });
});

describe('staff', () => {
  it.each(staffRoles)('can read as %s only what the endpoint’s right allows', async (role) => {
    for (const { endpoint, name } of reading) {
      const answer = await portal.call('GET', own.addressOf(endpoint), { token: staff.get(role)!.token });
      noFault(answer, name);
      if (isRight(endpoint.access))
        expect(answer.status === 403, name).toBe(!hasRight([role], endpoint.access));
    }
  });
});

describe('during an impersonation', () => {
  async function startView(): Promise<{ id: string; token: string; cookie: string }> {
    const owner = staff.get('owner')!;
    const cookie = await cookieOf(owner);
    // The impersonation belongs to the session of the cookie.
    const { body: signedIn, headers } = await portal.signIn(owner.email, owner.password);
    const { body, status } = await portal.call('POST', `/account/user/${own.person.id}/view/`, {
      token: signedIn.access,
      body: { reason: 'ফোনে বললেন ফাইল খুলছে না' },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body, cookie: (headers.get('set-cookie') ?? cookie).split(';')[0]! };
  }

  it('the customer’s data is shown, nothing can be exported or changed, and other customers’ data is not found', async () => {
    const view = await startView();
    const ways = [
      { headers: { Authorization: `Bearer ${view.token}` } as Record<string, string>, suffix: '' },
      { headers: { Cookie: view.cookie } as Record<string, string>, suffix: `view=${view.id}` },
    ];
    for (const { headers, suffix } of ways)
      for (const { endpoint, method, name } of routes) {
        if (endpoint === endpoints.channel) continue;
        // A browser may end a session by its cookie alone, and the view with it.
        if (endpoint === endpoints.signOut && suffix !== '') continue;
        const withView = (address: string) =>
          suffix === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${suffix}`;
        const body = method === 'GET' ? {} : { body: {} };
        const answer = await portal.call(method, withView(own.addressOf(endpoint)), { headers, ...body });
        noFault(answer, name);
        const isSeen = suffix === '' || (method === 'GET' && takesCookie(endpoint));
        if (!isSeen) continue;
        if (isClosedToImpersonation(endpoint)) {
          expect(answer.body.code, name).toBe('view_read_only');
        } else if (isRight(endpoint.access)) expect(answer.status, name).toBe(403);
        if (!ofSomebody.test(endpoint.path) || isClosedToImpersonation(endpoint)) continue;
        const other = await portal.call(method, withView(foreign.addressOf(endpoint)), { headers });
        expect([403, 404], `${name} of another`).toContain(other.status);
      }
  });

  it('a finished data export cannot be opened, and no trace names the customer', async () => {
    await portal.call('POST', '/account/export/', { token: own.person.token });
    await expect
      .poll(
        async () => (await portal.call('GET', '/account/export/', { token: own.person.token })).body.state,
        {
          timeout: 20_000,
        },
      )
      .toBe('ready');
    const view = await startView();
    const taken = await portal.call('GET', `/account/export/file/?view=${view.id}`, {
      headers: { Cookie: view.cookie },
    });
    expect(taken.body).toMatchObject({ code: 'view_read_only' });
    const traces = await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'export.opened' and subject_id = $1`,
      [own.person.id],
    );
    expect(traces).toEqual([]);
    const opened = await portal.call('GET', '/account/export/file/', { token: own.person.token });
    expect(opened.status).toBe(200);
  }, 30_000);
});

describe('someone who has not finished the set-up', () => {
  async function expectShut(
    at: typeof portal,
    person: Person,
    step: 'password' | 'second_factor',
    code: string,
  ) {
    const cookie = await cookieOf(person, at);
    const { body } = await at.signIn(person.email, person.password);
    for (const { endpoint, method, name } of routes) {
      if (endpoint.access === 'public' || endpoint === endpoints.signOut) continue;
      const address = own.addressOf(endpoint);
      const sent = method === 'GET' ? {} : { body: {} };
      const byToken = await at.call(method, address, { token: body.access, ...sent });
      noFault(byToken, name);
      if (endpoint.setUp?.includes(step)) expect(byToken.body.code, name).not.toBe(code);
      else expect(byToken.body.code, name).toBe(code);
      if (method !== 'GET' || !takesCookie(endpoint)) continue;
      const byCookie = await at.call('GET', address, { headers: { Cookie: cookie } });
      expect(byCookie.body.code, `${name} by cookie`).toBe(code);
      const inView = await at.call('GET', `${address}?view=00000000-0000-4000-8000-000000000000`, {
        headers: { Cookie: cookie },
      });
      expect(inView.body.code, `${name} in a view by cookie`).toBe(code);
    }
  }

  it('with a temporary password can use nothing else', async () => {
    for (const person of [await portal.customer(), await makeStaff(portal, 'owner')]) {
      await asOwner(portal.ownerUrl, 'update users set must_change_password = true where id = $1', [
        person.id,
      ]);
      await expectShut(portal, person, 'password', 'password_change_required');
    }
    const owner = await makeStaff(portal, 'owner');
    await asOwner(portal.ownerUrl, 'update users set must_change_password = true where id = $1', [owner.id]);
    const forAnother = await portal.call('PUT', '/account/update-password/', {
      token: owner.token,
      body: { user: own.person.id, new_password: 'abcdef1', confirm_password: 'abcdef1' },
    });
    expect(forAnother.body.code).toBe('password_change_required');
  });

  it('without the required second factor can use nothing else', async () => {
    await expectShut(strict, strict.admin, 'second_factor', 'second_factor_setup_required');
    const forAnother = await strict.call('PUT', '/account/update-password/', {
      token: strict.admin.token,
      body: { user: 2_000_000, new_password: 'abcdef1', confirm_password: 'abcdef1' },
    });
    expect(forAnother.body.code).toBe('second_factor_setup_required');
  });
});
