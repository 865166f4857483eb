import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { StaffRole } from '#contract/access.ts';
import { createPortal } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createDatabase, createPool } from '#server/platform/database/connect.ts';
import { createLive } from '#server/platform/live/live.ts';
import { removeOldTickets } from '#server/platform/live/tickets.ts';
import { createLog } from '#server/platform/log.ts';
import type { Caller } from '#server/platform/request/caller.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  callRaw,
  dataForm,
  eventually,
  expectRefusal,
  makeStaff,
  placeOrder,
  reverseTransfer,
  servicesByCode,
} from '../steps.ts';

const portal = usePortal();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

// biome-ignore lint/suspicious/noExplicitAny: messages are read as an outside client would
type Message = any;

interface Channel {
  messages: Message[];
  socket: WebSocket;
  closed: Promise<number>;
}

const ticketOf = async (person: Person): Promise<string> => {
  const { status, body } = await portal.call('POST', '/account/ws-ticket/', { token: person.token });
  expect(status).toBe(200);
  expect(body).toEqual({ ticket: expect.stringMatching(/^[\w-]{22,}$/), expires_in: 60 });
  return body.ticket;
};

async function openWith(ticket: string | undefined, origin = portal.origin): Promise<Channel> {
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/ws/order-updates/${ticket === undefined ? '' : `?ticket=${ticket}`}`,
  );
  sockets.push(socket);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((done) => socket.on('close', done));
  await new Promise<void>((done, failed) => {
    socket.on('open', () => done());
    socket.on('error', failed);
  });
  return { messages, socket, closed };
}

/** Opens a channel and waits until it receives events, because its ticket is checked shortly after the opening. */
async function join(person: Person, origin?: string): Promise<Channel> {
  const channel = await openWith(await ticketOf(person), origin);
  await eventually(
    async () => {
      await portal.call('POST', '/account/transactions/create/', {
        token: portal.admin.token,
        body: { user: person.id, amount: '0.01' },
      });
      await new Promise((done) => setTimeout(done, 30));
      return channel.messages.length;
    },
    (count) => count > 0,
  );
  await new Promise((done) => setTimeout(done, 100));
  channel.messages.length = 0;
  return channel;
}

const until = (channel: Channel, isThere: (message: Message) => boolean) =>
  eventually(
    async () => channel.messages.find(isThere),
    (found) => found !== undefined,
  );

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}

it('drops a client that sends but does not read before its responses fill the memory', async () => {
  const channel = await join(await richCustomer());
  const { socket } = channel;
  const { _socket: line } = socket as unknown as { _socket: Socket };
  line.pause();
  // Masked with zeros, as a client has to.
  const text = Buffer.from('{"type":"hello"}');
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), text]);
  const many = Buffer.concat(Array.from({ length: 5_000 }, () => frame));
  let isBroken = false;
  line.once('error', () => {
    isBroken = true;
  });
  let asked = 0;
  for (; asked < 1_500_000 && !isBroken; asked += 5_000)
    await new Promise((done) => {
      line.write(many, done);
    });
  expect(asked).toBeLessThan(1_500_000);
});

it.each([
  ['questions', [0x81, '{"type":"hello"}']],
  ['pings', [0x89, 'anybody there?']],
] as const)('drops a client that reads but sends %s without pause', async (_, [kind, content]) => {
  const { socket, closed } = await join(await richCustomer());
  const { _socket: line } = socket as unknown as { _socket: Socket };
  line.on('error', () => undefined);
  const text = Buffer.from(content);
  const frame = Buffer.concat([Buffer.from([kind, 0x80 + text.length, 0, 0, 0, 0]), text]);
  // Eight times the amount of one read.
  line.write(Buffer.concat(Array.from({ length: 25_000 }, () => frame)));
  const end = await Promise.race([closed, new Promise<string>((done) => setTimeout(done, 3_000, 'open'))]);
  expect(end).toBe(1006);
});

describe('the ticket', () => {
  it('opens the channel once', async () => {
    const person = await portal.customer();
    const ticket = await ticketOf(person);
    await ticketOf(await portal.customer());
    const channels = [await openWith(ticket), await openWith(ticket)];
    // Tickets are checked after the opening, so either of the two may succeed.
    expect(await Promise.race(channels.map(({ closed }) => closed))).toBe(4401);
    const open = channels.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    expect(open).toHaveLength(1);
    open[0]!.socket.send('{"type":"hello"}');
    expect(await until(open[0]!, ({ type }) => type === 'ready')).toBeDefined();
  });

  it('opens nothing when missing, invented or older than 60 seconds', async () => {
    const person = await portal.customer();
    const old = await ticketOf(person);
    await asOwner(
      portal.ownerUrl,
      `update ws_tickets set expires_at = now() - interval '1 second' where user_id = $1`,
      [person.id],
    );
    for (const ticket of [undefined, 'made-up', old, '%00'])
      expect(await (await openWith(ticket)).closed, ticket).toBe(4401);
    await asOwner(
      portal.ownerUrl,
      `insert into ws_tickets select '\\x01', user_id, id, now() - interval '1 second' from sessions where user_id = $1 limit 1`,
      [person.id],
    );
    await removeOldTickets(portal);
    expect(await asOwner(portal.ownerUrl, 'select from ws_tickets where expires_at < now()')).toEqual([]);
  });

  it('is useless once the session has ended, and is stored only as a hash', async () => {
    const person = await portal.customer();
    const ticket = await ticketOf(person);
    expect(
      JSON.stringify(
        await asOwner(portal.ownerUrl, `select encode(ticket_hash, 'escape') as hash from ws_tickets`),
      ),
    ).not.toContain(ticket);
    await portal.call('POST', '/token/logout/', { body: { refresh: person.refresh } });
    expect(await (await openWith(ticket)).closed).toBe(4401);
  });

  it('requires a sign-in', async () => {
    expectRefusal(await portal.call('POST', '/account/ws-ticket/'), 'not_signed_in');
  });

  it('is for the live channel only: a plain request to its address is not found', async () => {
    const person = await portal.customer();
    const { status } = await callRaw(
      portal,
      'GET',
      `/ws/order-updates/?ticket=${await ticketOf(person)}`,
      {},
    );
    expect(status).toBe(404);
  });
});

describe('events', () => {
  it('go to staff for every order and to customers for their own, with balances', async () => {
    const services = await servicesByCode(portal);
    const [person, stranger, operator] = [
      await richCustomer(),
      await richCustomer(),
      await makeStaff(portal, 'operator'),
    ];
    const [own, others, staff] = [await join(person), await join(stranger), await join(operator)];
    const placed = await placeOrder(portal, person, services.AB!);
    const told = await until(staff, ({ type }) => type === 'order_created');
    expect(told).toMatchObject({
      type: 'order_created',
      order_id: placed.id,
      order: { id: placed.id, status: 'pending', user: { id: person.id } },
    });
    expect(await until(own, ({ type }) => type === 'order_created')).toMatchObject({
      order_id: placed.id,
      order: { id: placed.id },
    });
    const balance = await until(own, ({ type }) => type === 'balance');
    const { body: summary } = await portal.call('GET', '/account/transaction-summary/', person);
    expect(summary.held).toBeGreaterThan(0);
    expect(balance).toEqual({ type: 'balance', current_balance: summary.current_balance });
    await portal.call('PATCH', `/account/orders/${placed.id}/`, {
      token: operator.token,
      form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
    });
    expect(await until(own, ({ type }) => type === 'order_updated')).toMatchObject({
      order: { status: 'completed', text_content: 'হয়েছে' },
    });
    expect(await until(staff, ({ type }) => type === 'order_updated')).toMatchObject({ order_id: placed.id });
    // A later event of the stranger's own shows that all earlier ones have passed.
    await portal.topUp(stranger, '1');
    await until(others, ({ type }) => type === 'balance');
    expect(others.messages.filter(({ type }) => type !== 'balance')).toEqual([]);
    expect(staff.messages.filter(({ type }) => type === 'balance')).toEqual([]);
  });

  it('notify customers of each movement of their money and each step of their orders', async () => {
    const services = await servicesByCode(portal);
    const [person, operator] = [await portal.customer(), await makeStaff(portal, 'operator')];
    const money = (what: string, body: object = { user: person.id, amount: '900' }) =>
      portal.call('POST', what, { token: portal.admin.token, body });
    const step = (id: number, data: object) =>
      portal.call('PATCH', `/account/orders/${id}/`, { token: operator.token, form: dataForm(data) });
    const told = async () =>
      (
        await asOwner<{ told: string }>(
          portal.ownerUrl,
          `select message->>'type' as told from live_events where audience = $1 order by id`,
          [`user:${person.id}`],
        )
      ).map((row) => row.told);
    const recharge = '/account/transactions/create/';
    const { body: mistaken } = await money(recharge);
    await reverseTransfer(portal, mistaken.id, 'ভুল');
    await money(recharge);
    await money('/account/transactions/withdrawl/', { user: person.id, amount: '1' });
    const create = { token: person.token, body: { amount: '100', payment_type: 'custom' } };
    const { body: payment } = await portal.call('POST', '/payment/sandbox/create/', create);
    await portal.call('POST', `/sandbox/pay/${payment.payment_id}`, { body: { action: 'pay' } });
    const back = `/payment/sandbox/callback/?paymentID=${payment.payment_id}&status=success`;
    expect((await portal.call('GET', back, { token: person.token })).body.status).toBe('success');
    expect(await told()).toEqual(['balance', 'balance', 'balance', 'balance', 'balance']);
    const { id } = await placeOrder(portal, person, services.AB!);
    await step(id, { status: 'processing' });
    await step(id, { status: 'rejected', note: 'ভুল' });
    await step(id, { status: 'completed', text_content: 'হয়েছে' });
    await money(`/account/orders/${id}/refund/`, { amount: '1', reason: 'দেরি' });
    expect((await told()).slice(5)).toEqual([
      ...['order_created', 'balance', 'order_updated', 'order_updated', 'balance'],
      ...['order_updated', 'balance', 'order_updated', 'balance'],
    ]);
  });

  it('include for a new order the data that lists show', async () => {
    const services = await servicesByCode(portal);
    const [person, operator] = [await richCustomer(), await makeStaff(portal, 'operator')];
    const [own, staff] = [await join(person), await join(operator)];
    const placed = await placeOrder(portal, person, services.AB!);
    for (const [socket, { token }] of [
      [own, person],
      [staff, operator],
    ] as const) {
      const told = await until(socket, ({ type }) => type === 'order_created');
      const { body } = await portal.call('GET', '/account/orders/?page=1&page_size=10', { token });
      const [newest] = (body as { results: { id: number }[] }).results;
      expect(told.order).toEqual(newest);
      expect(newest).toMatchObject({ id: placed.id });
    }
  });

  it('are not sent for anything refused or rolled back', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    const staff = await join(await makeStaff(portal, 'operator'));
    const own = await join(person);
    const refused = await portal.call('POST', '/account/orders/', {
      token: person.token,
      body: {
        service: services.AB!.id,
        sub_type: services.AB!.sub_type[0]!.id,
        nid_or_form_num_or_for_biometric_or_location: '123',
      },
    });
    expectRefusal(refused, 'insufficient_balance');
    await portal.topUp(person, '2');
    await until(own, ({ type }) => type === 'balance');
    expect(own.messages.map(({ type }) => type)).toEqual(['balance']);
    expect(staff.messages).toEqual([]);
  });

  it('arrive once and in order, even under load', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const staff = await join(await makeStaff(portal, 'operator'));
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => placeOrder(portal, person, services.AB!)),
    );
    const created = () =>
      staff.messages.filter(({ type }) => type === 'order_created').map(({ order_id }) => order_id as number);
    await eventually(
      async () => created().length,
      (count) => count >= 20,
    );
    expect([...created()].sort((one, two) => one - two)).toEqual(
      placed.map(({ id }) => id).sort((one, two) => one - two),
    );
  });
});

describe('the end of a session', () => {
  it('closes the socket after a logout and after the user was made inactive', async () => {
    const [leaving, barred, staying] = [
      await portal.customer(),
      await portal.customer(),
      await portal.customer(),
    ];
    const [first, second, third] = [await join(leaving), await join(barred), await join(staying)];
    await portal.call('POST', '/token/logout/', { body: { refresh: leaving.refresh } });
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [barred.id]);
    expect(await first.closed).toBe(4401);
    expect(await second.closed).toBe(4401);
    expect(third.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('does not close a channel that opens while the others are checked', async () => {
    const url = new URL(portal.databaseUrl);
    url.searchParams.set('application_name', 'checking');
    const db = createDatabase(createPool(url.href, 2));
    const live = createLive({ db, listenUrl: portal.ownerUrl, log: createLog('silent') });
    const holder = new pg.Client({ connectionString: portal.ownerUrl });
    await holder.connect();
    const closed: string[] = [];
    const open = async (name: string) => {
      const { id: userId } = await portal.customer();
      const [session] = await asOwner<{ id: string; roles: StaffRole[] }>(
        portal.ownerUrl,
        'select sessions.id, roles from sessions join users on users.id = user_id where user_id = $1',
        [userId],
      );
      const socket = Object.assign(new EventEmitter(), {
        readyState: 1,
        close: (code: number) => code === 4401 && closed.push(name),
      });
      return () =>
        live.subscribe(socket as unknown as WebSocket, { userId, sessionId: session!.id }, async () => ({
          caller: { roles: session!.roles } as unknown as Caller,
          audiences: [`user:${userId}`],
        }));
    };
    const [early, late] = [await open('early'), await open('late')];
    try {
      await early();
      await holder.query('begin');
      await holder.query('lock table sessions in access exclusive mode');
      await live.start();
      const isChecking = `select from pg_stat_activity where application_name = 'checking' and wait_event_type = 'Lock'`;
      // Not by the holder: a transaction keeps the list of connections that it saw first.
      await expect.poll(() => asOwner(portal.ownerUrl, isChecking)).toHaveLength(1);
      await late();
      await holder.query('rollback');
      await new Promise((done) => setTimeout(done, 300));
      expect(closed).toEqual([]);
    } finally {
      await holder.end();
      await live.stop();
      await db.destroy();
    }
  });
});

describe('two portals on one database', () => {
  it('each send the events of both, and one closes its clients’ channels when it stops', async () => {
    const config = readConfig({
      DATA_DIR: portal.dataDir,
      PORT: '0',
      PUBLIC_ORIGIN: portal.origin,
      DATABASE_POOL: '5',
      DOCUMENT_WORKERS: '1',
      LOG_LEVEL: 'silent',
    });
    const other = await createPortal({
      config,
      databaseUrl: portal.databaseUrl,
      log: createLog('silent'),
    });
    const otherOrigin = `http://127.0.0.1:${await other.start()}`;
    try {
      const services = await servicesByCode(portal);
      const person = await richCustomer();
      const operator = await makeStaff(portal, 'operator');
      const [here, there] = [await join(operator), await join(person, otherOrigin)];
      const placed = await placeOrder(portal, person, services.AB!);
      expect(await until(there, ({ type }) => type === 'order_created')).toMatchObject({
        order_id: placed.id,
      });
      await fetch(`${otherOrigin}/account/orders/${placed.id}/cancel/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${person.token}` },
      });
      expect(await until(here, ({ type }) => type === 'order_updated')).toMatchObject({
        order: { status: 'cancelled' },
      });
      await other.stop();
      expect(await there.closed).toBe(1001);
      expect(here.socket.readyState).toBe(WebSocket.OPEN);
    } finally {
      await other.stop().catch(() => undefined);
    }
  });
});

describe('the catalogue', () => {
  it('is announced to every listener when it changes, and so are the shop’s details', async () => {
    const [customer, operator] = [await portal.customer(), await makeStaff(portal, 'operator')];
    const channels = [await join(customer), await join(operator)];
    const [service] = Object.values(await servicesByCode(portal));
    await portal.call('PATCH', `/account/services/${service!.id}/`, {
      token: portal.admin.token,
      body: { charge: '33' },
    });
    await portal.call('PUT', '/account/settings/announcement/', {
      token: portal.admin.token,
      body: { version: 0, value: { bn: 'ঈদ মোবারক', en: '' } },
    });
    for (const { messages } of channels)
      expect(
        await eventually(
          async () => messages.map(({ type }) => type).filter((type) => type !== 'balance'),
          (types) => types.length >= 2,
        ),
      ).toEqual(expect.arrayContaining(['catalogue', 'shop']));
  });
});
