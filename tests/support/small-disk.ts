// A disk of its own that can be full. Only root may mount one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes the disk away, with what is on it. */
  remove(): void;
}

/** @throws Error when this user may not mount */
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
      // Lazily: what was killed may hold a file a moment longer.
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
