// Limits how many requests one client has in flight, so that no client makes all others wait.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../fault.ts';

/** Far more than all tabs of a person request at once. */
const maxPerUser = 100;
/** Browsers and proxies wait for a response before they send the next request on the same connection. */
const maxPerConnection = 10;
const retryAfterSeconds = 1;

/** When a connection closes, Node emits no event for responses that are queued behind another one on it. */
const listenersBySocket = new WeakMap<Socket, Set<() => void>>();

function getCloseListeners(socket: Socket): Set<() => void> {
  const known = listenersBySocket.get(socket);
  if (known) return known;
  const listeners = new Set<() => void>();
  listenersBySocket.set(socket, listeners);
  socket.once('close', () => {
    for (const listener of listeners) listener();
  });
  return listeners;
}

/** Whether the response has been sent, or its connection has closed. */
export const isFinished = ({ raw, request }: FastifyReply): boolean =>
  raw.destroyed || request.raw.socket.destroyed;

/** @param release called once the handler is done and the response has been sent or its connection has closed, even if that happened before */
export function onFinished(reply: FastifyReply, release: () => void): void {
  const { raw, request } = reply;
  const listeners = getCloseListeners(request.raw.socket);
  const end = () => {
    raw.off('close', end);
    listeners.delete(end);
    if (request.work) void request.work.then(release, release);
    else release();
  };
  if (isFinished(reply)) {
    end();
    return;
  }
  raw.once('close', end);
  listeners.add(end);
}

/** @returns a function that counts a request until it has finished and throws Fault `busy` beyond the limit */
export function countInFlight<Who>(max: number) {
  const counts = new Map<Who, number>();
  return (who: Who, reply: FastifyReply): void => {
    const count = counts.get(who) ?? 0;
    if (count >= max) throw new Fault('busy', {}, retryAfterSeconds);
    counts.set(who, count + 1);
    onFinished(reply, () => {
      const left = counts.get(who)! - 1;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    });
  };
}

/** Counts all requests of a person together. */
export const countInFlightPerUser = () => countInFlight<number>(maxPerUser);

export type InFlightBySocket = ReadonlyMap<Socket, ReadonlySet<FastifyReply>>;

/**
 * Limits the requests in flight per connection. Otherwise a few bytes could request many large responses, which all wait for the first to be read.
 * @returns the requests in flight on each connection
 */
export function limitPerConnection(app: FastifyInstance): InFlightBySocket {
  const bySocket = new Map<Socket, Set<FastifyReply>>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const replies = bySocket.get(socket) ?? new Set();
    if (replies.size >= maxPerConnection) throw new Fault('busy', {}, retryAfterSeconds);
    bySocket.set(socket, replies.add(reply));
    onFinished(reply, () => {
      replies.delete(reply);
      if (replies.size === 0) bySocket.delete(socket);
    });
  });
  return bySocket;
}
