// Structured log to standard error. People's names, numbers, addresses and query strings never appear in it.
import { pino } from 'pino';

export type Log = pino.Logger;

export function createLog(level: string, to: pino.DestinationStream = pino.destination(2)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/** What may be logged of a request's address: its path pattern, never codes, ids or the query. */
export function safePath(routePath: string | undefined): string {
  return routePath ?? '(no route)';
}
