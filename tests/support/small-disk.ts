// A separate disk that can fill up. Only root may mount one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Unmounts the disk, with its content. */
  remove(): void;
}

/** @throws Error if this user may not mount */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return {
    folder,
    remove() {
      // Lazily, because a killed process may hold a file a moment longer.
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

export const canMount: boolean = (() => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
