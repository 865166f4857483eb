// Whether the disks of the data and of the backups have room: the same for the owner's page, `npm run doctor` and the notices.
import { join } from 'node:path';
import { assertConnected, openDestination, withDestinationTimeout } from '../backup/destination.ts';
import { readManifest } from '../backup/manifest.ts';
import { readStatus } from '../backup/status.ts';
import type { Config } from '../platform/config.ts';
import type { MeasureSpace, Space } from '../platform/storage/disk-space.ts';

export interface FreeSpace extends Space {
  /** Bytes: with less, somebody should make room. */
  readonly low: number;
  /** With less, what the room is for may fail before the next look. */
  readonly critical: number;
}

const megabyte = 1024 ** 2;
const gigabyte = 1024 * megabyte;
const alwaysCritical = 200 * megabyte;

export const isLow = ({ free, low }: FreeSpace): boolean => free < low;
export const isCritical = ({ free, critical }: FreeSpace): boolean => free < critical;
/** A disk at the border is not told of at every turn. */
export const hasRecovered = ({ free, low }: FreeSpace): boolean => free >= low * 1.25;

/** Below one gigabyte with a second digit, so that little does not read as nothing. */
export const inGigabytes = (bytes: number): string => (bytes / gigabyte).toFixed(bytes < gigabyte ? 2 : 1);

/** One twentieth of a disk; 1 GB of a small one and 10 GB of a large one. */
export function assessDataSpace(space: Space): FreeSpace {
  const low = Math.min(Math.max(space.total / 20, gigabyte), 10 * gigabyte);
  return { ...space, low, critical: alwaysCritical };
}

/** Two more backups like the newest, or 1 GB: its log and new files come too. */
export function assessBackupSpace(space: Space, bytesOfNewest: number): FreeSpace {
  return {
    ...space,
    low: Math.max(2 * bytesOfNewest, gigabyte),
    critical: Math.max(bytesOfNewest, alwaysCritical),
  };
}

/** Of the fullest disk: stored files or the embedded database may have one of their own. */
export async function readDataSpace({ DATA_DIR: folder }: Config, measure: MeasureSpace): Promise<FreeSpace> {
  const parts = await Promise.all(
    ['files', 'postgres'].map((name) => measure(join(folder, name)).catch(() => undefined)),
  );
  const rooms = [await measure(folder), ...parts.filter((part) => part !== undefined)].map(assessDataSpace);
  return rooms.reduce((least, room) => (room.free / room.low < least.free / least.low ? room : least));
}

/** @returns undefined for object storage, and for a place that is away or damaged, of which owners are told otherwise */
export async function readBackupSpace(
  config: Config,
  measure: MeasureSpace,
  now: Date,
): Promise<FreeSpace | undefined> {
  const { BACKUP_TO: where } = config;
  if (where === undefined || where.startsWith('s3:')) return undefined;
  try {
    const destination = openDestination(where, config);
    return await withDestinationTimeout(destination, async () => {
      const { newest } = await readStatus(destination, now);
      await assertConnected(config, destination);
      const parts = newest ? Object.values((await readManifest(destination, newest.id)).parts).flat() : [];
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      return assessBackupSpace(await measure(destination.name), bytes);
    });
  } catch {
    return undefined;
  }
}
