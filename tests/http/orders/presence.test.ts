// Two people viewing one order see each other; a page can request which events it missed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createPresence } from '#server/orders/presence.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { eventually, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

// biome-ignore lint/suspicious/noExplicitAny: messages are read as an outside client would
type Message = any;

const ticketOf = async ({ token }: Person): Promise<string> =>
  (await portal.call('POST', '/account/ws-ticket/', { token })).body.ticket;

const open = async (person: Person, ...sayings: (object | string)[]) =>
  openWith(`ticket=${await ticketOf(person)}`, ...sayings);

/** Sends messages the moment the socket is open, before the ticket is checked. */
async function openWith(query: string, ...sayings: (object | string)[]) {
  const socket = new WebSocket(`${portal.origin.replace('http', 'ws')}/ws/order-updates/?${query}`);
  sockets.push(socket);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  const say = (saying: object | string) =>
    socket.send(typeof saying === 'string' ? saying : JSON.stringify(saying));
  await new Promise<void>((done, failed) => {
    socket.on('open', () => {
      for (const saying of sayings) say(saying);
      done();
    });
    socket.on('error', failed);
  });
  return { messages, say, socket };
}
const hello = { type: 'hello' };
const viewing = (id: number | null) => ({ type: 'viewing', order_id: id });
const namesIn = ({ messages }: { messages: Message[] }, id: number) =>
  messages.findLast(({ type, order_id }) => type === 'viewers' && order_id === id)?.viewers as
    | { id: number }[]
    | undefined;
const seen = (channel: { messages: Message[] }, id: number, ...people: Person[]) =>
  eventually(
    async () => (namesIn(channel, id) ?? []).map((viewer) => viewer.id).sort(),
    (ids) => JSON.stringify(ids) === JSON.stringify(people.map((person) => person.id).sort()),
  );

async function anOrder(): Promise<{ person: Person; id: number }> {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  return { person, id: (await placeOrder(portal, person, services.AB!)).id };
}

it('shows two viewers of an order to each other as they arrive, move on and leave', async () => {
  const { id } = await anOrder();
  const other = (await anOrder()).id;
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'auditor')];
  const one = await open(first, viewing(id));
  expect(await seen(one, id, first)).toEqual([first.id]);
  const two = await open(second, viewing(id));
  const both = [first.id, second.id].sort();
  expect(await seen(one, id, first, second)).toEqual(both);
  expect(await seen(two, id, first, second)).toEqual(both);
  expect(namesIn(one, id)?.[0]).toEqual({ id: expect.any(Number), name: expect.stringContaining('কর্মী') });
  two.say(viewing(other));
  expect(await seen(one, id, first)).toEqual([first.id]);
  expect(await seen(one, other, second)).toEqual([second.id]);
  two.socket.terminate();
  expect(await seen(one, other)).toEqual([]);
});

it('removes viewers whose process was killed', async () => {
  const { id } = await anOrder();
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  await portal.db
    .insertInto('order_viewers')
    .values({ connection_id: randomUUID(), order_id: id, user_id: second.id })
    .execute();
  const one = await open(first, viewing(id));
  expect(await seen(one, id, first, second)).toHaveLength(2);
  await portal.db
    .updateTable('order_viewers')
    .set({ seen_at: sql`now() - interval '61 seconds'` })
    .where('user_id', '=', second.id)
    .execute();
  await createPresence(portal.db, () => undefined).removeOld();
  expect(await seen(one, id, first)).toEqual([first.id]);
});

it('removes viewers recorded while the clock was ahead', async () => {
  const { id } = await anOrder();
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  await portal.db
    .insertInto('order_viewers')
    .values({
      connection_id: randomUUID(),
      order_id: id,
      user_id: second.id,
      seen_at: sql`now() + interval '1 year'`,
    })
    .execute();
  const one = await open(first, viewing(id));
  expect(await seen(one, id, first)).toEqual([first.id]);
  await createPresence(portal.db, () => undefined).removeOld();
  const left = await portal.db
    .selectFrom('order_viewers')
    .select('user_id')
    .where('order_id', '=', id)
    .execute();
  expect(left).toEqual([{ user_id: first.id }]);
});

it('shows a viewer again who was removed because their process had stalled', async () => {
  const { id } = await anOrder();
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const [one, two] = [await open(first, viewing(id)), await open(second, viewing(id))];
  expect(await seen(one, id, first, second)).toHaveLength(2);
  await portal.db
    .updateTable('order_viewers')
    .set({ seen_at: sql`now() - interval '61 seconds'` })
    .where('user_id', '=', second.id)
    .execute();
  await createPresence(portal.db, () => undefined).removeOld();
  expect(await seen(one, id, first)).toEqual([first.id]);
  two.say(viewing(id));
  expect(await seen(one, id, first, second)).toHaveLength(2);
});

it('skips orders that a viewer leaves too quickly while flipping through them', async () => {
  const { id } = await anOrder();
  const others: number[] = [];
  while (others.length < 4) others.push((await anOrder()).id);
  const operator = await makeStaff(portal, 'operator');
  const page = await open(operator, viewing(id));
  expect(await seen(page, id, operator)).toEqual([operator.id]);
  page.messages.length = 0;
  for (let turn = 0; turn < 500; turn += 1) page.say(viewing(others[turn % 4]!));
  page.say(viewing(id));
  expect(await seen(page, id, operator)).toEqual([operator.id]);
  expect(page.messages.length).toBeLessThan(250);
});

it('does not send customers who is viewing', async () => {
  const { person, id } = await anOrder();
  const operator = await makeStaff(portal, 'operator');
  const own = await open(person, hello, viewing(id));
  const staff = await open(operator, viewing(id));
  expect(await seen(staff, id, operator)).toEqual([operator.id]);
  await portal.topUp(person, '1');
  await eventually(
    async () => own.messages.length,
    () => own.messages.some(({ type }) => type === 'balance'),
  );
  expect(own.messages.filter(({ type }) => type === 'viewers')).toEqual([]);
});

it('ignores invalid messages and keeps the channel open', async () => {
  const { id } = await anOrder();
  const operator = await makeStaff(portal, 'operator');
  const staff = await open(
    operator,
    '{',
    'null',
    '[]',
    { type: 'viewing', order_id: 'x' },
    { type: 'viewing', order_id: -1 },
  );
  for (const saying of ['x'.repeat(5000), viewing(2_000_000_000), hello, viewing(id)]) staff.say(saying);
  expect(await seen(staff, id, operator)).toEqual([operator.id]);
  expect(staff.socket.readyState).toBe(WebSocket.OPEN);
});

it('delivers every event after `ready`', async () => {
  const operator = await makeStaff(portal, 'operator');
  for (let turn = 0; turn < 10; turn += 1) {
    const staff = await open(operator, hello);
    await eventually(
      async () => staff.messages.length,
      (count) => count > 0,
    );
    expect(staff.messages[0]).toEqual({ type: 'ready' });
    const { id } = await anOrder();
    const created = await eventually(
      async () => staff.messages.find(({ type }) => type === 'order_created'),
      (found) => found !== undefined,
    );
    expect(created.order_id).toBe(id);
    staff.socket.terminate();
  }
});

it('reports the missed events to a page that says how long it has been disconnected', async () => {
  const services = await servicesByCode(portal);
  const [person, operator] = [await portal.customer(), await makeStaff(portal, 'operator')];
  const others = await ticketOf(operator);
  await portal.topUp(person, '1000');
  await placeOrder(portal, person, services.AB!);
  const answerTo = async (query: string) => {
    const { messages } = await openWith(query, hello);
    return eventually(
      async () => messages.find(({ type }) => type === 'ready'),
      (found) => found !== undefined,
    );
  };
  const mine = await answerTo(`ticket=${await ticketOf(person)}&unheard_ms=60000`);
  expect(mine.missed.sort()).toEqual(['balance', 'order_created']);
  expect((await answerTo(`ticket=${others}&unheard_ms=0`)).missed, 'since its ticket').toContain(
    'order_created',
  );
  await asOwner(portal.ownerUrl, `update live_events set created_at = now() - interval '5 minutes'`);
  expect(await answerTo(`ticket=${await ticketOf(person)}&unheard_ms=60000`)).toEqual({
    type: 'ready',
    missed: [],
  });
  for (const unknown of ['', '&unheard_ms=x', '&unheard_ms=-1', '&unheard_ms=3000000'])
    expect(await answerTo(`ticket=${await ticketOf(person)}${unknown}`), unknown).toEqual({ type: 'ready' });
  await asOwner(
    portal.ownerUrl,
    `insert into live_events (audience, message) select 'staff', '{"type":"viewers","orderId":1}' from generate_series(1, 1000)`,
  );
  expect(await answerTo(`ticket=${await ticketOf(person)}&unheard_ms=60000`), 'too many').toEqual({
    type: 'ready',
  });
});
