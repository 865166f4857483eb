// An operating-system lock on a file in a shared folder. Unlike a process id in a file, it is released when its last holder ends, however that happens,
// and it is valid for every process and container that sees the folder.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { StartupError } from '../installation/startup-error.ts';

export interface FolderLock {
  /** A process that inherits this descriptor holds the lock too. */
  readonly fd: number;
  /** Releases this process's share; a process that inherited it still holds it. */
  release(): void;
}

const lockOf = (fd: number): FolderLock => {
  let isHeld = true;
  return {
    fd,
    release() {
      if (isHeld) closeSync(fd);
      isHeld = false;
    },
  };
};

/** O_EXLOCK of macOS and the BSDs: opens and locks in one call. */
const openLocked = 0x20;

function tryOpenLocked(path: string): FolderLock | undefined {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    return lockOf(openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | openLocked, 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** @returns undefined when another process holds it. @throws StartupError where locking is not possible */
export function tryLock(path: string): FolderLock | undefined {
  if (process.platform !== 'linux') return tryOpenLocked(path);
  const fd = openSync(path, 'a', 0o600);
  // Node cannot call flock(2): flock(1) locks the open file that it inherits, and the lock stays with the file after it exits.
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  if (status === 0) return lockOf(fd);
  closeSync(fd);
  if (error)
    throw new StartupError('flock is missing on this system: install util-linux. Nothing was changed.');
  return undefined;
}
