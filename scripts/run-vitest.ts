// Runs vitest with its temporary files in memory where there is room: what the tests wait for most is the disk.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const memoryDisk = '/dev/shm';
const gigabyte = 1024 ** 3;

/** Databases, stored files and the browser's shared memory take about one gigabyte together. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    return bavail * bsize > 3 * gigabyte && process.availableMemory() > 5 * gigabyte;
  } catch {
    return false;
  }
}

/** @returns the exit code */
export async function runVitest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const isPlaceGiven = process.env.TMPDIR !== undefined;
  const place = !isPlaceGiven && hasRoomInMemory() ? memoryDisk : tmpdir();
  const folder = mkdtempSync(join(place, 'nothipotro-run-'));
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  // Ctrl-C reaches vitest too: its files are removed when it has ended.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const pass = () => child.kill('SIGTERM');
  process.on('SIGTERM', pass);
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  process.off('SIGINT', ignore).off('SIGTERM', pass);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return status;
}
