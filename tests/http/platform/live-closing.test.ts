// Who may listen on the live channel and for how long, and the effect of a failed message.
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { createDatabase, createPool, throughPooler } from '#server/platform/database/connect.ts';
import { createLive, emit, type LiveEvent } from '#server/platform/live/live.ts';
import { createLog } from '#server/platform/log.ts';
import type { Caller } from '#server/platform/request/caller.ts';
import { openBadLine } from '../../support/bad-line.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { eventually, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const allowed = 'https://client.example';
const portal = usePortal({ ALLOWED_ORIGINS: allowed });
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function connect(person: Person, origin?: string): Promise<WebSocket> {
  const { body } = await portal.call('POST', '/account/ws-ticket/', { token: person.token });
  const address = `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`;
  const socket = new WebSocket(address, origin === undefined ? {} : { origin });
  sockets.push(socket);
  return socket;
}

async function sessionOf({ id }: Person): Promise<string> {
  const [session] = await asOwner<{ id: string }>(
    portal.ownerUrl,
    'select id from sessions where user_id = $1',
    [id],
  );
  return session!.id;
}

/** Changes rows without triggers, as a restore or replication does. */
async function withoutTriggers(statement: string, id: number): Promise<void> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(statement, [id]).finally(() => client.end());
}

/** Opens and waits until the channel reports that it is listening. */
async function listen(person: Person) {
  const socket = await connect(person);
  const messages: { type: string; order_id?: number }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((done) => socket.on('close', done));
  await new Promise((done) => socket.on('open', done));
  await eventually(
    async () => {
      socket.send(JSON.stringify({ type: 'hello' }));
      return messages.some(({ type }) => type === 'ready');
    },
    (isReady) => isReady,
  );
  return { messages, closed };
}

describe('the channel', () => {
  it('opens for pages of the portal and of allowed origins only', async () => {
    const person = await portal.customer();
    const outcome = async (origin?: string) => {
      const socket = await connect(person, origin);
      return new Promise<string>((done) => {
        socket.on('open', () => done('open'));
        socket.on('unexpected-response', (_request, response) => done(String(response.statusCode)));
        socket.on('error', (error) => done(error.message));
      });
    };
    expect(await outcome()).toBe('open');
    expect(await outcome(portal.origin)).toBe('open');
    expect(await outcome(allowed)).toBe('open');
    for (const foreign of ['https://evil.example', 'null', `${allowed}.evil.example`])
      expect(await outcome(foreign), foreign).toBe('403');
  });

  it('ends when its user’s roles change', async () => {
    const customer = await portal.customer();
    await portal.topUp(customer, '5000');
    const services = await servicesByCode(portal);
    for (const take of ['by an owner', 'in the database'] as const) {
      const operator = await makeStaff(portal, 'operator');
      const { messages, closed } = await listen(operator);
      if (take === 'by an owner') {
        const changed = await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
          token: portal.admin.token,
          body: { roles: [] },
        });
        expect(changed.status).toBe(200);
      } else {
        await asOwner(portal.ownerUrl, 'update users set roles = $1 where id = $2', [
          ['customer'],
          operator.id,
        ]);
      }
      expect(await closed).toBe(4401);
      const placed = await placeOrder(portal, customer, services.AB!);
      expect(messages.filter(({ order_id }) => order_id === placed.id)).toEqual([]);
    }
  });

  it('sends nothing to former staff from the moment they lose their roles', async () => {
    const customer = await portal.customer();
    await portal.topUp(customer, '5000');
    const { AB } = await servicesByCode(portal);
    const operator = await makeStaff(portal, 'operator');
    const { messages, closed } = await listen(operator);
    await asOwner(portal.ownerUrl, `update users set roles = '{customer}' where id = $1`, [operator.id]);
    // At once, before the channels are looked through again.
    const placed = await placeOrder(portal, customer, AB!);
    expect(await closed).toBe(4401);
    expect(messages.filter(({ order_id }) => order_id === placed.id)).toEqual([]);
  });

  it('sends nothing to a person whose session has ended', async () => {
    for (const end of ['signs out', 'is barred', 'is gone'] as const) {
      const person = await portal.customer();
      const { messages, closed } = await listen(person);
      if (end === 'signs out')
        await portal.call('POST', '/token/logout/', { body: { refresh: person.refresh } });
      else if (end === 'is barred')
        await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [person.id]);
      else await asOwner(portal.ownerUrl, 'delete from sessions where user_id = $1', [person.id]);
      // At once, before the channels are looked through again.
      await emit(portal.db, [
        { audience: `user:${person.id}`, event: { type: 'balance', userId: person.id } },
        { audience: 'everybody', event: { type: 'catalogue' } },
      ]);
      await asOwner(portal.ownerUrl, `select pg_notify('live', '')`);
      expect(await closed, end).toBe(4401);
      expect(
        messages.filter(({ type }) => type !== 'ready'),
        end,
      ).toEqual([]);
    }
  });

  it('ends within seconds of a change that fired no trigger', async () => {
    for (const [what, change] of [
      ['session', 'update sessions set ended_at = now() where user_id = $1'],
      ['roles', `update users set roles = '{customer,auditor}' where id = $1`],
      ['bar', 'update users set is_active = false where id = $1'],
    ] as const) {
      const person = await portal.customer();
      const { closed } = await listen(person);
      await withoutTriggers(change, person.id);
      expect(await closed, what).toBe(4401);
    }
  });

  it('is closed when its client stops reading or is gone', async () => {
    const { db } = portal;
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const live = createLive({ db, listenUrl: portal.databaseUrl, log: createLog('silent') });
    live.setPresenter(async (event: LiveEvent) => event);
    const done: string[] = [];
    const open = async (name: string, bufferedAmount: number, answers: boolean) => {
      const person = await portal.customer();
      const socket = Object.assign(new EventEmitter(), {
        readyState: 1,
        bufferedAmount,
        send: () => done.push(`${name} is sent`),
        close: () => undefined,
        ping: () => answers && socket.emit('pong'),
        terminate: () => done.push(`${name} ends`),
      });
      const holder = { userId: person.id, sessionId: await sessionOf(person) };
      await live.subscribe(socket as unknown as WebSocket, holder, async () => ({
        caller: { roles: ['customer'] } as unknown as Caller,
        audiences: ['everybody'],
      }));
    };
    try {
      await open('reader', 1024 * 1024, true);
      await open('dawdler', 1024 * 1024 + 1, true);
      await open('absentee', 0, false);
      await live.start();
      await emit(db, [{ audience: 'everybody', event: { type: 'catalogue' } }]);
      live.wake();
      await vi.waitFor(
        () => expect(done).toEqual(['reader is sent', 'dawdler ends', 'absentee is sent']),
        9_000,
      );
      // Each client is pinged twice; one that responded the first time stays.
      vi.advanceTimersByTime(40_000);
      expect(done.slice(3)).toEqual(['absentee ends']);
    } finally {
      vi.useRealTimers();
      await live.stop();
    }
  });

  it('is not opened if the session ends during the lookup', async () => {
    const { db } = portal;
    const live = createLive({ db, listenUrl: portal.databaseUrl, log: createLog('silent') });
    const person = await portal.customer();
    const sessionId = await sessionOf(person);
    const told: unknown[] = [];
    const socket = Object.assign(new EventEmitter(), {
      readyState: 1,
      bufferedAmount: 0,
      send: (text: unknown) => told.push(text),
      close(code: number) {
        told.push(code);
        socket.readyState = 3;
        socket.emit('close');
      },
    });
    const holder = { userId: person.id, sessionId };
    const opened = await live.subscribe(socket as unknown as WebSocket, holder, async () => {
      // The result of the lookup, from before the end of the session.
      const found = {
        caller: { roles: ['customer'] } as unknown as Caller,
        audiences: ['everybody'] as const,
      };
      await asOwner(portal.ownerUrl, 'update sessions set ended_at = now() where id = $1', [sessionId]);
      live.wake();
      await eventually(
        async () => told.length,
        (count) => count > 0,
      );
      return found;
    });
    await live.stop();
    expect(opened).toBe(undefined);
    expect(told).toEqual([4401]);
  });

  it('stays closed for staff who still have to set up a second factor', async () => {
    const auditor = await makeStaff(portal, 'auditor');
    const socket = await connect(auditor);
    await new Promise((done) => socket.on('open', done));
    const late = await portal.call('POST', '/account/ws-ticket/', { token: auditor.token });
    await asOwner(portal.ownerUrl, 'update users set must_change_password = true where id = $1', [
      auditor.id,
    ]);
    const refused = new WebSocket(
      `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${late.body.ticket}`,
    );
    sockets.push(refused);
    expect(await new Promise((done) => refused.on('close', done))).toBe(4401);
  });
});

describe('while responses of the database are lost', () => {
  it('the channel uses few connections, and recovers soon after', async () => {
    const target = new URL(portal.databaseUrl);
    const line = await openBadLine({ host: target.hostname, port: Number(target.port) });
    const pool = createPool(throughPooler(target.href, `127.0.0.1:${line.port}`), 8);
    const db = createDatabase(pool, 20);
    const live = createLive({ db, listenUrl: portal.databaseUrl, log: createLog('silent') });
    live.setPresenter(async (event: LiveEvent) => event);
    const person = await portal.customer();
    const sessionId = await sessionOf(person);
    const told: unknown[] = [];
    const socket = Object.assign(new EventEmitter(), {
      readyState: 1,
      bufferedAmount: 0,
      send: (text: string) => told.push((JSON.parse(text) as { type: string }).type),
      close: (code: number) => told.push(code),
      ping: () => undefined,
    });
    await live.subscribe(socket as unknown as WebSocket, { userId: person.id, sessionId }, async () => ({
      caller: { roles: ['customer'] } as unknown as Caller,
      audiences: ['everybody'],
    }));
    await live.start();
    try {
      line.become('silent');
      for (let waking = 0; waking < 60; waking += 1) {
        live.wake();
        await new Promise((done) => setTimeout(done, 100));
      }
      expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBeLessThanOrEqual(3);
      line.become('none');
      await emit(portal.db, [{ audience: 'everybody', event: { type: 'catalogue' } }]);
      await asOwner(portal.ownerUrl, 'update sessions set expires_at = now() where id = $1', [sessionId]);
      await expect.poll(() => told, { timeout: 9_000 }).toEqual(expect.arrayContaining(['catalogue', 4401]));
    } finally {
      line.become('none');
      await live.stop();
      await db.destroy();
      line.close();
    }
  }, 60_000);
});

describe('an event that cannot be delivered', () => {
  it('is redelivered, and delays no others', async () => {
    const { db } = portal;
    const live = createLive({ db, listenUrl: portal.databaseUrl, log: createLog('silent') });
    const failed: number[] = [];
    live.setPresenter(async (event: LiveEvent) => {
      if (!('orderId' in event)) return event;
      const isBroken = event.orderId === 3 || (event.orderId === 1 && failed.length < 2);
      if (isBroken) {
        failed.push(event.orderId);
        throw new Error('the database hiccups');
      }
      return { order_id: event.orderId };
    });
    const told: number[] = [];
    const socket = Object.assign(new EventEmitter(), {
      readyState: 1,
      bufferedAmount: 0,
      send: (text: string) => told.push((JSON.parse(text) as { order_id: number }).order_id),
      close: () => undefined,
      ping: () => undefined,
      terminate: () => undefined,
    });
    const holder = { userId: portal.admin.id, sessionId: '00000000-0000-4000-8000-000000000000' };
    await live.subscribe(socket as unknown as WebSocket, holder, async () => ({
      caller: { roles: ['customer'] } as unknown as Caller,
      audiences: ['user:2147483000'],
    }));
    const tell = (...ids: number[]) =>
      emit(
        db,
        ids.map((orderId) => ({
          audience: 'user:2147483000' as const,
          event: { type: 'order_updated' as const, orderId },
        })),
      );
    await tell(1, 2, 3, 4);
    const wakeUntil = (isEnough: () => boolean) =>
      eventually(
        async () => {
          live.wake();
          await new Promise((done) => setTimeout(done, 20));
          return isEnough();
        },
        (enough) => enough,
      );
    await wakeUntil(() => told.includes(1) && failed.filter((id) => id === 3).length === 5);
    await tell(5);
    await wakeUntil(() => told.includes(5));
    await live.stop();
    expect([...told].sort()).toEqual([1, 2, 4, 5]);
    expect(failed.filter((id) => id === 3)).toHaveLength(5);
  });
});
