// The destination of backups: a folder, such as a mounted disk, or object storage. It belongs to one shop. Objects are written atomically.
import { readdirSync } from 'node:fs';
import { mkdir, opendir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '../platform/config.ts';
import { quotePath } from '../platform/installation/quote-path.ts';
import { writeAtomically } from '../platform/storage/folder-blobs.ts';
import { openBucket } from '../platform/storage/s3-blobs.ts';
import { createSemaphore, type RunWithPermit } from '../platform/storage/semaphore.ts';
import { UnusableStoreError } from '../platform/storage/storage.ts';
import { BackupError, NoRightError } from './backup-error.ts';

export interface Destination {
  /** The destination as configured, without parameters. */
  readonly name: string;
  write(name: string, bytes: Buffer): Promise<void>;
  /** @returns undefined if it doesn't exist */
  read(name: string): Promise<Buffer | undefined>;
  list(under: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
  /** Removes empty folders, which would look like backups to a person. */
  removeEmptyFolders(under: string): Promise<void>;
  /** @throws BackupError if it can't be used */
  check(): Promise<void>;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const destinationEntries: ReadonlySet<string> = new Set([
  'backups',
  'objects',
  'wal',
  'erasures',
  'installation',
  'recovery-key.age',
  'lost+found',
]);

/** Whether a folder contains backups only, is empty, or can't be read. */
function isForBackups(folder: string): boolean {
  try {
    const names = readdirSync(folder);
    return names.includes('backups') || names.every((name) => destinationEntries.has(name));
  } catch {
    return true;
  }
}

function explain(destination: string, error: unknown): never {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new BackupError(
      `The backup place ${destination} is full: make room there, or give another place. No backup was made.`,
    );
  if (code === 'EROFS')
    throw new BackupError(
      `The backup place ${destination} can only be read: mount the disk so that the portal may write to it.`,
    );
  if (code === 'EACCES' || code === 'EPERM') {
    const { username } = userInfo();
    // The suggested chown must affect backups only, since the folder may be a disk with other contents or a system folder.
    const remedy = isForBackups(destination)
      ? `Give it to that user, as root: chown -R ${username}: ${quotePath(destination)}`
      : `Make a folder of its own there, as root, and name it instead: install -d -o ${username} -m 0700 ${quotePath(join(destination, 'nothipotro'))}`;
    throw new NoRightError(`The user ${username} has no right to the backup place ${destination}. ${remedy}`);
  }
  if (code === 'EEXIST' || code === 'ENOTDIR')
    throw new BackupError(`The backup place ${destination} is a file: name a folder.`);
  if (code !== undefined)
    throw new BackupError(
      `The backup place ${destination} does not work (${code}): look at the disk, or give another place.`,
    );
  throw error;
}

function openFolderDestination(folder: string): Destination {
  const pathOf = (name: string) => join(folder, name);
  return {
    name: folder,
    write: (name, bytes) => writeAtomically(pathOf(name), bytes).catch((error) => explain(folder, error)),
    read: (name) =>
      readFile(pathOf(name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        return explain(folder, error);
      }),
    async *list(under) {
      const entries = await opendir(pathOf(under), { recursive: true }).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        return explain(folder, error);
      });
      try {
        for await (const entry of entries)
          if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      } catch (error) {
        explain(folder, error);
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true }).catch((error) => explain(folder, error));
      await rmdir(dirname(pathOf(name))).catch(() => undefined);
    },
    async removeEmptyFolders(under) {
      const entries = await readdir(pathOf(under), { withFileTypes: true }).catch(() => []);
      for (const entry of entries)
        if (entry.isDirectory()) await rmdir(join(pathOf(under), entry.name)).catch(() => undefined);
    },
    async check() {
      // Only the last folder is created: an unmounted disk must not be replaced by a folder of the same name.
      const parent = await stat(dirname(folder)).catch(() => undefined);
      if (!parent)
        throw new BackupError(`The backup place ${folder} is not there: connect or mount the disk.`);
      await mkdir(folder, { mode: 0o700 }).catch(async (error) => {
        if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) explain(folder, error);
      });
    },
  };
}

function openBucketDestination(url: string, accessKey: string, secretKey: string): Destination {
  if (!URL.canParse(new URL(url).searchParams.get('endpoint') ?? ''))
    throw new BackupError(
      `${url} names no endpoint. Write it whole and between quotation marks: 's3://bucket?endpoint=https://host&region=…'`,
    );
  const bucket = openBucket({ url, accessKey, secretKey });
  const name = `s3://${new URL(url).hostname}`;
  const explainBucket = (error: Error): never => {
    throw new BackupError(`The backup place ${name} cannot be used: ${error.message}.`, { cause: error });
  };
  return {
    name,
    write: (object, bytes) => bucket.put(object, bytes).catch(explainBucket),
    read: (object) => bucket.read(object).catch(explainBucket),
    async *list(under) {
      try {
        yield* bucket.listNames(under);
      } catch (error) {
        explainBucket(error as Error);
      }
    },
    remove: (object) => bucket.remove(object).catch(explainBucket),
    removeEmptyFolders: async () => undefined,
    check: () => bucket.check().catch(explainBucket),
  };
}

export function openDestination(
  where: string,
  { BACKUP_ACCESS_KEY: access = '', BACKUP_SECRET_KEY: secret = '' }: Partial<Config>,
): Destination {
  return where.startsWith('s3:')
    ? openBucketDestination(where, access, secret)
    : openFolderDestination(resolve(where));
}

export interface RemovalTolerantDestination extends Destination {
  /** Whether the keys may not delete. Then nothing is removed, and everything else works. */
  isWriteOnce(): boolean;
}

/** Tolerates keys that may write but not delete, which protect backups from intruders. */
export function tolerateWriteOnce(destination: Destination): RemovalTolerantDestination {
  let isWriteOnce = false;
  return {
    ...destination,
    isWriteOnce: () => isWriteOnce,
    async remove(name) {
      if (isWriteOnce) return;
      await destination.remove(name).catch((error: Error) => {
        const { cause } = error;
        if (!(cause instanceof UnusableStoreError && cause.fault === 'rights')) throw error;
        isWriteOnce = true;
      });
    },
  };
}

/** In milliseconds; sleeping disks need seconds to spin up. */
const destinationTimeoutMs = 15_000;

const turns = new Map<string, RunWithPermit>();

/**
 * Accesses a destination, one caller at a time, with a timeout.
 * @throws BackupError on timeout, and at once while an earlier access is still hanging
 */
export async function withDestinationTimeout<T>(
  { name }: Destination,
  work: () => Promise<T>,
  milliseconds = destinationTimeoutMs,
): Promise<T> {
  // Requests to object storage have their own timeout and block no thread.
  if (name.startsWith('s3:')) return work();
  const silent = () =>
    new BackupError(
      `The backup place ${name} does not answer: look at the disk or its network, or give another place.`,
    );
  const run = turns.get(name) ?? createSemaphore(1, silent);
  turns.set(name, run);
  return run(work, milliseconds);
}

/** File that lists the destinations that this machine has made backups at, one per line. */
const knownDestinationsFile = (config: Config) => join(config.DATA_DIR, 'backup', 'places');

async function readKnownDestinations(config: Config): Promise<string[]> {
  const text = await readFile(knownDestinationsFile(config), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Detects a disk that isn't mounted and leaves an empty folder of the same name. @throws BackupError if this machine's backups are gone */
export async function assertConnected(config: Config, destination: Destination): Promise<void> {
  if (
    !(await readKnownDestinations(config)).includes(destination.name) ||
    (await destination.read('installation'))
  )
    return;
  throw new BackupError(
    `The backups that were made in ${destination.name} are not there: connect or mount the disk. If it is another disk, or was emptied, say so once: npm run backup -- --new-place`,
  );
}

/** Call before writing anything. @throws BackupError if the destination belongs to another shop, or this machine's backups there are gone */
export async function claimDestination(
  config: Config,
  destination: Destination,
  installation: string | undefined,
  isNew = false,
): Promise<void> {
  if (installation === undefined)
    throw new BackupError('The database holds no shop yet: start the portal once, then make a backup.');
  if (!isNew) await assertConnected(config, destination);
  const destinations = await readKnownDestinations(config);
  const known = (await destination.read('installation'))?.toString().trim();
  if (known === undefined) await destination.write('installation', Buffer.from(`${installation}\n`));
  else if (known !== installation)
    throw new BackupError(
      `The backup place ${destination.name} holds the backups of another shop: give each its own folder.`,
    );
  if (destinations.includes(destination.name)) return;
  await mkdir(join(config.DATA_DIR, 'backup'), { recursive: true, mode: 0o700 });
  await writeFile(knownDestinationsFile(config), [...destinations, destination.name, ''].join('\n'), {
    mode: 0o600,
  });
}

/** File with the key of the newest backup, by which this machine can prove that backup but none of the older ones. */
export const newestBackupKeyFile = (config: Pick<Config, 'DATA_DIR'>) =>
  join(config.DATA_DIR, 'backup', 'newest-backup-key');

/** @returns the key and the id of its backup, '' if this machine has made none */
export async function readNewestBackupKey(
  config: Pick<Config, 'DATA_DIR'>,
): Promise<{ id: string; identity: string }> {
  const [id = '', identity = ''] = (
    await readFile(newestBackupKeyFile(config), 'utf8').catch(() => '')
  ).split('\n');
  return { id, identity };
}
