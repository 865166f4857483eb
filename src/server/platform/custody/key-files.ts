// The key files and their fingerprints: what the database knows must be here unchanged, and is never made anew.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { isMasterKeyFile, loadOrCreate, makeSecret, masterKeyFile } from '../keys.ts';
import { CustodyError } from './custody-error.ts';
import { fingerprintOf, hasRows } from './identity.ts';

/** File → how one is made, for every key that an installation has beside its master keys. */
export type KeyMakers = Readonly<Record<string, () => Promise<string> | string>>;

interface KnownKey {
  name: string;
  fingerprint: Buffer;
  /** A column of a later migration: a database from before it has none. */
  state?: 'spreading' | 'active' | 'retired';
}

export async function knownKeys(owner: pg.Client): Promise<KnownKey[]> {
  if (!(await hasRows(owner, 'installation_keys'))) return [];
  return (await owner.query<KnownKey>('select * from installation_keys')).rows;
}

const contentOf = (folder: string, name: string) => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

/** @throws CustodyError when a key that the database knows is not here, or is another */
export async function assertSameKeys(owner: pg.Client, folder: string): Promise<void> {
  for (const { name, fingerprint, state } of await knownKeys(owner)) {
    const content = contentOf(folder, name);
    // Nothing is sealed with a key that is still being spread, nor with a retired one any more.
    if (content === undefined && (state === 'spreading' || state === 'retired')) continue;
    if (content !== undefined && fingerprintOf(name, content).equals(fingerprint)) continue;
    const what =
      content === undefined
        ? 'is missing, and the database was used with it'
        : 'is not the one that the database was used with';
    throw new CustodyError(
      `DATA_DIR: ${join(folder, name)} ${what}: put the right one back from the backup of keys/. If it is lost for good, npm run adopt goes on without it. Nothing was changed.`,
    );
  }
}

export async function rememberKey(owner: pg.Client, folder: string, name: string): Promise<void> {
  await owner.query(
    `insert into installation_keys (name, fingerprint) values ($1, $2)
     on conflict (name) do update set fingerprint = excluded.fingerprint, first_seen_at = now()
      where installation_keys.fingerprint <> excluded.fingerprint`,
    [name, fingerprintOf(name, contentOf(folder, name)!)],
  );
}

/** Makes the keys that an installation never had, and remembers all. Call it after `assertSameKeys`. */
export async function completeKeys(owner: pg.Client, folder: string, makers: KeyMakers): Promise<void> {
  const hasMasterKey = existsSync(folder) && readdirSync(folder).some(isMasterKeyFile);
  if (!hasMasterKey) await loadOrCreate(folder, masterKeyFile(1), makeSecret);
  for (const [name, make] of Object.entries(makers)) await loadOrCreate(folder, name, make);
  const masterKeys = readdirSync(folder).filter(isMasterKeyFile);
  for (const name of [...masterKeys, ...Object.keys(makers)]) await rememberKey(owner, folder, name);
  const newest = Math.max(...masterKeys.map((name) => Number(name.slice(masterKeyFile(0).length - 1))));
  await owner.query('update installation set sealing_key = $1 where sealing_key is null', [newest]);
}

/** For an installation that goes on without keys it once had. */
export async function forgetKeys(owner: pg.Client): Promise<void> {
  await owner.query('delete from installation_keys');
}
