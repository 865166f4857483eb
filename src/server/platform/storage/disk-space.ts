// Measures the free space of a folder's disk.
import { stat, statfs } from 'node:fs/promises';
import { createSemaphore, type RunWithPermit } from './semaphore.ts';

export interface Space {
  /** In bytes, like `total`. */
  readonly free: number;
  readonly total: number;
  /** Equal for two folders on one disk. */
  readonly disk: number;
}

export type MeasureSpace = (folder: string) => Promise<Space>;

const longestMs = 5_000;

async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const { dev } = await stat(folder);
  return { free: bavail * bsize, total: blocks * bsize, disk: dev };
}

/** Measures a folder once at a time, so that a hanging disk holds one thread instead of one for each measurement. @param ask a test seam */
export function createMeasure(ask: MeasureSpace = readSpace, milliseconds = longestMs): MeasureSpace {
  const semaphores = new Map<string, RunWithPermit>();
  return (folder) => {
    const run = semaphores.get(folder) ?? createSemaphore(1, () => new Error('The disk does not answer'));
    semaphores.set(folder, run);
    return run(() => ask(folder), milliseconds);
  };
}

export const measureSpace: MeasureSpace = createMeasure();
