// Makes one backup: the database first, then the stored files, so that no row names a file that the backup lacks; the manifest last.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectClient } from '../platform/database/connect.ts';
import { type AddEntries, addBytes, addFolder, packArchive } from './archive.ts';
import { anotherRuns, BackupError } from './backup-error.ts';
import * as queries from './cluster-copy.queries.ts';
import { dumpDatabase } from './dump.ts';
import { shipErasures } from './erasure-list.ts';
import { isSegment } from './log-shipping.ts';
import { listBackups, type Manifest, makeId, type Part, removeBackup, writeManifest } from './manifest.ts';
import { sha256Of, writeParts } from './parts.ts';
import { claimPlace, nightKeyFile, openPlace, type Place, spareWriteOnce } from './place.ts';
import { applyRetention } from './retention/retention.ts';
import { encryptStream, findRecipients, keepRecoveryKey, makeIdentity } from './sealing.ts';
import { copyObject, openStore, readPool } from './stored-objects.ts';

export interface BackupDeps {
  readonly config: Config;
  /** The owner's database URL. */
  readonly url: string;
  readonly release: string;
  /** The place is empty on purpose, although backups were made there. */
  readonly isNewPlace?: boolean;
  readonly now?: () => Date;
  /** For tests: called between two steps. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

/** What a copy of a running cluster must not hold, as PostgreSQL's manual lists it. */
const emptied = ['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'];
const forgotten = ['postmaster.pid', 'postmaster.opts', 'pg_internal.init'];

function isLeftOut(path: string): boolean {
  const [top = ''] = path.split('/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    forgotten.includes(name) ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('backup_label') ||
    (path !== top && emptied.some((folder) => top === `pg_${folder}`))
  );
}

interface Run extends BackupDeps {
  readonly owner: pg.Client;
  readonly place: Place;
  readonly id: string;
  readonly recipients: readonly string[];
}

async function writeArchive(run: Run, name: string, add: AddEntries, place = run.place): Promise<Part[]> {
  const sealed = await encryptStream(packArchive(add), run.recipients);
  return writeParts(place, `backups/${run.id}/${name}`, sealed);
}

type DatabaseCopy = Pick<Manifest, 'kind' | 'firstSegment' | 'lastSegment'> & {
  counts: queries.Counts;
  database: Part[];
  wal: Part[];
};

/** A copy between `pg_backup_start` and `pg_backup_stop`, and the log from its beginning to the marked moment. */
async function copyCluster(run: Run): Promise<DatabaseCopy> {
  const { owner, url, id } = run;
  await queries.assertCopyable(owner);
  const folder = await queries.readDataFolder(owner);
  const firstSegment = await queries.startCopy(owner, id);
  const database = await writeArchive(run, 'database.tar.gz.age', async (controller) => {
    // The control file comes last: what it says must not be older than the rest.
    await addFolder(controller, folder, (path) => isLeftOut(path) || path === 'global/pg_control');
    await run.onStep?.('copied');
    await addBytes(controller, 'global/pg_control', await readFile(join(folder, 'global/pg_control')));
    await addBytes(controller, 'backup_label', Buffer.from(await queries.stopCopy(owner)));
  });
  const { counts, lastSegment } = await queries.markMoment(owner, url, id);
  await queries.switchSegment(owner);
  const log = join(folder, 'pg_wal');
  const wal = await writeArchive(run, 'wal.tar.gz.age', async (controller) => {
    const segments = (await readdir(log)).filter(
      (name) => isSegment(name) && name >= firstSegment && name <= lastSegment,
    );
    for (const name of segments.sort()) await addBytes(controller, name, await readFile(join(log, name)));
  });
  return { kind: 'cluster', firstSegment, lastSegment, counts, database, wal };
}

/** The database says which files there are; what the store lists beside them is copied too. */
async function copyStored(run: Run): Promise<{ objects: Part[] } & Manifest['storage']> {
  const { config, owner, place, id } = run;
  const store = await openStore(config);
  const pool = await readPool(place);
  const names: string[] = [];
  let bytes = 0;
  let lacking = 0;
  const copy = async (key: string) => {
    const object = await copyObject(place, store, pool, key);
    if (object) {
      names.push(object.name);
      bytes += object.bytes;
    }
    return object !== undefined;
  };
  const recorded = new Set(await queries.listStored(owner));
  for (const key of recorded) if (!(await copy(key)) && (await queries.isStored(owner, key))) lacking += 1;
  for await (const key of store.blobs.list()) if (!recorded.has(key)) await copy(key);
  const list = gzipSync(names.sort().join('\n'));
  const name = `backups/${id}/objects.txt.gz`;
  await place.write(name, list);
  return {
    objects: [{ name, bytes: list.length, sha256: sha256Of(list) }],
    count: names.length,
    bytes,
    ...(lacking > 0 ? { lacking } : {}),
  };
}

/** In the set, or at a place of their own, as the owner chose. */
async function copyKeys(run: Run): Promise<{ keys: Manifest['keys']; parts: Part[] }> {
  const { config, id } = run;
  const where = config.BACKUP_KEYS_TO;
  if (where === 'none') return { keys: 'left out', parts: [] };
  const apart = where === undefined ? undefined : openPlace(where, config);
  await apart?.check();
  const folder = join(config.DATA_DIR, 'keys');
  const parts = await writeArchive(
    { ...run, id },
    'keys.tar.gz.age',
    (controller) => addFolder(controller, folder),
    apart ?? run.place,
  );
  return { keys: apart ? 'apart' : 'here', parts };
}

async function makeParts(run: Run, startedAt: Date, now: () => Date): Promise<Manifest> {
  const { config, id } = run;
  // Before the database: an anchor is older than what it is compared with.
  const anchorsFolder = join(config.DATA_DIR, 'anchors');
  const anchors = await writeArchive(run, 'anchors.tar.gz.age', (controller) =>
    addFolder(controller, anchorsFolder),
  );
  const { counts, database, wal, ...copy } = await (config.DATABASE_URL === undefined
    ? copyCluster(run)
    : dumpDatabase(run, (name, stream) => writeSealed(run, name, stream)));
  await run.onStep?.('database');
  const { objects, ...storage } = await copyStored(run);
  const { keys, parts } = await copyKeys(run);
  await run.onStep?.('parts');
  const { installation, postgres, schema, tables, balancesPaisa } = counts;
  return {
    format: 1,
    id,
    installation,
    release: run.release,
    postgres,
    schema,
    ...copy,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    mark: id,
    tables,
    balancesPaisa,
    storage,
    keys,
    parts: { database, wal, keys: parts, anchors, objects },
  };
}

async function writeSealed(run: Run, name: string, stream: ReadableStream<Uint8Array>): Promise<Part[]> {
  return writeParts(run.place, `backups/${run.id}/${name}`, await encryptStream(stream, run.recipients));
}

async function makeWhole(run: Run, startedAt: Date, now: () => Date): Promise<Manifest> {
  try {
    const manifest = await makeParts(run, startedAt, now);
    await keepRecoveryKey(run.place, run.id);
    await writeManifest(run.place, manifest);
    return manifest;
  } catch (error) {
    await removeBackup(run.place, run.id).catch(() => undefined);
    throw error;
  }
}

export interface Made {
  readonly manifest: Manifest;
  /** Kept backups whose manifest or list of files is damaged. */
  readonly damaged: readonly string[];
  /** Older ones were not removed: the keys of the place may not delete. */
  readonly isWriteOnce: boolean;
}

/** @throws BackupError with a sentence for the owner; what looks like a backup then is one, and the sentence says so */
export async function makeBackup(deps: BackupDeps): Promise<Made> {
  const { config, url, now = () => new Date() } = deps;
  if (config.BACKUP_TO === undefined)
    throw new BackupError('BACKUP_TO is unset: set it to a folder on another disk, or give --to FOLDER.');
  const place = spareWriteOnce(openPlace(config.BACKUP_TO, config));
  await place.check();
  const owner = await connectClient(url);
  const startedAt = now();
  const id = makeId(startedAt);
  try {
    if (!(await queries.takeBackupLock(owner))) throw new BackupError(anotherRuns);
    await claimPlace(config, place, await queries.readInstallation(owner), deps.isNewPlace);
    // Left by interrupted backups; this one holds the lock, so none of them is running.
    for (const broken of (await listBackups(place)).broken) await removeBackup(place, broken);
    await place.removeEmptyFolders('backups/');
    const night = await makeIdentity();
    const recipients = [...(await findRecipients(config, place)), night.recipient];
    const run = { ...deps, owner, place, id, recipients };
    await shipErasures(url, place, recipients);
    const manifest = await makeWhole(run, startedAt, now);
    await mkdir(join(config.DATA_DIR, 'backup'), { recursive: true, mode: 0o700 });
    await writeFile(nightKeyFile(config), `${id}\n${night.identity}\n`, { mode: 0o600 });
    const damaged = await applyRetention(place).catch((error: Error) => {
      throw error instanceof BackupError
        ? new BackupError(`The backup ${id} is whole, but older ones could not be removed. ${error.message}`)
        : error;
    });
    return { manifest, damaged, isWriteOnce: place.isWriteOnce() };
  } finally {
    await owner.end();
  }
}
