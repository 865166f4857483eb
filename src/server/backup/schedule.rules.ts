// When the nightly backup is due, and when owners must be notified that it is missing.
import type { BackupState } from '#contract/backup/calls.ts';
import { dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';
import type { BackupStatus } from './status.ts';

const hourMs = 3_600_000;
/** A day, plus two hours for the backup itself. */
export const maxAgeMs = 26 * hourMs;

/** @param hour hour of the day in Dhaka @returns whether no backup was made since that hour last passed */
export function isDue(newest: Date | undefined, hour: number, now: Date): boolean {
  const today = startOfDhakaDay(dhakaDay(now)).getTime() + hour * hourMs;
  const struck = today <= now.getTime() ? today : today - 24 * hourMs;
  return newest === undefined || newest.getTime() < struck;
}

export function stateOf(
  { newest, proof }: BackupStatus,
  now: Date,
): Exclude<BackupState, 'off' | 'unreachable'> {
  if (!newest) return 'none';
  if (now.getTime() - newest.at.getTime() > maxAgeMs) return 'old';
  if (!proof) return 'unproven';
  return proof.faults.length > 0 ? 'failed' : 'well';
}

/** @returns a sentence if something is wrong */
export function describeBackupFault(status: BackupStatus, now: Date): string | undefined {
  switch (stateOf(status, now)) {
    case 'none':
      return 'there is no complete backup yet';
    case 'old':
      return 'the newest backup is older than 26 hours';
    case 'failed':
      return `the newest backup is not proven: ${status.proof?.faults[0]}`;
    default:
      return undefined;
  }
}
