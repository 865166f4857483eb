// Stores unexpected errors for the owner's check-up, because a small shop reads no log.
import type { Database } from '../database/connect.ts';
import type { Log } from '../log.ts';
import { insertError, type UnexpectedError } from './unexpected-errors.queries.ts';

/** Without a limit, a fault that every request runs into would write a row for each. */
const maxPerMinute = 20;

/** @returns a function that stores an error in the background; an error that cannot be stored is still in the log */
export function createErrorRecorder(db: Database, log: Log): (error: UnexpectedError) => void {
  let [minute, kept] = [0, 0];
  return (error) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, kept] = [now, 0];
    kept += 1;
    if (kept > maxPerMinute) return;
    insertError(db, error).catch((fault: { code?: string }) =>
      log.warn({ reference: error.reference, fault: fault.code }, 'an unexpected error is in the log alone'),
    );
  };
}
