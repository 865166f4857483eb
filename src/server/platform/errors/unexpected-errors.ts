// Keeps unexpected errors for the owner's check-up: a small shop reads no log.
import type { Database } from '../database/connect.ts';
import type { Log } from '../log.ts';
import { insertError, type UnexpectedError } from './unexpected-errors.queries.ts';

/** A fault that every call meets would otherwise write as often as it is met. */
const keptInAMinute = 20;

/** @returns what keeps an error without being waited for; what cannot be kept is in the log all the same */
export function createErrorRecorder(db: Database, log: Log): (error: UnexpectedError) => void {
  let [minute, kept] = [0, 0];
  return (error) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, kept] = [now, 0];
    kept += 1;
    if (kept > keptInAMinute) return;
    insertError(db, error).catch((fault: { code?: string }) =>
      log.warn({ reference: error.reference, fault: fault.code }, 'an unexpected error is in the log alone'),
    );
  };
}
