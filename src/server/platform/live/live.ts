// The live channel's engine: events are rows, written together with the change. Every process reads each committed row once and sends it to its own
// sockets. NOTIFY only shortens the wait; a lost notification costs half a second.
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

/** What is stored: kinds and ids. The content is looked up when the event is sent. */
export type LiveEvent =
  | { readonly type: 'order_created' | 'order_updated' | 'order_deleted'; readonly orderId: number }
  | { readonly type: 'balance'; readonly userId: number }
  /** Someone opened an order's page or left it. */
  | { readonly type: 'viewers'; readonly orderId: number }
  /** There is a notice that no other message covers. */
  | { readonly type: 'notice'; readonly woken?: number; readonly quiet?: boolean }
  /** The catalogue, or the shop's own details, have changed. */
  | { readonly type: 'catalogue' }
  | { readonly type: 'shop' };

/** Turns an event into the message for its audience; undefined if there is nothing to send. */
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
 * Returns the part of a statement that writes events about what the statement itself creates or changes. A statement that is compiled once must call
 * `markEventsWritten` at each run.
 * @param from has a row for each thing to report; audiences and messages may be read from it, and null messages are skipped
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
  /** Undefined until the caller is admitted. */
  roles: readonly string[] | undefined;
  isAlive: boolean;
}

/** Written by the database, for the channels themselves: the named person or session receives nothing that was written after it. */
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

/** Attempts to send an event, after which it is skipped so that the others are sent. */
const maxTries = 5;
/** Bytes buffered for a client that does not read. */
const maxBufferedBytes = 1024 * 1024;

const pollMs = 500;
const checkMs = 2_000;
const pingMs = 20_000;
const listenMs = 3_000;
/** A database connection that does not close within this time is destroyed. */
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
  /** Transaction number below which every transaction has ended and its events have been read. */
  horizon: string;
  /** Set while the first channels that open skip old events together. */
  skipping: Promise<void> | undefined;
  /** Events that have been sent although they are not below the horizon. */
  delivered: ReadonlySet<bigint>;
  timers: NodeJS.Timeout[];
  /** Closes the connection that listens for notifications; undefined while there is none. */
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

// Rows at or above the horizon may have been invisible before. Those already sent are remembered until the horizon passes them.
async function readNew({ db, state }: Channels): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, audience, message, committed_by::text, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
      from live_events where committed_by >= ${state.horizon}::xid8 order by id`.execute(db);
  return rows;
}

/** Moves the horizon past what was sent, unless an event has to be sent again. */
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

/** Skips events that were written before anyone listened. */
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

/** Closes the channels of sessions that have expired, or that were changed without the triggers. */
async function closeEndedChannels({ db, subscribers }: Channels) {
  // A channel that opens while the query runs is not in its result.
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
  // A channel's audiences were derived from its user's roles when it was opened.
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

/** Sends a text, or terminates a client that does not read, for which messages would accumulate here. */
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
  // Without subscribers nothing is read; the first one to arrive resets the horizon.
  if (state.isStopped || subscribers.size === 0) return;
  const rows = await readNew(context);
  const due = rows.filter(({ id }) => !state.delivered.has(id));
  // Before anything is sent: whoever lost access before an event was written must not receive it.
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
        'a live event could not be sent',
      );
    }
  }
  advanceHorizon(context, rows, unsent);
}

/** Requests a delivery: one runs at a time, and a request during it starts another. */
const deliverSoon = ({ delivery }: Context): void => delivery.request();

async function listen(context: Context): Promise<void> {
  const { state, listenUrl } = context;
  const socket = createSocket();
  const client = new pg.Client({
    connectionString: listenUrl,
    stream: () => socket,
    connectionTimeoutMillis: listenMs,
    query_timeout: listenMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  const end = async () => {
    // A server that is gone never acknowledges the end of the connection.
    setTimeout(() => socket.destroy(), closeTimeoutMs).unref();
    await client.end();
  };
  let isGone = false;
  // A broken connection emits both 'error' and 'end', but is replaced only once.
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

/** To be called after a commit: delivers in this process at once, and notifies the other processes at most every 50 ms. */
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
 * @param admit looks the caller up; called once the end of their session would already close the channel, so that no end is missed
 * @returns the admitted caller; undefined if the socket was closed instead
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
