// The one kind of error of backups that an owner reads.

/** A backup or restore that cannot continue; the message says why and what to do, in one sentence. */
export class BackupError extends Error {}

/** The place is there, and belongs to somebody else. */
export class NoRightError extends BackupError {}

/** Of one who came second: nothing is wrong. */
export const alreadyRunning = 'Another backup is running: wait until it has ended.';

/** What to do about a damaged backup. */
export const useOlderBackup =
  'take an older one with --backup ID. The names of the folders in backups/ of that place are the IDs.';
