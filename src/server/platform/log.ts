// Structured log to standard error. People's names, numbers, addresses and query strings never appear in it.
import { trace } from '@opentelemetry/api';
import { pino } from 'pino';

export type Log = pino.Logger;

/** Links a line of the log to the trace of its request. */
function nameTrace(): { trace_id?: string } {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? { trace_id: span.spanContext().traceId } : {};
}

export function createLog(level: string, to: pino.DestinationStream = pino.destination(2)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: nameTrace }, to);
}

/** Returns what may be logged of a request's address: its path pattern, never codes, ids or the query. */
export function safePath(routePath: string | undefined): string {
  return routePath ?? '(no route)';
}
