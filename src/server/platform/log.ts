// Structured log to standard error. Names, numbers, addresses and query strings of people never go in.
import { pino } from 'pino';

export type Log = pino.Logger;

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** What may be logged of a request's address: its path pattern, never codes, ids or the query. */
export function safePath(routePath: string | undefined): string {
  return routePath ?? '(no route)';
}
