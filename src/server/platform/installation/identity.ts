// One identity, created at the first start, is stored in the database, in the file store and next to the keys. A start with parts that do not belong
// together is refused before anything is changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { readKeyFile } from '../key-ring.ts';
import type { BlobStore } from '../storage/storage.ts';
import { checkIdentity, type InstallationState } from './identity.rules.ts';
import { StartupError } from './startup-error.ts';

/** The identity's name in the store. */
export const identityName = 'identity';
const identityFile = 'identity';

const hasAny = async (keys: AsyncIterable<string>) => {
  for await (const _ of keys) return true;
  return false;
};

export async function hasRows(owner: pg.Client, table: string): Promise<boolean> {
  const { rows } = await owner.query('select to_regclass($1) is not null as is_there', [`public.${table}`]);
  if (!rows[0].is_there) return false;
  return ((await owner.query(`select from ${table} limit 1`)).rowCount ?? 0) > 0;
}

async function readDatabase(owner: pg.Client): Promise<InstallationState['database']> {
  const id = (await hasRows(owner, 'installation'))
    ? ((await owner.query('select id from installation')).rows[0].id as string)
    : undefined;
  return { id, hasData: await hasRows(owner, 'users'), namesFiles: await hasRows(owner, 'file_versions') };
}

/** @throws Error when the store cannot be reached */
async function readFiles(blobs: BlobStore): Promise<NonNullable<InstallationState['files']>> {
  await blobs.check();
  const file = await blobs.readNamed(identityName);
  return {
    id: file?.toString().trim(),
    hasData: (await hasAny(blobs.list())) || (await hasAny(blobs.listTrash())),
  };
}

/** Identifies a key by its content: file names are not unique. */
export const fingerprintOf = (name: string, content: string) =>
  createHash('sha256').update(`nothipotro key\0${name}\0${content.trim()}`).digest();

async function readKeys(owner: pg.Client, folder: string): Promise<InstallationState['keys']> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const { rows } = (await hasRows(owner, 'installation_keys'))
    ? await owner.query<{ name: string; fingerprint: Buffer; state?: string }>(
        'select * from installation_keys',
      )
    : { rows: [] };
  const needed = rows.filter(({ state = 'active' }) => state === 'active');
  const areThere = needed.every(
    ({ name, fingerprint }) =>
      names.includes(name) &&
      fingerprintOf(name, readFileSync(join(folder, name), 'utf8')).equals(fingerprint),
  );
  return {
    // A file that a power cut left empty counts as missing: the fingerprints prove the keys, and it is written again.
    id: names.includes(identityFile)
      ? readFileSync(join(folder, identityFile), 'utf8').trim() || undefined
      : undefined,
    hasData: names.some((name) => readKeyFile(name)?.kind === 'master-key'),
    areProven: needed.length > 0 && areThere,
  };
}

export async function readInstallationState(
  owner: pg.Client,
  blobs: BlobStore,
  keysFolder: string,
): Promise<InstallationState> {
  const database = await readDatabase(owner);
  let whyNoFiles: string | undefined;
  const files = await readFiles(blobs).catch((error: Error) => {
    whyNoFiles = error.message;
    return undefined;
  });
  return { database, files, keys: await readKeys(owner, keysFolder), whyNoFiles };
}

/** Writes the identity where it is still missing: the database first, the keys last. */
export async function writeIdentity(
  owner: pg.Client,
  blobs: BlobStore,
  keysFolder: string,
  id: string,
): Promise<void> {
  await owner.query(
    `insert into installation (id) values ($1) on conflict (is_only) do update set id = excluded.id`,
    [id],
  );
  await blobs.writeNamed(identityName, Buffer.from(`${id}\n`));
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(keysFolder, identityFile), `${id}\n`, { mode: 0o600, flush: true });
}

/** @throws StartupError when the parts do not belong together, before anything is changed */
export async function assertSameInstallation(
  owner: pg.Client,
  blobs: BlobStore,
  keysFolder: string,
): Promise<InstallationState> {
  const holdings = await readInstallationState(owner, blobs, keysFolder);
  const verdict = checkIdentity(holdings);
  if (verdict.act === 'refuse') throw new StartupError(verdict.why);
  return holdings;
}

/** Call after the migrations, with the result of `assertSameInstallation`. */
export async function completeIdentity(
  owner: pg.Client,
  blobs: BlobStore,
  keysFolder: string,
  { database, files, keys }: InstallationState,
): Promise<void> {
  const id = database.id ?? uuidv7();
  const isComplete = [database.id, files ? files.id : id, keys.id].every((known) => known === id);
  if (!isComplete) await writeIdentity(owner, blobs, keysFolder, id);
}
