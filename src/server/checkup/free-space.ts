// Free space on the data and backup disks, with the same limits for the owner's page, `npm run doctor` and the notices.
import { join } from 'node:path';
import { assertConnected, openDestination, withDestinationTimeout } from '../backup/destination.ts';
import { readManifest } from '../backup/manifest.ts';
import { readStatus } from '../backup/status.ts';
import type { Config } from '../platform/config.ts';
import type { MeasureSpace, Space } from '../platform/storage/disk-space.ts';

export interface FreeSpace extends Space {
  /** In bytes; below this, space should be freed. */
  readonly low: number;
  /** In bytes; below this, writes may fail before the next check. */
  readonly critical: number;
}

const megabyte = 1024 ** 2;
const gigabyte = 1024 * megabyte;
const alwaysCritical = 200 * megabyte;

export const isLow = ({ free, low }: FreeSpace): boolean => free < low;
export const isCritical = ({ free, critical }: FreeSpace): boolean => free < critical;
/** Adds hysteresis, so that a disk at the limit doesn't cause repeated notices. */
export const hasRecovered = ({ free, low }: FreeSpace): boolean => free >= low * 1.25;

/** Shows a second decimal below one gigabyte, so that little space doesn't read as none. */
export const inGigabytes = (bytes: number): string => (bytes / gigabyte).toFixed(bytes < gigabyte ? 2 : 1);

/** Space is low below a twentieth of the disk, but at least 1 GB and at most 10 GB. */
export function assessDataSpace(space: Space): FreeSpace {
  const low = Math.min(Math.max(space.total / 20, gigabyte), 10 * gigabyte);
  return { ...space, low, critical: alwaysCritical };
}

/** Space is low if two more backups like the newest don't fit, or below 1 GB, since the log and new files need space too. */
export function assessBackupSpace(space: Space, bytesOfNewest: number): FreeSpace {
  return {
    ...space,
    low: Math.max(2 * bytesOfNewest, gigabyte),
    critical: Math.max(bytesOfNewest, alwaysCritical),
  };
}

/** Reads the space of the fullest data disk; stored files and the embedded database may be on separate ones. */
export async function readDataSpace({ DATA_DIR: folder }: Config, measure: MeasureSpace): Promise<FreeSpace> {
  const parts = await Promise.all(
    ['files', 'postgres'].map((name) => measure(join(folder, name)).catch(() => undefined)),
  );
  const rooms = [await measure(folder), ...parts.filter((part) => part !== undefined)].map(assessDataSpace);
  return rooms.reduce((least, room) => (room.free / room.low < least.free / least.low ? room : least));
}

/** @returns undefined for object storage, and for an unreachable or damaged destination, which owners are notified of elsewhere */
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
