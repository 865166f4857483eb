// The live channel's engine: events are rows written with the change; every process reads each committed row once
// and hands it to its own sockets. A notification only shortens the wait; a lost one costs half a second.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { WebSocket } from 'ws';
import type { Database, Reader } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { Caller } from '../request/caller.ts';
import { noteWritten } from './wake-after.ts';

export type Audience = 'staff' | 'everybody' | `user:${number}`;

/** What is stored: kinds and ids; what it says to a person is looked up when it is sent. */
export type LiveEvent =
  | { readonly type: 'order_created' | 'order_updated' | 'order_deleted'; readonly orderId: number }
  | { readonly type: 'balance'; readonly userId: number }
  /** Somebody came to an order's page or left it. */
  | { readonly type: 'viewers'; readonly orderId: number }
  /** The bell has something that no other message tells of. */
  | { readonly type: 'notice' }
  /** What is on offer, or what the shop tells of itself, has changed. */
  | { readonly type: 'catalogue' }
  | { readonly type: 'shop' };

/** Turns an event into the message for its audience; undefined when there is nothing to say any more. */
export type Present = (event: LiveEvent, audience: Audience) => Promise<object | undefined>;

export interface Telling {
  readonly audience: Audience;
  readonly event: LiveEvent;
}

/** Writes events in one round trip; they are sent after the transaction has committed. See `wakeAfter`. */
export async function emit(reader: Reader, tellings: readonly Telling[]): Promise<void> {
  await reader
    .insertInto('live_events')
    .values(tellings.map(({ audience, event }) => ({ audience, message: JSON.stringify(event) })))
    .execute();
  noteWritten();
}

interface Subscriber {
  readonly socket: WebSocket;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly audience: Audience;
  isAlive: boolean;
}

interface EventRow {
  readonly id: bigint;
  readonly audience: Audience;
  readonly message: LiveEvent;
  readonly committed_by: string;
  readonly horizon: string;
}

/** An event that could not be told is tried again; one that never can be is left out, so that the others go on. */
const maxTries = 5;
/** What waits for a reader that does not read. */
const maxWaitingBytes = 1024 * 1024;

const ticketSeconds = 60;
/** Of one sign-in that wait to be used; a further one takes the oldest's place. */
const maxTickets = 200;
const pollMs = 500;
const checkMs = 2_000;
const pingMs = 20_000;
const channel = 'live';

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

export type Live = ReturnType<typeof createLive>;

export interface LiveDeps {
  readonly db: Database;
  readonly listenUrl: string;
  readonly log: Log;
}

export function createLive({ db, listenUrl, log }: LiveDeps) {
  const subscribers = new Set<Subscriber>();
  let present: Present = async () => undefined;
  let horizon = '0';
  let delivered: ReadonlySet<bigint> = new Set();
  const failures = new Map<bigint, number>();
  let timers: NodeJS.Timeout[] = [];
  let listener: pg.Client | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  let notifyTimer: NodeJS.Timeout | undefined;

  // Rows at or above the horizon may have been invisible before; those already sent are remembered until it passes them.
  async function readNew(): Promise<EventRow[]> {
    const { rows } = await sql<EventRow>`
      select id, audience, message, committed_by::text, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
        from live_events where committed_by >= ${horizon}::xid8 order by id`.execute(db);
    return rows;
  }

  /** Moves the mark past what was told; while something has to be told again it stays where it is. */
  function mark(rows: readonly EventRow[], untold: ReadonlySet<bigint>): void {
    const next = rows[0]?.horizon;
    if (next === undefined) return;
    const told = rows.filter((row) => !untold.has(row.id));
    if (untold.size === 0) horizon = next;
    delivered = new Set(
      told.filter((row) => untold.size > 0 || BigInt(row.committed_by) >= BigInt(next)).map((row) => row.id),
    );
    for (const id of failures.keys()) if (!untold.has(id)) failures.delete(id);
  }

  /** What was written before anybody listened is not told. */
  async function skipToNow(): Promise<void> {
    const { rows } = await sql<{
      horizon: string;
    }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
    horizon = rows[0]!.horizon;
    mark(await readNew(), new Set());
  }

  async function tell({ audience, message }: EventRow): Promise<void> {
    const listeners = [...subscribers].filter((subscriber) => subscriber.audience === audience);
    if (listeners.length === 0) return;
    const body = await present(message, audience);
    if (!body) return;
    const text = JSON.stringify(body);
    for (const { socket } of listeners) {
      if (socket.readyState !== 1) continue;
      if (socket.bufferedAmount > maxWaitingBytes) socket.terminate();
      else socket.send(text);
    }
  }

  async function deliver(): Promise<void> {
    const rows = await readNew();
    const untold = new Set<bigint>();
    for (const row of rows) {
      if (delivered.has(row.id)) continue;
      try {
        await tell(row);
      } catch (error) {
        const tries = (failures.get(row.id) ?? 0) + 1;
        failures.set(row.id, tries);
        if (tries < maxTries) untold.add(row.id);
        log.warn(
          { fault: (error as { code?: string }).code, kind: row.message.type },
          'a live event could not be told',
        );
      }
    }
    mark(rows, untold);
  }

  // One reading at a time; a wake during it makes another follow.
  function wakeHere(): void {
    // With nobody to tell there is nothing to read; the first who comes sets the horizon anew.
    if (isStopped || subscribers.size === 0) return;
    if (running) {
      again = true;
      return;
    }
    running = deliver()
      .catch((error: unknown) =>
        log.warn({ fault: (error as { code?: string }).code }, 'live events could not be read'),
      )
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          wakeHere();
        }
      });
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: listenUrl,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
    let isGone = false;
    // A connection that breaks says so twice, as an error and as an end: it is replaced by one.
    const retry = () => {
      if (isGone) return;
      isGone = true;
      if (listener === client) listener = undefined;
      client.end().catch(() => undefined);
      if (!isStopped) timers.push(setTimeout(() => void listen(), 2_000).unref());
    };
    client.on('error', retry);
    client.on('end', retry);
    client.on('notification', wakeHere);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      listener = client;
    } catch {
      retry();
    }
  }

  async function dropEnded(): Promise<void> {
    const ids = [...new Set([...subscribers].map((subscriber) => subscriber.sessionId))];
    if (ids.length === 0) return;
    const good = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.roles'])
      .where('sessions.id', 'in', ids)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', sql<Date>`now()`)
      .where('users.is_active', '=', true)
      .execute();
    const alive = new Map(good.map((row) => [row.id, row.roles.join()]));
    // What a channel tells was decided by the roles that its person had when it was opened.
    for (const { sessionId, roles, socket } of subscribers)
      if (alive.get(sessionId) !== roles.join()) socket.close(4401, 'session ended');
  }

  function ping(): void {
    for (const subscriber of subscribers) {
      if (!subscriber.isAlive) {
        subscriber.socket.terminate();
        continue;
      }
      subscriber.isAlive = false;
      subscriber.socket.ping();
    }
  }

  return {
    setPresenter(presenter: Present) {
      present = presenter;
    },

    async start(): Promise<void> {
      await listen();
      timers.push(
        setInterval(wakeHere, pollMs).unref(),
        setInterval(() => void dropEnded().catch(() => undefined), checkMs).unref(),
        setInterval(ping, pingMs).unref(),
      );
    },

    /** Called after a commit: reads here at once and tells the other processes, at most every 50 ms. */
    wake(): void {
      wakeHere();
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        void sql`select pg_notify(${channel}, '')`.execute(db).catch(() => undefined);
      }, 50).unref();
    },

    async makeTicket(caller: Caller): Promise<{ ticket: string; expires_in: number }> {
      const ticket = randomBytes(24).toString('base64url');
      await sql`
        delete from ws_tickets where session_id = ${caller.sessionId} and ticket_hash not in (
          select ticket_hash from ws_tickets where session_id = ${caller.sessionId}
           order by expires_at desc limit ${maxTickets - 1})`.execute(db);
      await db
        .insertInto('ws_tickets')
        .values({
          ticket_hash: hashOf(ticket),
          user_id: caller.userId,
          session_id: caller.sessionId,
          expires_at: sql<Date>`now() + ${ticketSeconds} * interval '1 second'`,
        })
        .execute();
      return { ticket, expires_in: ticketSeconds };
    },

    /** The session behind a ticket, which is thereby used up. */
    async useTicket(ticket: string): Promise<string | undefined> {
      const row = await db
        .deleteFrom('ws_tickets')
        .where('ticket_hash', '=', hashOf(ticket))
        .returning(['session_id', sql<boolean>`expires_at > now()`.as('is_live')])
        .executeTakeFirst();
      return row?.is_live ? row.session_id : undefined;
    },

    async subscribe(socket: WebSocket, caller: Caller, audiences: readonly Audience[]): Promise<void> {
      if (subscribers.size === 0) await skipToNow();
      if (socket.readyState !== 1) return;
      for (const audience of audiences) {
        const { sessionId, roles } = caller;
        const subscriber: Subscriber = { socket, sessionId, roles, audience, isAlive: true };
        subscribers.add(subscriber);
        socket.on('pong', () => {
          subscriber.isAlive = true;
        });
        socket.on('close', () => subscribers.delete(subscriber));
      }
      socket.on('error', () => socket.terminate());
    },

    async removeOld(): Promise<void> {
      await sql`delete from live_events where created_at < now() - interval '1 hour'`.execute(db);
      await sql`delete from ws_tickets where expires_at < now()`.execute(db);
    },

    async stop(): Promise<void> {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      clearTimeout(notifyTimer);
      const sockets = [...new Set([...subscribers].map(({ socket }) => socket))];
      for (const socket of sockets) socket.close(1001, 'server stops');
      await running;
      await listener?.end().catch(() => undefined);
    },
  };
}
