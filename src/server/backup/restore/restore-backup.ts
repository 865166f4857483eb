// Restores a backup into a staging folder and proves it there before it is installed. A restore that fails leaves everything as it was.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { type ReappliedErasures, reapplyErasures } from '../../accounts/erasure.ts';
import type { Config } from '../../platform/config.ts';
import {
  applicationRole,
  connectClient,
  createDatabase,
  createPool,
} from '../../platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../platform/database/embedded.ts';
import { tryLock } from '../../platform/database/folder-lock.ts';
import type { KeyMakers } from '../../platform/installation/key-files.ts';
import { openInstallation } from '../../platform/installation/open-installation.ts';
import { openVault } from '../../platform/keys.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import { createS3Blobs } from '../../platform/storage/s3-blobs.ts';
import type { BlobStore } from '../../platform/storage/storage.ts';
import { eraseDataOf } from '../../privacy/privacy.service.ts';
import { unpackArchive } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import { type Destination, openDestination } from '../destination.ts';
import { restoreDump } from '../dump.ts';
import { decryptBytes, decryptStream, findIdentities } from '../encryption.ts';
import { type ErasureLists, readErasures } from '../erasure-list.ts';
import { segmentName, segmentOf } from '../log-shipping.ts';
import { listBackups, type Manifest, type PartKind, readManifest, timeOfId } from '../manifest.ts';
import { readParts } from '../parts.ts';
import { listObjects } from '../retention/retention.ts';
import { listCopiedObjects, parseObject, readObject } from '../stored-objects.ts';
import {
  describeRunningRestore,
  folders,
  hasEntries,
  installRestored,
  isReady,
  markReady,
  removeUnproven,
  stagingName,
} from './install-restored.ts';
import { type Proof, proveRestored } from './proof.ts';

export interface RestoreRequest {
  readonly from: Destination;
  /** Id of the backup; by default the newest that fits. */
  readonly id?: string | undefined;
  /** `mark`: exactly the restore point of the backup. Otherwise the given time, or as far as the log goes. */
  readonly to: 'mark' | 'newest' | Date;
  /** DATA_DIR of the restored shop. */
  readonly into: string;
  readonly identities: readonly string[];
  readonly passphrase?: string | undefined;
  /** Source of keys that were backed up separately: a destination, or a folder that is a copy of keys/. */
  readonly keysFrom?: string | undefined;
  /** Whether to replace current data, which is moved aside, not removed. */
  readonly mayReplace?: boolean;
  /** URL of an empty database for a dump. Without it, and for a cluster, the embedded one is used. */
  readonly databaseUrl?: string | undefined;
  /** Object storage for the files; by default they are put into the folder. */
  readonly storage?: Pick<Config, 'STORAGE_URL' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY'>;
  readonly config?: Partial<Config>;
  readonly keyMakers: KeyMakers;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly proof: Proof;
  readonly erasures: ReappliedErasures & Pick<ErasureLists, 'unread'>;
  /** Folder that the previous data was moved to. */
  readonly movedTo: string | undefined;
  /** True if this run only finished installing the data of an interrupted restore. */
  readonly isContinued: boolean;
}

/** Finds the newest backup by its log position, because the clock may have been wrong but positions only grow. */
async function findNewest(from: Destination, whole: readonly string[]): Promise<Manifest> {
  let newest = await readManifest(from, whole.at(-1)!);
  for (const id of whole.slice(0, -1).reverse()) {
    const other = await readManifest(from, id).catch(() => undefined);
    if (other && other.lastSegment > newest.lastSegment) newest = other;
  }
  return newest;
}

async function chooseBackup({ from, id, to }: RestoreRequest): Promise<Manifest> {
  const { whole } = await listBackups(from);
  if (whole.length === 0)
    throw new BackupError(
      `There is no whole backup in ${from.name}: ${from.name.startsWith('s3:') ? 'is it the bucket' : 'is the disk connected, and is it the folder'} that BACKUP_TO names, in which backups/ lies?`,
    );
  if (id !== undefined) {
    if (whole.includes(id)) return readManifest(from, id);
    throw new BackupError(`There is no whole backup ${id} in ${from.name}. There are: ${whole.join(', ')}.`);
  }
  if (!(to instanceof Date)) return findNewest(from, whole);
  for (const one of whole.toReversed()) {
    const manifest = await readManifest(from, one);
    if (new Date(manifest.endedAt) <= to) return manifest;
  }
  throw new BackupError(
    `The oldest backup in ${from.name} is of ${dhakaDayAndTime(timeOfId(whole[0]!))} (Dhaka): no earlier moment can be reached.`,
  );
}

async function assertEmpty(into: string, mayReplace: boolean): Promise<void> {
  const full = [];
  for (const name of folders) if (await hasEntries(join(into, name))) full.push(name);
  if (full.length === 0 || mayReplace) return;
  throw new BackupError(
    `${into} is not empty (${full.join(', ')}): restore into another folder with --into, or say --replace, which moves what is there aside. Nothing was changed.`,
  );
}

const openPart = async (
  destination: Destination,
  manifest: Manifest,
  kind: PartKind,
  identities: readonly string[],
) => decryptStream(readParts(destination, manifest.parts[kind]), identities);

async function restoreKeys(
  { from, keysFrom, config = {} }: RestoreRequest,
  manifest: Manifest,
  identities: readonly string[],
  folder: string,
): Promise<void> {
  if (keysFrom !== undefined && existsSync(join(keysFrom, 'derivation-secret'))) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(keysFrom, { withFileTypes: true }))
      if (entry.isFile())
        await writeFile(join(folder, entry.name), await readFile(join(keysFrom, entry.name)), {
          mode: 0o600,
        });
    return;
  }
  if (manifest.keys === 'left out' || (manifest.keys === 'apart' && keysFrom === undefined))
    throw new BackupError(
      'This backup was made without the keys: give their place with --keys PLACE, or the folder that holds a copy of keys/. Without them nothing opens.',
    );
  const destination = manifest.keys === 'apart' ? openDestination(keysFrom!, config) : from;
  await unpackArchive(await openPart(destination, manifest, 'keys', identities), folder);
}

/** Restores the listed files for the backup's own restore point, and all files for a later moment, since newer ones aren't in the list. */
async function restoreFiles(
  { from, to }: RestoreRequest,
  manifest: Manifest,
  blobs: BlobStore,
): Promise<void> {
  const names = new Set(await listObjects(from, manifest.id));
  if (to !== 'mark') for (const { name } of (await listCopiedObjects(from)).values()) names.add(name);
  await blobs.check();
  for (const name of [...names].sort()) {
    const object = parseObject(name);
    if (!object) throw new BackupError(`The backup lists what is no stored file: ${name}`);
    await blobs.put(object.key, await readObject(from, object));
  }
  await blobs.writeNamed('identity', Buffer.from(`${manifest.installation}\n`));
}

/** Fetches the segments after the backup. */
async function fetchLog(
  from: Destination,
  manifest: Manifest,
  identities: readonly string[],
  folder: string,
) {
  const timeline = manifest.lastSegment.slice(0, 8);
  const segments: string[] = [];
  for await (const name of from.list('wal/')) {
    const segment = segmentOf(name);
    if (segment?.startsWith(timeline) && segment > manifest.lastSegment) segments.push(segment);
  }
  for (const segment of segments.sort()) {
    const sealed = await from.read(segmentName(segment));
    if (sealed) await writeFile(join(folder, segment), gunzipSync(await decryptBytes(sealed, identities)));
  }
}

const recoveryFolder = 'restored_log';

async function restoreCluster(
  { from, to }: RestoreRequest,
  manifest: Manifest,
  identities: readonly string[],
  into: string,
) {
  const cluster = join(into, 'postgres');
  const log = join(cluster, recoveryFolder);
  await unpackArchive(await openPart(from, manifest, 'database', identities), cluster);
  await unpackArchive(await openPart(from, manifest, 'wal', identities), log);
  if (to !== 'mark') await fetchLog(from, manifest, identities, log);
  await writeFile(join(cluster, 'recovery.signal'), '');
  const target =
    to === 'mark'
      ? [`recovery_target_name=${manifest.mark}`]
      : to === 'newest'
        ? []
        : [`recovery_target_time=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`];
  const settings = [
    // Relative to the server's working directory, which is the cluster's folder.
    `restore_command=cp "${recoveryFolder}/%f" "%p"`,
    'recovery_target_timeline=current',
    'recovery_target_action=promote',
    ...target,
  ];
  const embedded = await startEmbeddedDatabase(into, { settings }).catch((error: Error) => {
    if (/recovery ended before configured recovery target/.test(error.message))
      throw new BackupError(
        'The log at the backup place does not reach that moment: leave out --to for the newest, or name an earlier one.',
      );
    throw error;
  });
  await rm(log, { recursive: true, force: true });
  return embedded;
}

async function restoreDatabase(
  request: RestoreRequest,
  manifest: Manifest,
  identities: readonly string[],
  into: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (manifest.kind === 'cluster') return restoreCluster(request, manifest, identities, into);
  const dump = await openPart(request.from, manifest, 'database', identities);
  if (request.databaseUrl !== undefined) {
    await restoreDump(request.databaseUrl, dump, applicationRole);
    return { url: request.databaseUrl, stop: async () => undefined };
  }
  if (request.to !== 'mark')
    throw new BackupError(
      'This backup is of a database server: set DATABASE_URL to an empty database. Nothing was changed.',
    );
  // A separate folder, because a fresh database is refused next to existing keys.
  const scratch = join(into, 'dumped');
  const embedded = await startEmbeddedDatabase(scratch);
  await restoreDump(embedded.url, dump, applicationRole).catch(async (error: unknown) => {
    await embedded.stop();
    throw error;
  });
  return embedded;
}

const openStore = ({ storage }: RestoreRequest, folder: string): BlobStore =>
  storage?.STORAGE_URL !== undefined
    ? createS3Blobs({
        url: storage.STORAGE_URL,
        accessKey: storage.STORAGE_ACCESS_KEY!,
        secretKey: storage.STORAGE_SECRET_KEY!,
      })
    : createFolderBlobs(join(folder, 'files'));

/** Erases people again who were erased after the restored moment. */
async function repeatErasures(
  { from }: RestoreRequest,
  url: string,
  folder: string,
  identities: readonly string[],
) {
  const { people, unread } = await readErasures(from, identities);
  const { vault } = await openVault(join(folder, 'keys'));
  const db = createDatabase(createPool(url, 1));
  const reapplied = await reapplyErasures(db, people, eraseDataOf(vault)).finally(() => db.destroy());
  return { ...reapplied, unread };
}

/** Restores into the folder and proves the result. The database is stopped at the end. */
async function restoreInto(
  request: RestoreRequest,
  manifest: Manifest,
  folder: string,
): Promise<Pick<Restored, 'proof' | 'erasures'>> {
  const { from, passphrase } = request;
  const identities = await findIdentities(request.identities, passphrase, from);
  await restoreKeys(request, manifest, identities, join(folder, 'keys'));
  await unpackArchive(await openPart(from, manifest, 'anchors', identities), join(folder, 'anchors'));
  const blobs = openStore(request, folder);
  await restoreFiles(request, manifest, blobs);
  const database = await restoreDatabase(request, manifest, identities, folder);
  const owner = await connectClient(database.url);
  try {
    const isAtMark = request.to === 'mark' || manifest.kind === 'dump';
    const proof = await proveRestored({ url: database.url, owner, blobs, folder, manifest, isAtMark });
    // Starts like a portal: identity, keys, migrations, and the portal's own login.
    await openInstallation({
      ownerUrl: database.url,
      blobs,
      keysFolder: join(folder, 'keys'),
      keyMakers: request.keyMakers,
    });
    return { proof, erasures: await repeatErasures(request, database.url, folder, identities) };
  } finally {
    await owner.end();
    await database.stop();
  }
}

/** @throws BackupError with a sentence for the owner; the current data is untouched then */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { into, mayReplace = false } = request;
  const isHalfMoved = isReady(into);
  if (!isHalfMoved) await assertEmpty(into, mayReplace);
  const manifest = isHalfMoved ? undefined : await chooseBackup(request);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(into, 'portal.lock'));
  if (!lock)
    throw new BackupError(
      describeRunningRestore(into) ??
        `${into} is in use by a running portal: stop it first. Nothing was changed.`,
    );
  const staging = join(into, stagingName);
  try {
    // An earlier restore was proven, but killed while it was being installed.
    if (!manifest) return { ...(await installRestored<Restored>(into)), isContinued: true };
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    const restored = { manifest, ...(await restoreInto(request, manifest, staging)) };
    if (restored.proof.faults.length > 0) return { ...restored, movedTo: undefined, isContinued: false };
    await markReady(into, restored);
    return { ...(await installRestored<typeof restored>(into)), isContinued: false };
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new BackupError(
        `The disk of ${into} is full: make room there, or restore into a folder of another disk with --into. Nothing was changed.`,
      );
    throw error;
  } finally {
    removeUnproven(into);
    lock.release();
  }
}
