// How many calls one client has under way, so that nobody makes everybody else wait behind them.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../fault.ts';

/** Far above what all tabs of a person ask for at once. */
const maxPerUser = 100;
/** Browsers and proxies wait for an answer before they ask again on the same line. */
const maxPerConnection = 10;
const retryAfterSeconds = 1;

/** Of answers that wait for another on their line, Node reports no end when the line closes. */
const waiting = new WeakMap<Socket, Set<() => void>>();

function closeListeners(line: Socket): Set<() => void> {
  const known = waiting.get(line);
  if (known) return known;
  const ends = new Set<() => void>();
  waiting.set(line, ends);
  line.once('close', () => {
    for (const end of ends) end();
  });
  return ends;
}

/** Whether the answer has been sent, or its line has closed. */
export const isFinished = ({ raw, request }: FastifyReply): boolean =>
  raw.destroyed || request.raw.socket.destroyed;

/** @param release called once the answer has been sent or its line has closed, and what was begun for it is done, even if that was before */
export function onFinished(reply: FastifyReply, release: () => void): void {
  const { raw, request } = reply;
  const ends = closeListeners(request.raw.socket);
  const end = () => {
    raw.off('close', end);
    ends.delete(end);
    if (request.work) void request.work.then(release, release);
    else release();
  };
  if (isFinished(reply)) {
    end();
    return;
  }
  raw.once('close', end);
  ends.add(end);
}

/** @returns a function that counts a call until it is over @throws Fault `busy` for one too many */
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

/** For all calls of a person together. */
export const countInFlightPerUser = () => countInFlight<number>(maxPerUser);

export type InFlightBySocket = ReadonlyMap<Socket, ReadonlySet<FastifyReply>>;

/**
 * Otherwise a few bytes could ask for many large answers, all of which wait for the first to be read.
 * @returns the calls that are under way on each line
 */
export function limitPerConnection(app: FastifyInstance): InFlightBySocket {
  const lines = new Map<Socket, Set<FastifyReply>>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const calls = lines.get(socket) ?? new Set();
    if (calls.size >= maxPerConnection) throw new Fault('busy', {}, retryAfterSeconds);
    lines.set(socket, calls.add(reply));
    onFinished(reply, () => {
      calls.delete(reply);
      if (calls.size === 0) lines.delete(socket);
    });
  });
  return lines;
}
