// The live channel: a ticket, a socket, and reconnection. After a drop it waits 3 s, doubling to 30 s, with jitter; any sign that the server
// is back ends the wait.
import type { QueryClient } from '@tanstack/react-query';
import type { ClientMessage, LiveMessage } from '#contract/live.ts';
import { hello, reconnectFirstMs, reconnectLongestMs } from '#contract/live-rules.ts';
import { connection, noteAnswer } from '../code.ts';
import { noteClosed, noteEnd, noteFailing, noteNetwork, noteSpeaking } from '../freshness.ts';
import { impersonation } from '../impersonation.ts';
import { refreshTokens } from '../session.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { apiOrigin } from './http.ts';
import { followMessage, makeEverythingStale } from './stale.ts';

interface LiveListener {
  onMessage: (message: LiveMessage) => void;
  /** From now on every message arrives; what was loaded before must be loaded again. `isBack`: after a drop. */
  onReady: (isBack: boolean) => void;
}

/** The server's word for a channel that is no longer what it was opened as. */
const refusedCode = 4401;

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

function noteEndOf(code: number): void {
  // The session has ended, or its person has other roles now: the next tokens say which.
  if (code === refusedCode) void refreshTokens().catch(() => undefined);
  // The first call that gets no answer either then says that the server cannot be reached.
  else noteAnswer(false);
}

/** Opens the channel and keeps it open until the returned function is called. */
export function openLiveChannel({ onMessage, onReady }: LiveListener): () => void {
  let closed = false;
  let wait = reconnectFirstMs;
  let timer = 0;
  let socket: WebSocket | undefined;
  let dropped = false;

  const later = () => {
    if (closed) return;
    if (dropped) noteFailing();
    dropped = true;
    clearTimeout(timer);
    timer = window.setTimeout(connect, wait * (0.75 + Math.random() * 0.5));
    wait = Math.min(wait * 2, reconnectLongestMs);
  };

  const unsubscribe = connection.subscribe(() => {
    noteNetwork(connection.get());
    if (timer === 0 || connection.get() !== 'online') return;
    clearTimeout(timer);
    wait = reconnectFirstMs;
    void connect();
  });

  async function connect() {
    timer = 0;
    // An impersonation has no channel: it shows what is loaded.
    if (impersonation()) return;
    try {
      const { ticket } = await call('POST /account/ws-ticket/');
      if (closed) return;
      socket = new WebSocket(addressFor(ticket));
    } catch (error) {
      // Signed out: nothing to listen to. Any other failure may be temporary.
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) later();
      return;
    }
    openSocket = socket;
    socket.onopen = () => {
      wait = reconnectFirstMs;
      socket?.send(JSON.stringify(hello));
      if (lastMessage) sendOnLive(lastMessage);
    };
    socket.onmessage = (event) => {
      const message = readMessage(event.data);
      if (message?.type !== 'ready') return message && onMessage(message);
      // Only now is nothing missed: data loaded before this message may lack what happened in between.
      onReady(dropped);
      dropped = false;
      noteSpeaking();
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      noteClosed();
      noteEndOf(code);
      later();
    };
  }

  void connect();
  return () => {
    closed = true;
    unsubscribe();
    clearTimeout(timer);
    socket?.close();
    noteEnd();
  };
}

/** After a drop anything may have changed; at the first connection only what the channel itself keeps up to date. */
export function loadAgain(client: QueryClient, isBack: boolean): void {
  if (isBack) makeEverythingStale(client);
  else followMessage(client, { type: 'ready' });
}
