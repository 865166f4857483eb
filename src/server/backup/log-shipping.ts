// Between two backups: whole segments of the write-ahead log, newly stored files and who was erased go to the backup place, so that any moment of the
// last days can be reached. Needs no restart of the database and no command in its settings: a replication slot keeps what was not yet copied.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Config } from '../platform/config.ts';
import { BackupError } from './backup-error.ts';
import * as queries from './cluster-copy.queries.ts';
import { shipErasures } from './erasure-list.ts';
import { openPlace } from './place.ts';
import { encryptBytes, findRecipients } from './sealing.ts';
import { copyObject, openStore, readPool } from './stored-objects.ts';

const isSegment = /^[0-9A-F]{24}$/;
export const segmentName = (segment: string) => `wal/${segment}.gz.age`;
export const segmentOf = (name: string): string | undefined =>
  /^wal\/([0-9A-F]{24})\.gz\.age$/.exec(name)?.[1];

/** Files stored this long ago are looked at again: a segment may have been late. */
const overlapMinutes = 60;

export interface Shipped {
  readonly segments: number;
  readonly files: number;
  /** How many people a new list of the erased names. */
  readonly erased: number;
}

/** @returns undefined while a backup is being made, which does the same. @throws BackupError after a gap in the log */
export async function shipLog(config: Config, url: string): Promise<Shipped | undefined> {
  const place = openPlace(config.BACKUP_TO!, config);
  await place.check();
  const owner = await queries.connectOwner(url);
  try {
    if (!(await queries.takeBackupLock(owner))) return undefined;
    const recipients = await findRecipients(config, place);
    const erased = await shipErasures(url, place, recipients);
    // A database server keeps its own log.
    if (config.DATABASE_URL !== undefined) return { segments: 0, files: 0, erased };
    const { from, current, hasGap } = await queries.readLogPosition(owner);
    const log = join(await queries.readDataFolder(owner), 'pg_wal');
    const segments = (await readdir(log)).filter(
      (name) => isSegment.test(name) && name >= from && name < current,
    );
    for (const segment of segments.sort())
      await place.write(
        segmentName(segment),
        await encryptBytes(gzipSync(await readFile(join(log, segment)), { level: 1 }), recipients),
      );
    await queries.advanceLog(owner);
    const files = await shipFiles(config, owner, place);
    if (hasGap)
      throw new BackupError(
        'The backup place could not be reached for so long that a part of the log is lost: make a backup now, older moments in between cannot be reached.',
      );
    return { segments: segments.length, files, erased };
  } finally {
    await owner.end();
  }
}

async function shipFiles(
  config: Config,
  owner: Awaited<ReturnType<typeof queries.connectOwner>>,
  place: ReturnType<typeof openPlace>,
): Promise<number> {
  const keys = await queries.listStoredSince(owner, overlapMinutes);
  if (keys.length === 0) return 0;
  const store = await openStore(config);
  const pool = await readPool(place);
  const before = pool.size;
  for (const key of keys) await copyObject(place, store, pool, key);
  return pool.size - before;
}
