// Between two backups: whole segments of the write-ahead log, newly stored files and who was erased go to the backup place, so that any moment of the
// last days can be reached. Needs no restart of the database and no command in its settings: a replication slot keeps what was not yet copied.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectClient } from '../platform/database/connect.ts';
import * as queries from './cluster-copy.queries.ts';
import { shipErasures } from './erasure-list.ts';
import { listBackups, newestOf, readManifest } from './manifest.ts';
import { claimPlace, openPlace, type Place, spareWriteOnce } from './place.ts';
import { encryptBytes, findRecipients } from './sealing.ts';
import { copyObject, openStore, readPool } from './stored-objects.ts';

// Names of segments, in the database and at the place. Of 24 digits the first eight are the timeline: every restore begins a new one.
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);
export const segmentName = (segment: string) => `wal/${segment}.gz.age`;
export const segmentOf = (name: string): string | undefined =>
  /^wal\/([0-9A-F]{24})\.gz\.age$/.exec(name)?.[1];

const timelineOf = (segment: string) => segment.slice(0, 8);

/** A segment is 16 MB: the last eight digits count from 0 to FF. */
function before(segment: string): string {
  const at = BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`) - 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return timelineOf(segment) + hex(at / 256n) + hex(at % 256n);
}

/** @returns whether a log that begins with this segment continues the backup, or what was copied to the place since */
async function joinsNewest(place: Place, lastOfBackup: string, first: string): Promise<boolean> {
  if (timelineOf(lastOfBackup) !== timelineOf(first)) return false;
  const previous = before(first);
  if (previous <= lastOfBackup) return true;
  for await (const name of place.list('wal/')) if (segmentOf(name) === previous) return true;
  return false;
}

/** Files stored this long ago are looked at again: a segment may have been late. */
const overlapMinutes = 60;

export interface Shipped {
  readonly segments: number;
  readonly files: number;
  /** How many people a new list of the erased names. */
  readonly erased: number;
  /** Whether this log continues the newest backup: not after a gap, nor when the shop was restored since. */
  readonly isJoined: boolean;
}

/** A backup of which nothing is known any more is continued by no log. */
async function joins(place: Place, from: string): Promise<boolean> {
  const id = newestOf((await listBackups(place)).whole, new Date());
  if (id === undefined) return false;
  const newest = await readManifest(place, id).catch(() => undefined);
  return newest !== undefined && (await joinsNewest(place, newest.lastSegment, from));
}

/** @returns undefined while a backup is being made, which does the same */
export async function shipLog(config: Config, url: string): Promise<Shipped | undefined> {
  const place = spareWriteOnce(openPlace(config.BACKUP_TO!, config));
  await place.check();
  const owner = await connectClient(url);
  try {
    if (!(await queries.takeBackupLock(owner))) return undefined;
    await claimPlace(config, place, await queries.readInstallation(owner));
    const recipients = await findRecipients(config, place);
    const erased = await shipErasures(url, place, recipients);
    // A database server keeps its own log.
    if (config.DATABASE_URL !== undefined) return { segments: 0, files: 0, erased, isJoined: true };
    const { from, current } = await queries.readLogPosition(owner);
    const isJoined = await joins(place, from);
    const log = join(await queries.readDataFolder(owner), 'pg_wal');
    const segments = (await readdir(log)).filter((name) => isSegment(name) && name >= from && name < current);
    for (const segment of segments.sort())
      await place.write(
        segmentName(segment),
        await encryptBytes(gzipSync(await readFile(join(log, segment)), { level: 1 }), recipients),
      );
    await queries.advanceLog(owner);
    const files = await shipFiles(config, owner, place);
    return { segments: segments.length, files, erased, isJoined };
  } finally {
    await owner.end();
  }
}

async function shipFiles(config: Config, owner: pg.Client, place: Place): Promise<number> {
  const keys = await queries.listStoredSince(owner, overlapMinutes);
  if (keys.length === 0) return 0;
  const store = await openStore(config);
  const pool = await readPool(place);
  const before = pool.size;
  for (const key of keys) await copyObject(place, store, pool, key);
  return pool.size - before;
}
