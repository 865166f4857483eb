// Between two backups, ships complete segments of the write-ahead log, new files and the list of erased people to the destination, so that any moment
// of the last days can be restored. Needs no restart of the database and no archive command: a replication slot retains what hasn't been shipped.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectClient } from '../platform/database/connect.ts';
import * as queries from './cluster-copy.queries.ts';
import { claimDestination, type Destination, openDestination, tolerateWriteOnce } from './destination.ts';
import { encryptBytes, findRecipients } from './encryption.ts';
import { shipErasures } from './erasure-list.ts';
import { listBackups, newestOf, readManifest } from './manifest.ts';
import { copyObject, listCopiedObjects, openStore } from './stored-objects.ts';

// Names of segments, in the database and at the destination. The first eight of 24 digits are the timeline; every restore begins a new one.
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);
export const segmentName = (segment: string) => `wal/${segment}.gz.age`;
export const segmentOf = (name: string): string | undefined =>
  /^wal\/([0-9A-F]{24})\.gz\.age$/.exec(name)?.[1];

const timelineOf = (segment: string) => segment.slice(0, 8);

/** Returns the previous segment. A segment is 16 MB, so the last eight digits count from 0 to FF. */
function before(segment: string): string {
  const at = BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`) - 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return timelineOf(segment) + hex(at / 256n) + hex(at % 256n);
}

/** Whether a log that begins with this segment continues the backup, or the log shipped since. */
async function continuesBackup(
  destination: Destination,
  lastOfBackup: string,
  first: string,
): Promise<boolean> {
  if (timelineOf(lastOfBackup) !== timelineOf(first)) return false;
  const previous = before(first);
  if (previous <= lastOfBackup) return true;
  for await (const name of destination.list('wal/')) if (segmentOf(name) === previous) return true;
  return false;
}

/** Overlap of the period whose files are shipped, because a segment may have been late. */
const overlapMinutes = 60;

export interface Shipped {
  readonly segments: number;
  readonly files: number;
  /** Length of a newly shipped list of erased people. */
  readonly erased: number;
  /** Whether this log continues the newest backup. It doesn't after a gap, or if the shop was restored since. */
  readonly isJoined: boolean;
}

/** Whether the log continues the newest backup. An unreadable one can't be continued. */
async function continuesNewest(destination: Destination, from: string): Promise<boolean> {
  const id = newestOf((await listBackups(destination)).whole, new Date());
  if (id === undefined) return false;
  const newest = await readManifest(destination, id).catch(() => undefined);
  return newest !== undefined && (await continuesBackup(destination, newest.lastSegment, from));
}

/** @returns undefined while a backup is running, which ships the same */
export async function shipLog(config: Config, url: string): Promise<Shipped | undefined> {
  const destination = tolerateWriteOnce(openDestination(config.BACKUP_TO!, config));
  await destination.check();
  const owner = await connectClient(url);
  try {
    if (!(await queries.takeBackupLock(owner))) return undefined;
    await claimDestination(config, destination, await queries.readInstallation(owner));
    const recipients = await findRecipients(config, destination);
    const erased = await shipErasures(url, destination, recipients);
    // A database server keeps its own log.
    if (config.DATABASE_URL !== undefined) return { segments: 0, files: 0, erased, isJoined: true };
    const { from, current } = await queries.readLogPosition(owner);
    const isJoined = await continuesNewest(destination, from);
    const log = join(await queries.readDataFolder(owner), 'pg_wal');
    const segments = (await readdir(log)).filter((name) => isSegment(name) && name >= from && name < current);
    for (const segment of segments.sort())
      await destination.write(
        segmentName(segment),
        await encryptBytes(gzipSync(await readFile(join(log, segment)), { level: 1 }), recipients),
      );
    await queries.advanceLog(owner);
    const files = await shipFiles(config, owner, destination);
    return { segments: segments.length, files, erased, isJoined };
  } finally {
    await owner.end();
  }
}

async function shipFiles(config: Config, owner: pg.Client, destination: Destination): Promise<number> {
  const keys = await queries.listStoredSince(owner, overlapMinutes);
  if (keys.length === 0) return 0;
  const store = await openStore(config);
  const pool = await listCopiedObjects(destination);
  const before = pool.size;
  for (const key of keys) await copyObject(destination, store, pool, key);
  return pool.size - before;
}
