// How many calls one client has under way, so that nobody makes everybody else wait behind them.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';

/** Far above what all tabs of a person ask for at once. */
const mostOfPerson = 100;
/** Browsers and proxies wait for an answer before they ask again on the same line. */
const mostOnLine = 10;
const retryAfterSeconds = 1;

/** @returns a function that counts a call until its answer has been sent @throws Fault `busy` for one too many */
export function countUnderWay<Who>(most: number) {
  const counts = new Map<Who, number>();
  return (who: Who, reply: FastifyReply): void => {
    const count = counts.get(who) ?? 0;
    if (count >= most) throw new Fault('busy', {}, retryAfterSeconds);
    counts.set(who, count + 1);
    reply.raw.once('close', () => {
      const left = counts.get(who)! - 1;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    });
  };
}

/** For all calls of a person together. */
export const countOfPersons = () => countUnderWay<number>(mostOfPerson);

/** Otherwise a few bytes could ask for many large answers, all of which wait for the first to be read. */
export function limitLines(app: FastifyInstance): void {
  const count = countUnderWay<object>(mostOnLine);
  app.addHook('onRequest', async (request, reply) => count(request.raw.socket, reply));
}
