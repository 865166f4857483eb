// A lock of the operating system on a file of a shared folder: held for as long as somebody has the file open, gone with the last of
// them however they died, and the same for every process and container that sees the folder. Numbers of processes are none of that.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { CustodyError } from '../custody/custody-error.ts';

export interface FolderLock {
  /** Who inherits it holds the lock too. */
  readonly fd: number;
  /** Gives up this process's share; an heir goes on holding it. */
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

/** @returns undefined when somebody else holds it. @throws CustodyError where there is no way to lock */
export function tryLock(path: string): FolderLock | undefined {
  if (process.platform !== 'linux') return tryOpenLocked(path);
  const fd = openSync(path, 'a', 0o600);
  // Node has no call for it: flock(1) locks the open file that it inherits, and the lock stays with the file when it has ended.
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  if (status === 0) return lockOf(fd);
  closeSync(fd);
  if (error)
    throw new CustodyError('flock is missing on this system: install util-linux. Nothing was changed.');
  return undefined;
}
