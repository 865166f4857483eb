// The live channel's engine: events are rows written with the change; every process reads each committed row once
// and hands it to its own sockets. A notification only shortens the wait; a lost one costs half a second.
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { WebSocket } from 'ws';
import { bindDeps } from '../bind-deps.ts';
import type { Database, Reader } from '../database/connect.ts';
import { createSocket } from '../database/connection/database-socket.ts';
import type { Log } from '../log.ts';
import type { Caller } from '../request/caller.ts';
import { createSerialTask } from './serial-task.ts';
import { makeTicket, removeOldTickets, type TicketHolder, useTicket } from './tickets.ts';
import { markEventsWritten } from './wake-after.ts';

export type Audience = 'staff' | 'everybody' | `user:${number}`;

/** What is stored: kinds and ids. What a person gets to read is looked up when it is sent. */
export type LiveEvent =
  | { readonly type: 'order_created' | 'order_updated' | 'order_deleted'; readonly orderId: number }
  | { readonly type: 'balance'; readonly userId: number }
  /** Someone opened an order's page or left it. */
  | { readonly type: 'viewers'; readonly orderId: number }
  /** The bell has something that no other message covers. */
  | { readonly type: 'notice'; readonly woken?: number; readonly quiet?: boolean }
  /** The catalogue, or the shop's own details, have changed. */
  | { readonly type: 'catalogue' }
  | { readonly type: 'shop' };

/** Turns an event into the message for its audience; undefined when there is nothing left to say. */
export type Present = (event: LiveEvent, audience: Audience) => Promise<object | undefined>;

export interface OutgoingEvent {
  readonly audience: Audience;
  readonly event: LiveEvent;
}

/** Writes events in one round trip; they are sent after the transaction has committed. See `wakeAfter`. */
export async function emit(reader: Reader, outgoing: readonly OutgoingEvent[]): Promise<void> {
  await reader
    .insertInto('live_events')
    .values(outgoing.map(({ audience, event }) => ({ audience, message: JSON.stringify(event) })))
    .execute();
  markEventsWritten();
}

/**
 * The part of a statement that writes events about what the statement itself makes or changes. A statement that is built once needs
 * `markEventsWritten` at each run.
 * @param from has a row for each thing to report; audiences and messages may be read from it, and a message that is null is left out
 */
export function emitSql(
  from: RawBuilder<unknown>,
  outgoing: readonly (
    | OutgoingEvent
    | { readonly audience: RawBuilder<unknown>; readonly message: RawBuilder<unknown> }
  )[],
): RawBuilder<unknown> {
  markEventsWritten();
  const rows = outgoing.map((entry) =>
    'event' in entry
      ? sql`(${entry.audience}::text, ${JSON.stringify(entry.event)}::jsonb)`
      : sql`(${entry.audience}, ${entry.message})`,
  );
  return sql`insert into live_events (audience, message) select told.audience, told.message from ${from},
    lateral (values ${sql.join(rows)}) as told (audience, message) where told.message is not null`;
}

interface Subscriber extends TicketHolder {
  readonly socket: WebSocket;
  /** Undefined until it is admitted. */
  roles: readonly string[] | undefined;
  isAlive: boolean;
}

/** For the channels themselves, written by the database: the person or session it names is sent nothing that was written after it. */
type Ending =
  | { readonly type: 'session_ended'; readonly sessionId: string }
  | { readonly type: 'access_changed'; readonly userId: number };

type AddressedEvent =
  | { readonly audience: Audience; readonly message: LiveEvent }
  | { readonly audience: 'channels'; readonly message: Ending };

type EventRow = AddressedEvent & {
  readonly id: bigint;
  readonly committed_by: string;
  readonly horizon: string;
};

/** An event that could not be sent is retried; one that never can be is skipped, so that the others are sent. */
const maxTries = 5;
/** Bytes queued for a client that does not read. */
const maxBufferedBytes = 1024 * 1024;

const pollMs = 500;
const checkMs = 2_000;
const pingMs = 20_000;
const listenMs = 3_000;
/** A connection that does not close in this time is terminated. */
const closeTimeoutMs = 1_000;
const channel = 'live';

export interface LiveDeps {
  readonly db: Database;
  readonly listenUrl: string;
  readonly log: Log;
}

/** State that changes while the channel runs. */
interface State {
  present: Present;
  /** Every transaction below it has ended, and what it wrote has been read. */
  horizon: string;
  /** Set while the first channels to open skip old events together. */
  skipping: Promise<void> | undefined;
  /** Already sent, though not below the horizon. */
  delivered: ReadonlySet<bigint>;
  timers: NodeJS.Timeout[];
  /** Ends the connection that hears of events; undefined while there is none. */
  endListening: (() => Promise<void>) | undefined;
  isStopped: boolean;
  notifyTimer: NodeJS.Timeout | undefined;
}

function openChannels(deps: LiveDeps) {
  const state: State = {
    present: async () => undefined,
    horizon: '0',
    skipping: undefined,
    delivered: new Set(),
    timers: [],
    endListening: undefined,
    isStopped: false,
    notifyTimer: undefined,
  };
  return {
    ...deps,
    state,
    subscribers: new Set<Subscriber>(),
    listeners: new Map<Audience, Set<WebSocket>>(),
    failures: new Map<bigint, number>(),
  };
}
type Channels = ReturnType<typeof openChannels>;

function openContext(deps: LiveDeps) {
  const channels = openChannels(deps);
  return {
    ...channels,
    delivery: createSerialTask(
      () => deliver(channels),
      (error) => deps.log.warn({ fault: (error as { code?: string }).code }, 'live events could not be read'),
    ),
    check: createSerialTask(() => closeEndedChannels(channels)),
    notification: createSerialTask(
      async () => void (await sql`select pg_notify(${channel}, '')`.execute(deps.db)),
    ),
  };
}
type Context = ReturnType<typeof openContext>;

// Rows at or above the horizon may have been invisible before; those already sent are remembered until it passes them.
async function readNew({ db, state }: Channels): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, audience, message, committed_by::text, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
      from live_events where committed_by >= ${state.horizon}::xid8 order by id`.execute(db);
  return rows;
}

/** Moves the horizon past what was sent; while an event has to be sent again it stays where it is. */
function advanceHorizon(
  { state, failures }: Channels,
  rows: readonly EventRow[],
  unsent: ReadonlySet<bigint>,
): void {
  const next = rows[0]?.horizon;
  if (next === undefined) return;
  const sent = rows.filter((row) => !unsent.has(row.id));
  if (unsent.size === 0) state.horizon = next;
  state.delivered = new Set(
    sent.filter((row) => unsent.size > 0 || BigInt(row.committed_by) >= BigInt(next)).map((row) => row.id),
  );
  for (const id of failures.keys()) if (!unsent.has(id)) failures.delete(id);
}

/** Events written before anyone listened are not sent. */
function skipToNow(context: Context): Promise<void> {
  const { state, db } = context;
  const skip = async () => {
    const { rows } = await sql<{
      horizon: string;
    }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
    state.horizon = rows[0]!.horizon;
    advanceHorizon(context, await readNew(context), new Set());
  };
  state.skipping ??= skip().finally(() => {
    state.skipping = undefined;
  });
  return state.skipping;
}

const closeChannel = ({ socket }: Subscriber) => socket.close(4401, 'session ended');

/** Closes the channels of sessions that have expired, or were changed without the triggers. */
async function closeEndedChannels({ db, subscribers }: Channels) {
  // A channel that opens while the query runs is not in its answer.
  const checked = [...subscribers].filter(({ roles }) => roles !== undefined);
  const ids = [...new Set(checked.map(({ sessionId }) => sessionId))];
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
  // What a channel receives was decided by its user's roles when it was opened.
  for (const subscriber of checked)
    if (alive.get(subscriber.sessionId) !== subscriber.roles?.join()) closeChannel(subscriber);
}

function closeAffectedChannels({ subscribers }: Channels, ending: Ending): void {
  for (const subscriber of subscribers)
    if (
      ending.type === 'session_ended'
        ? subscriber.sessionId === ending.sessionId
        : subscriber.userId === ending.userId
    )
      closeChannel(subscriber);
}

/** Sends to a client that reads; for one that does not, whatever it is sent or asks for would gather here. */
export function sendText(socket: WebSocket, text: Buffer): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text, { binary: false });
}

async function sendEvent({ state, listeners }: Channels, { audience, message }: EventRow): Promise<void> {
  if (audience === 'channels' || !listeners.has(audience)) return;
  const body = await state.present(message, audience);
  if (!body) return;
  // Encoded once for all sockets.
  const text = Buffer.from(JSON.stringify(body));
  for (const socket of listeners.get(audience) ?? []) {
    if (socket.readyState === 1) sendText(socket, text);
  }
}

async function deliver(context: Channels): Promise<void> {
  const { state, subscribers, failures, log } = context;
  // With no listeners there is nothing to read; the first one to arrive resets the horizon.
  if (state.isStopped || subscribers.size === 0) return;
  const rows = await readNew(context);
  const due = rows.filter(({ id }) => !state.delivered.has(id));
  // Before anything else: somebody who lost a right before an event was written must not get it.
  for (const { audience, message } of due)
    if (audience === 'channels') closeAffectedChannels(context, message);
  const unsent = new Set<bigint>();
  for (const row of due) {
    if (state.isStopped) return;
    try {
      await sendEvent(context, row);
    } catch (error) {
      const tries = (failures.get(row.id) ?? 0) + 1;
      failures.set(row.id, tries);
      if (tries < maxTries) unsent.add(row.id);
      log.warn(
        { fault: (error as { code?: string }).code, kind: row.message.type },
        'a live event could not be told',
      );
    }
  }
  advanceHorizon(context, rows, unsent);
}

/** One read at a time; a wake-up during it starts another. */
const deliverSoon = ({ delivery }: Context): void => delivery.request();

async function listen(context: Context): Promise<void> {
  const { state, listenUrl } = context;
  const line = createSocket();
  const client = new pg.Client({
    connectionString: listenUrl,
    stream: () => line,
    connectionTimeoutMillis: listenMs,
    query_timeout: listenMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  const end = async () => {
    // A server that is gone never answers the farewell.
    setTimeout(() => line.destroy(), closeTimeoutMs).unref();
    await client.end();
  };
  let isGone = false;
  // A connection that breaks reports it twice, as an error and as an end, but is replaced once.
  const retry = () => {
    if (isGone) return;
    isGone = true;
    if (state.endListening === end) state.endListening = undefined;
    void end().catch(() => undefined);
    if (!state.isStopped) state.timers.push(setTimeout(() => void listen(context), 2_000).unref());
  };
  client.on('error', retry);
  client.on('end', retry);
  client.on('notification', () => deliverSoon(context));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    state.endListening = end;
  } catch {
    retry();
  }
}

function ping({ subscribers }: Context): void {
  for (const subscriber of subscribers) {
    if (!subscriber.isAlive) {
      subscriber.socket.terminate();
      continue;
    }
    subscriber.isAlive = false;
    subscriber.socket.ping();
  }
}

export function setPresenter({ state }: Context, presenter: Present): void {
  state.present = presenter;
}

export async function startLive(context: Context): Promise<void> {
  await listen(context);
  context.state.timers.push(
    setInterval(() => deliverSoon(context), pollMs).unref(),
    setInterval(() => context.check.request(), checkMs).unref(),
    setInterval(() => ping(context), pingMs).unref(),
  );
}

/** Called after a commit: reads here at once and notifies the other processes, at most every 50 ms. */
export function wakeLive(context: Context): void {
  const { notification, state } = context;
  deliverSoon(context);
  state.notifyTimer ??= setTimeout(() => {
    state.notifyTimer = undefined;
    notification.request();
  }, 50).unref();
}

function addListener({ listeners }: Context, socket: WebSocket, audiences: readonly Audience[]): void {
  for (const audience of audiences) {
    const sockets = listeners.get(audience) ?? new Set();
    listeners.set(audience, sockets.add(socket));
  }
  socket.on('close', () => {
    for (const audience of audiences) {
      const sockets = listeners.get(audience);
      sockets?.delete(socket);
      if (sockets?.size === 0) listeners.delete(audience);
    }
  });
}

/**
 * Opens a channel if the caller is admitted.
 * @param admit asks who it is only once the channel would be closed by the end of their session, so that no end is missed
 * @returns who was admitted; otherwise the socket is closed
 */
export async function subscribe(
  context: Context,
  socket: WebSocket,
  holder: TicketHolder,
  admit: () => Promise<{ readonly caller: Caller; readonly audiences: readonly Audience[] } | undefined>,
): Promise<Caller | undefined> {
  const { subscribers } = context;
  if (subscribers.size === 0) await skipToNow(context);
  if (socket.readyState !== 1) return undefined;
  const subscriber: Subscriber = { ...holder, socket, roles: undefined, isAlive: true };
  subscribers.add(subscriber);
  socket.on('pong', () => {
    subscriber.isAlive = true;
  });
  socket.on('close', () => subscribers.delete(subscriber));
  socket.on('error', () => socket.terminate());
  const admitted = await admit().catch(() => undefined);
  if (!admitted) socket.close(4401, 'no ticket');
  if (!admitted || socket.readyState !== 1) return undefined;
  subscriber.roles = admitted.caller.roles;
  addListener(context, socket, admitted.audiences);
  return admitted.caller;
}

export async function removeOldEvents({ db }: Context): Promise<void> {
  await sql`delete from live_events where created_at < now() - interval '1 hour'`.execute(db);
  await removeOldTickets({ db });
}

export async function stopLive({ state, subscribers, delivery }: Context): Promise<void> {
  state.isStopped = true;
  for (const timer of state.timers) clearTimeout(timer);
  state.timers = [];
  clearTimeout(state.notifyTimer);
  for (const { socket } of subscribers) socket.close(1001, 'server stops');
  await delivery.running();
  await state.endListening?.().catch(() => undefined);
}

export type Live = ReturnType<typeof createLive>;

export function createLive(deps: LiveDeps) {
  return bindDeps(openContext(deps), {
    setPresenter,
    start: startLive,
    wake: wakeLive,
    makeTicket,
    useTicket,
    subscribe,
    removeOld: removeOldEvents,
    stop: stopLive,
  });
}
