// Makes a backup: the database first, then the stored files, so that no row references a file that the backup lacks, and the manifest last.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectClient } from '../platform/database/connect.ts';
import { type AddEntries, addBytes, addFolder, packArchive } from './archive.ts';
import { alreadyRunning, BackupError } from './backup-error.ts';
import * as queries from './cluster-copy.queries.ts';
import {
  claimDestination,
  type Destination,
  newestBackupKeyFile,
  openDestination,
  tolerateWriteOnce,
} from './destination.ts';
import { dumpDatabase } from './dump.ts';
import { encryptStream, findRecipients, keepRecoveryKey, makeIdentity } from './encryption.ts';
import { shipErasures } from './erasure-list.ts';
import { isSegment } from './log-shipping.ts';
import { listBackups, type Manifest, makeId, type Part, removeBackup, writeManifest } from './manifest.ts';
import { sha256Of, writeParts } from './parts.ts';
import { applyRetention } from './retention/retention.ts';
import { copyObject, listCopiedObjects, openStore } from './stored-objects.ts';

export interface BackupDeps {
  readonly config: Config;
  /** The owner's database URL. */
  readonly url: string;
  readonly release: string;
  /** The destination is empty on purpose, although backups were made there. */
  readonly isNewDestination?: boolean;
  readonly now?: () => Date;
  /** Called between two steps, for tests. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

/** What a base backup must not contain, according to PostgreSQL's manual. */
const emptiedFolders = [
  'wal',
  'replslot',
  'dynshmem',
  'notify',
  'serial',
  'snapshots',
  'stat_tmp',
  'subtrans',
];
const skippedFiles = ['postmaster.pid', 'postmaster.opts', 'pg_internal.init'];

function isLeftOut(path: string): boolean {
  const [top = ''] = path.split('/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    skippedFiles.includes(name) ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('backup_label') ||
    (path !== top && emptiedFolders.some((folder) => top === `pg_${folder}`))
  );
}

interface Run extends BackupDeps {
  readonly owner: pg.Client;
  readonly destination: Destination;
  readonly id: string;
  readonly recipients: readonly string[];
}

async function writeArchive(
  run: Run,
  name: string,
  add: AddEntries,
  destination = run.destination,
): Promise<Part[]> {
  const sealed = await encryptStream(packArchive(add), run.recipients);
  return writeParts(destination, `backups/${run.id}/${name}`, sealed);
}

type DatabaseCopy = Pick<Manifest, 'kind' | 'firstSegment' | 'lastSegment'> & {
  counts: queries.Counts;
  database: Part[];
  wal: Part[];
};

/** Copies the cluster between `pg_backup_start` and `pg_backup_stop`, and the log from there up to the restore point. */
async function copyCluster(run: Run): Promise<DatabaseCopy> {
  const { owner, url, id } = run;
  await queries.assertCopyable(owner);
  const folder = await queries.readDataFolder(owner);
  const firstSegment = await queries.startCopy(owner, id);
  const database = await writeArchive(run, 'database.tar.gz.age', async (controller) => {
    // The control file comes last, because it must not be older than the rest.
    await addFolder(controller, folder, (path) => isLeftOut(path) || path === 'global/pg_control');
    await run.onStep?.('copied');
    await addBytes(controller, 'global/pg_control', await readFile(join(folder, 'global/pg_control')));
    await addBytes(controller, 'backup_label', Buffer.from(await queries.stopCopy(owner)));
  });
  const { counts, lastSegment } = await queries.createRestorePoint(owner, url, id);
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

/** Copies the files that the database records, then any others that the store lists. */
async function copyStored(run: Run): Promise<{ objects: Part[] } & Manifest['storage']> {
  const { config, owner, destination, id } = run;
  const store = await openStore(config);
  const pool = await listCopiedObjects(destination);
  const names: string[] = [];
  let bytes = 0;
  let lacking = 0;
  const copy = async (key: string) => {
    const object = await copyObject(destination, store, pool, key);
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
  await destination.write(name, list);
  return {
    objects: [{ name, bytes: list.length, sha256: sha256Of(list) }],
    count: names.length,
    bytes,
    ...(lacking > 0 ? { lacking } : {}),
  };
}

/** Copies the keys into the backup, or to a separate destination if the owner chose one. */
async function copyKeys(run: Run): Promise<{ keys: Manifest['keys']; parts: Part[] }> {
  const { config, id } = run;
  const where = config.BACKUP_KEYS_TO;
  if (where === 'none') return { keys: 'left out', parts: [] };
  const keysDestination = where === undefined ? undefined : openDestination(where, config);
  await keysDestination?.check();
  const folder = join(config.DATA_DIR, 'keys');
  const parts = await writeArchive(
    { ...run, id },
    'keys.tar.gz.age',
    (controller) => addFolder(controller, folder),
    keysDestination ?? run.destination,
  );
  return { keys: keysDestination ? 'apart' : 'here', parts };
}

async function makeParts(run: Run, startedAt: Date, now: () => Date): Promise<Manifest> {
  const { config, id } = run;
  // Before the database, because anchors must be older than the audit log that they are compared with.
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
  return writeParts(
    run.destination,
    `backups/${run.id}/${name}`,
    await encryptStream(stream, run.recipients),
  );
}

async function makeWhole(run: Run, startedAt: Date, now: () => Date): Promise<Manifest> {
  try {
    const manifest = await makeParts(run, startedAt, now);
    await keepRecoveryKey(run.destination, run.id);
    await writeManifest(run.destination, manifest);
    return manifest;
  } catch (error) {
    await removeBackup(run.destination, run.id).catch(() => undefined);
    throw error;
  }
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** Ids of kept backups whose manifest or list of files is damaged. */
  readonly damaged: readonly string[];
  /** Older backups weren't removed, because the destination's keys may not delete. */
  readonly isWriteOnce: boolean;
}

/** @throws BackupError with a sentence for the owner. If the backup is complete nevertheless, the sentence says so */
export async function makeBackup(deps: BackupDeps): Promise<BackupResult> {
  const { config, url, now = () => new Date() } = deps;
  if (config.BACKUP_TO === undefined)
    throw new BackupError('BACKUP_TO is unset: set it to a folder on another disk, or give --to FOLDER.');
  const destination = tolerateWriteOnce(openDestination(config.BACKUP_TO, config));
  await destination.check();
  const owner = await connectClient(url);
  const startedAt = now();
  const id = makeId(startedAt);
  try {
    if (!(await queries.takeBackupLock(owner))) throw new BackupError(alreadyRunning);
    await claimDestination(config, destination, await queries.readInstallation(owner), deps.isNewDestination);
    // Removes the remains of interrupted backups. None of them is still running, since this one holds the lock.
    for (const broken of (await listBackups(destination)).broken) await removeBackup(destination, broken);
    await destination.removeEmptyFolders('backups/');
    const ownKey = await makeIdentity();
    const recipients = [...(await findRecipients(config, destination)), ownKey.recipient];
    const run = { ...deps, owner, destination, id, recipients };
    await shipErasures(url, destination, recipients);
    const manifest = await makeWhole(run, startedAt, now);
    await mkdir(join(config.DATA_DIR, 'backup'), { recursive: true, mode: 0o700 });
    await writeFile(newestBackupKeyFile(config), `${id}\n${ownKey.identity}\n`, { mode: 0o600 });
    const damaged = await applyRetention(destination).catch((error: Error) => {
      throw error instanceof BackupError
        ? new BackupError(`The backup ${id} is whole, but older ones could not be removed. ${error.message}`)
        : error;
    });
    return { manifest, damaged, isWriteOnce: destination.isWriteOnce() };
  } finally {
    await owner.end();
  }
}
