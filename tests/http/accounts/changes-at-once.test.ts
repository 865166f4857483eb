// What ends a session, while its calls and its live channel are running: ENDED_SESSIONS times.
import { request } from 'node:http';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { emit } from '#server/platform/live/live.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { recordCounts } from '../../support/proof-counts.ts';
import { makeStaff } from '../steps.ts';

const portal = usePortal();
const rounds = Number(process.env.ENDED_SESSIONS ?? 6);
const callers = 6;
const atOnce = 6;
/** The live channel has to be silent by then; on a machine with other work it may take longer. */
const allowedMs = Number(process.env.SILENT_AFTER_MS ?? 20_000);

const endings = {
  'sign-out': ({ refresh }: Person) => portal.call('POST', '/token/logout/', { body: { refresh } }),
  block: ({ id }: Person) =>
    portal.call('PATCH', `/account/user/${id}/`, { token: portal.admin.token, body: { is_active: false } }),
  'new password': ({ email, password }: Person) => changeElsewhere(email, password),
} as const;

async function changeElsewhere(email: string, password: string) {
  const { body } = await portal.signIn(email, password);
  return portal.call('POST', '/account/update-password/', {
    token: body.access,
    body: { current_password: password, new_password: 'notun-katha-9', confirm_password: 'notun-katha-9' },
  });
}

/** Calls one after the other until the change was answered, and twice after that. @returns how many were answered, before and after */
async function keepCalling({ token }: Person, isChanged: () => boolean) {
  const counts = { before: 0, acceptedAfter: 0, refusedAfter: 0 };
  while (counts.acceptedAfter + counts.refusedAfter < 2) {
    const isAfter = isChanged();
    const { status } = await portal.call('GET', '/account/transaction-summary/', { token });
    if (!isAfter) counts.before += 1;
    else if (status === 401) counts.refusedAfter += 1;
    else counts.acceptedAfter += 1;
  }
  return counts;
}

/** A channel that is told something all the time. @returns what it received until the change, and later than is allowed */
async function keepTelling({ id, token }: Person) {
  const { body } = await portal.call('POST', '/account/ws-ticket/', { token });
  const socket = new WebSocket(
    `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`,
  );
  let changedAt = Number.POSITIVE_INFINITY;
  const heard = { before: 0, tooLate: 0 };
  await new Promise((done, failed) => socket.on('open', done).on('error', failed));
  const closed = new Promise((done) => socket.once('close', done));
  const first = new Promise((done) => socket.once('message', done));
  socket.on('message', () => {
    const now = performance.now();
    if (now < changedAt) heard.before += 1;
    else if (now > changedAt + allowedMs) heard.tooLate += 1;
  });
  const tell = () =>
    emit(portal.db, [{ audience: `user:${id}`, event: { type: 'balance', userId: id } }]).catch(
      () => undefined,
    );
  const telling = setInterval(tell, 200);
  await first;
  return {
    change() {
      changedAt = performance.now();
    },
    async end() {
      // What is closed hears nothing more.
      await Promise.race([closed, new Promise((done) => setTimeout(done, allowedMs + 1_000))]);
      clearInterval(telling);
      socket.terminate();
      return heard;
    },
  };
}

async function endSession(kind: keyof typeof endings) {
  const person = await portal.customer();
  const channel = await keepTelling(person);
  let isChanged = false;
  const calling = Array.from({ length: callers }, () => keepCalling(person, () => isChanged));
  const { status } = await endings[kind](person);
  isChanged = true;
  channel.change();
  expect(status, kind).toBe(200);
  const calls = await Promise.all(calling);
  const { before: heard, tooLate } = await channel.end();
  const sum = (field: 'before' | 'acceptedAfter' | 'refusedAfter') =>
    calls.reduce((total, counts) => total + counts[field], 0);
  return {
    [kind]: 1,
    before: sum('before'),
    acceptedAfter: sum('acceptedAfter'),
    refusedAfter: sum('refusedAfter'),
    heard,
    heardTooLate: tooLate,
  };
}

it(`once the answer is there, no call is accepted and the channel is silent, ${rounds} times`, async () => {
  const kinds = Object.keys(endings) as (keyof typeof endings)[];
  const total: Record<string, number> = {};
  for (let round = 0; round < rounds; round += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, rounds - round) }, (_, index) =>
      endSession(kinds[(round + index) % kinds.length]!),
    );
    for (const counts of await Promise.all(batch))
      for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  }
  recordCounts('sessions ended under calls', total);
  expect(total).toMatchObject({ acceptedAfter: 0, refusedAfter: rounds * callers * 2, heardTooLate: 0 });
  // Otherwise nothing ran during the changes.
  expect(total.before).toBeGreaterThan(rounds * callers);
  expect(total.heard).toBeGreaterThanOrEqual(rounds);
}, 3_600_000);

/** A call whose body does not end before it is told to. */
async function hold(method: string, path: string, { token }: Person, body: object) {
  const text = JSON.stringify(body);
  const call = request(`${portal.origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Expect: '100-continue',
    },
  });
  const answer = new Promise<unknown>((done, failed) => {
    call.on('error', failed).on('response', async (response) => {
      const parts = await response.toArray();
      done({ ...JSON.parse(Buffer.concat(parts).toString()), status: response.statusCode });
    });
  });
  const isAwaited = new Promise((done) => call.once('continue', done));
  call.flushHeaders();
  await isAwaited;
  return (): Promise<unknown> => {
    call.end(text);
    return answer;
  };
}

it('is in force for a call whose body was on its way', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const owner = await makeStaff(portal, 'owner');
  const customer = await portal.customer();
  const name = { first_name: 'অন্য' };
  const goOn = {
    cash: await hold('POST', '/account/transactions/create/', cashier, { user: customer.id, amount: '700' }),
    roles: await hold('PUT', `/account/user/${owner.id}/roles/`, owner, { roles: ['owner'] }),
    profile: await hold('PATCH', `/account/user/${customer.id}/`, customer, name),
  };
  const { token } = portal.admin;
  for (const [id, roles] of [[cashier.id, ['operator']] as const, [owner.id, ['customer']] as const])
    await portal.call('PUT', `/account/user/${id}/roles/`, { token, body: { roles } });
  await endings.block(customer);
  expect(await goOn.cash()).toMatchObject({ status: 403, code: 'not_allowed' });
  expect(await goOn.roles()).toMatchObject({ status: 401, code: 'not_signed_in' });
  expect(await goOn.profile()).toMatchObject({ status: 401, code: 'not_signed_in' });
  const { body } = await portal.call('GET', `/account/user/${customer.id}/`, { token });
  expect(body).toMatchObject({ balance: 0, first_name: 'রহিমা' });
});
