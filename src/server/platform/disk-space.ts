// How much room the disk of a folder has.
import { stat, statfs } from 'node:fs/promises';

export interface Space {
  /** Bytes, as `total`. */
  readonly free: number;
  readonly total: number;
  /** The same for two folders of one disk. */
  readonly disk: number;
}

export type MeasureSpace = (folder: string) => Promise<Space>;

export const measureSpace: MeasureSpace = async (folder) => {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  return { free: bavail * bsize, total: blocks * bsize, disk: dev };
};
