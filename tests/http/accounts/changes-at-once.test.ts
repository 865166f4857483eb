// Ends sessions in every way, ENDED_SESSIONS times, while their requests and live channels are active.
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
/** Time by which the live channel must be silent; a busy machine may take longer. */
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

/** Sends requests one after the other until the change is confirmed, and two more after that. @returns the counts before and after */
async function sendRequests({ token }: Person, isChanged: () => boolean) {
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

/** Opens a live channel and sends it events continuously. @returns how many it received before the change, and how many too late after it */
async function openBusyChannel({ id, token }: Person) {
  const { body } = await portal.call('POST', '/account/ws-ticket/', { token });
  const socket = new WebSocket(
    `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`,
  );
  let changedAt = Number.POSITIVE_INFINITY;
  const received = { before: 0, tooLate: 0 };
  await new Promise((done, failed) => socket.on('open', done).on('error', failed));
  const closed = new Promise((done) => socket.once('close', done));
  const first = new Promise((done) => socket.once('message', done));
  socket.on('message', () => {
    const now = performance.now();
    if (now < changedAt) received.before += 1;
    else if (now > changedAt + allowedMs) received.tooLate += 1;
  });
  const sendEvent = () =>
    emit(portal.db, [{ audience: `user:${id}`, event: { type: 'balance', userId: id } }]).catch(
      () => undefined,
    );
  const timer = setInterval(sendEvent, 200);
  await first;
  return {
    change() {
      changedAt = performance.now();
    },
    async end() {
      // A closed channel receives nothing more.
      await Promise.race([closed, new Promise((done) => setTimeout(done, allowedMs + 1_000))]);
      clearInterval(timer);
      socket.terminate();
      return received;
    },
  };
}

async function endSession(kind: keyof typeof endings) {
  const person = await portal.customer();
  const channel = await openBusyChannel(person);
  let isChanged = false;
  const calling = Array.from({ length: callers }, () => sendRequests(person, () => isChanged));
  const { status } = await endings[kind](person);
  isChanged = true;
  channel.change();
  expect(status, kind).toBe(200);
  const calls = await Promise.all(calling);
  const { before: received, tooLate } = await channel.end();
  const sum = (field: 'before' | 'acceptedAfter' | 'refusedAfter') =>
    calls.reduce((total, counts) => total + counts[field], 0);
  return {
    [kind]: 1,
    before: sum('before'),
    acceptedAfter: sum('acceptedAfter'),
    refusedAfter: sum('refusedAfter'),
    heard: received,
    heardTooLate: tooLate,
  };
}

it(`accepts no request and sends no event after the response that ends a session, ${rounds} times`, async () => {
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

/** Sends the head of a request. @returns a function that sends its body */
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

it('applies a change of rights to a request whose body was still being sent', async () => {
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
