// The live channel: a ticket, a socket, and reconnection. After a drop it waits 3 s, doubling up to 30 s, with jitter. Any sign that the server is
// back ends the wait.
import type { QueryClient } from '@tanstack/react-query';
import type { ClientMessage, LiveMessage } from '#contract/live/calls.ts';
import {
  hello,
  pingDelayMs,
  pongTimeoutMs,
  reconnectFirstMs,
  reconnectLongestMs,
} from '#contract/live/rules.ts';
import { recordClosed, recordConnection, recordFailing, recordLive, resetChannel } from '../freshness.ts';
import { impersonation } from '../impersonation.ts';
import { connection, recordReachability } from '../loading/code.ts';
import { refreshTokens } from '../session.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { apiOrigin } from './http.ts';
import { invalidateEverything, invalidateForMissed, refetchFailed } from './invalidation.ts';

interface LiveListener {
  onMessage: (message: LiveMessage) => void;
  /**
   * From now on every message arrives; what was loaded before may be outdated. `missed` lists the messages sent in between. It is undefined after a
   * drop, during which even data without messages may have changed.
   */
  onReady: (missed?: Missed) => void;
}
type Missed = Extract<LiveMessage, { type: 'ready' }>['missed'];

/** The close code with which the server ends a channel whose session or roles have changed. */
const refusedCode = 4401;

/** Everything on the screen was loaded after this moment, or kept up to date until then by an earlier channel. */
let heardAt = Date.now() - performance.now();
let openSocket: WebSocket | undefined;
let lastMessage: ClientMessage | undefined;

/** Sends over the open channel. The last message is sent again whenever the channel (re)connects. */
export function sendOnLive(sent: ClientMessage): void {
  lastMessage = sent;
  if (openSocket?.readyState === WebSocket.OPEN) openSocket.send(JSON.stringify(sent));
}

function addressFor(ticket: string): URL {
  const address = new URL(`${apiOrigin}/ws/order-updates/`, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('ticket', ticket);
  address.searchParams.set('unheard_ms', `${Date.now() - heardAt}`);
  return address;
}

/** An unreadable message is ignored; the next reload corrects the data. */
function readMessage(data: unknown): LiveMessage | undefined {
  try {
    return (JSON.parse(String(data)) as LiveMessage | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function noteEndOf(code: number | undefined): void {
  recordClosed();
  // The session has ended or the roles of its user have changed; renewing the tokens shows which.
  if (code === refusedCode) void refreshTokens().catch(() => undefined);
  // If the next request gets no response either, the server counts as unreachable.
  else recordReachability(false);
}

/** Asks for a sign of life after a long silence or on demand, and gives up without one. */
function watchSilence(ask: () => void, giveUp: () => void) {
  let timer = 0;
  const wait = (next: () => void, ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(next, ms);
  };
  const expectAnswer = () => wait(giveUp, pongTimeoutMs);
  /** After a network loss the socket may still work, or only seem to. */
  const askNow = () => {
    ask();
    expectAnswer();
  };
  return { askNow, expectAnswer, heard: () => wait(askNow, pingDelayMs), end: () => clearTimeout(timer) };
}

/** One connection, from its ticket on. A lost one is replaced. */
interface Line {
  readonly ending: AbortController;
  socket?: WebSocket;
  isReady?: boolean;
}

const sayHello = (line: Line | undefined) => line?.socket?.send(JSON.stringify(hello));

interface LineListener {
  onOpen: () => void;
  /** Any message at all. */
  onHeard: () => void;
  onMessage: (message: LiveMessage) => void;
  /** Only from here on is no message missed: data loaded before may lack what happened in between. */
  onReady: (missed?: Missed) => void;
  onLost: (code: number) => void;
}

function follow(line: Line, socket: WebSocket, listener: LineListener): void {
  line.socket = socket;
  openSocket = socket;
  socket.onopen = () => {
    listener.onOpen();
    sayHello(line);
    if (lastMessage) sendOnLive(lastMessage);
  };
  socket.onmessage = (event) => {
    if (line.ending.signal.aborted) return;
    recordReachability(true);
    listener.onHeard();
    const message = readMessage(event.data);
    if (line.isReady) heardAt = Date.now();
    if (message?.type !== 'ready') return message && listener.onMessage(message);
    if (!line.isReady) listener.onReady(message.missed);
    line.isReady = true;
    recordLive();
  };
  socket.onclose = ({ code }) => listener.onLost(code);
}

/** Without a session there is nothing to listen to; any other failure may be temporary. */
const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** @throws if there is no ticket, or if the connection was released meanwhile */
async function openLine(line: Line, listener: LineListener): Promise<void> {
  const { ticket } = await call('POST /account/ws-ticket/', { signal: line.ending.signal });
  line.ending.signal.throwIfAborted();
  follow(line, new WebSocket(addressFor(ticket)), listener);
}

function createBackoff(connect: () => void) {
  let wait = reconnectFirstMs;
  let timer = 0;
  const forget = () => {
    clearTimeout(timer);
    timer = 0;
  };
  const end = () => {
    forget();
    connect();
  };
  return {
    later() {
      // After a restart all pages come back at once and reload everything, so the server need not look up what each has missed.
      heardAt = 0;
      forget();
      timer = window.setTimeout(end, wait * (0.75 + Math.random() * 0.5));
      wait = Math.min(wait * 2, reconnectLongestMs);
    },
    reset() {
      wait = reconnectFirstMs;
    },
    /** Does nothing unless a wait is pending. */
    endNow() {
      if (timer === 0) return;
      wait = reconnectFirstMs;
      end();
    },
    forget,
  };
}

/** Opens the channel and keeps it open until the returned function is called. */
export function openLiveChannel({ onMessage, onReady }: LiveListener): () => void {
  let line: Line | undefined;
  let dropped = false;
  const backoff = createBackoff(() => void connect());
  const silence = watchSilence(
    () => sayHello(line),
    () => lose(line),
  );

  const later = () => {
    if (dropped) recordFailing();
    dropped = true;
    backoff.later();
  };
  function release() {
    const last = line;
    line = undefined;
    silence.end();
    last?.ending.abort();
    last?.socket?.close();
  }

  function lose(lost: Line | undefined, code?: number) {
    if (!lost || line !== lost) return;
    release();
    noteEndOf(code);
    later();
  }

  const unsubscribe = connection.subscribe(() => {
    const now = connection.get();
    recordConnection(now);
    if (line?.isReady) silence.askNow();
    if (now !== 'online') return;
    refetchFailed();
    backoff.endNow();
  });

  // An impersonation has no channel: it shows what was loaded.
  async function connect() {
    if (impersonation()) return;
    const mine: Line = { ending: new AbortController() };
    line = mine;
    silence.expectAnswer();
    try {
      await openLine(mine, {
        onMessage,
        onOpen: backoff.reset,
        onHeard: silence.heard,
        onReady(missed) {
          onReady(dropped ? undefined : missed);
          dropped = false;
        },
        onLost: (code) => lose(mine, code),
      });
    } catch (error) {
      if (line !== mine) return;
      release();
      if (!isSignedOut(error)) later();
    }
  }

  void connect();
  return () => {
    unsubscribe();
    backoff.forget();
    release();
    resetChannel();
  };
}

/** Invalidates what is known to be outdated, or everything if that is unknown. */
export function reloadAfterReconnect(client: QueryClient, missed: Missed): void {
  if (!missed) invalidateEverything(client);
  else invalidateForMissed(client, missed);
}
