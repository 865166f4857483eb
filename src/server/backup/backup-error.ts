// Errors of backups and restores that an owner reads.

/** A backup or restore can't continue. The message says why and what to do, in one sentence. */
export class BackupError extends Error {}

/** The destination exists, but the portal's user has no access. */
export class NoRightError extends BackupError {}

/** Message of a backup that found another one running, which is not a fault. */
export const alreadyRunning = 'Another backup is running: wait until it has ended.';

/** Remedy for a damaged backup, appended to messages. */
export const useOlderBackup =
  'take an older one with --backup ID. The names of the folders in backups/ of that place are the IDs.';
