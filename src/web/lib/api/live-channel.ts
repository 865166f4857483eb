// The live channel: a ticket, a socket, and reconnection. After a drop it waits 3 s, doubling to 30 s, with jitter; any sign that the server
// is back ends the wait.
import type { QueryClient } from '@tanstack/react-query';
import type { ClientMessage, LiveMessage } from '#contract/live/calls.ts';
import { answerMs, hello, quietMs, reconnectFirstMs, reconnectLongestMs } from '#contract/live/rules.ts';
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
  /** From now on every message arrives; what was loaded before may be outdated. `missed`: by what; unknown after a drop, during which things of which no message tells may have changed too. */
  onReady: (missed?: Missed) => void;
}
type Missed = Extract<LiveMessage, { type: 'ready' }>['missed'];

/** The server's word for a channel that is no longer what it was opened as. */
const refusedCode = 4401;

/** All that is shown was loaded later, or kept up to date by an earlier channel until then. */
let heardAt = Date.now() - performance.now();
let openSocket: WebSocket | undefined;
let lastMessage: ClientMessage | undefined;

/** Sends over the open channel; the last message is sent again when the channel (re)connects. */
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

/** One that cannot be read changes nothing; the next reload puts things right. */
function readMessage(data: unknown): LiveMessage | undefined {
  try {
    return (JSON.parse(String(data)) as LiveMessage | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function noteEndOf(code: number | undefined): void {
  recordClosed();
  // The session has ended, or its person has other roles now: the next tokens say which.
  if (code === refusedCode) void refreshTokens().catch(() => undefined);
  // The first call that gets no answer either then says that the server cannot be reached.
  else recordReachability(false);
}

/** Asks after a long silence, or when told to, and gives up without an answer. */
function watchSilence(ask: () => void, giveUp: () => void) {
  let timer = 0;
  const wait = (next: () => void, ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(next, ms);
  };
  const expectAnswer = () => wait(giveUp, answerMs);
  /** After a loss, through which it may have lived, or only look so. */
  const askNow = () => {
    ask();
    expectAnswer();
  };
  return { askNow, expectAnswer, heard: () => wait(askNow, quietMs), end: () => clearTimeout(timer) };
}

/** From the ticket on; another takes its place when it is lost. */
interface Line {
  readonly ending: AbortController;
  socket?: WebSocket;
  isReady?: boolean;
}

const sayHello = (line: Line | undefined) => line?.socket?.send(JSON.stringify(hello));

interface LineListener {
  onOpen: () => void;
  /** Anything at all. */
  onHeard: () => void;
  onMessage: (message: LiveMessage) => void;
  /** Only now is nothing missed: data loaded before may lack what happened in between. */
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

/** Nothing to listen to; any other failure may be temporary. */
const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** @throws when there is no ticket, or the line was released meanwhile */
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
      // All pages come back at once after a restart, and load everything: the server need not look up what each has missed.
      heardAt = 0;
      forget();
      timer = window.setTimeout(end, wait * (0.75 + Math.random() * 0.5));
      wait = Math.min(wait * 2, reconnectLongestMs);
    },
    reset() {
      wait = reconnectFirstMs;
    },
    /** Nothing where it is not waiting. */
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

  // An impersonation has no channel: it shows what is loaded.
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

/** What is known to be outdated; otherwise anything may be. */
export function reloadAfterReconnect(client: QueryClient, missed: Missed): void {
  if (!missed) invalidateEverything(client);
  else invalidateForMissed(client, missed);
}
