// The key files and their fingerprints: every key recorded in the database must be here unchanged, and is never recreated.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { keyFile, readKeyFile } from '../key-ring.ts';
import { derivationSecret, loadOrCreate } from '../keys.ts';
import { fingerprintOf, hasRows } from './identity.ts';
import { StartupError } from './startup-error.ts';

/** How a key is created, and which part of it is public. */
export interface KeyMaker {
  /** @param folder of the keys that already exist */
  readonly make: (folder: string) => Promise<string> | string;
  /** JWK. A key with a public part signs papers, so that part stays published after the key is retired. */
  readonly publicPart?: (content: string) => { readonly kid: string };
}
/** By the name of the kind's first file, in the order of creation. */
export type KeyMakers = Readonly<Record<string, KeyMaker>>;

interface KnownKey {
  name: string;
  fingerprint: Buffer;
  /** Added by a later migration, so an older database lacks it. */
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

/** @throws StartupError when a key that is recorded in the database is missing or has changed */
export async function assertSameKeys(owner: pg.Client, folder: string): Promise<void> {
  for (const { name, fingerprint, state } of await knownKeys(owner)) {
    const content = contentOf(folder, name);
    // Nothing is sealed with a key that is still being distributed, nor with a retired one.
    if (content === undefined && (state === 'spreading' || state === 'retired')) continue;
    if (content !== undefined && fingerprintOf(name, content).equals(fingerprint)) continue;
    // An older DATA_DIR has no derivation secret yet: `completeKeys` creates it as a copy of this file.
    const original = name === derivationSecret ? contentOf(folder, 'index-secret') : undefined;
    if (content === undefined && original && fingerprintOf(name, original).equals(fingerprint)) continue;
    const what =
      content === undefined
        ? 'is missing, and the database was used with it'
        : 'is not the one that the database was used with';
    throw new StartupError(
      `DATA_DIR: ${join(folder, name)} ${what}: put the right one back from the backup of keys/. If it is lost for good, npm run adopt goes on without it. Nothing was changed.`,
    );
  }
}

async function recordKey(owner: pg.Client, folder: string, name: string): Promise<void> {
  await owner.query(
    `insert into installation_keys (name, fingerprint) values ($1, $2)
     on conflict (name) do update set fingerprint = excluded.fingerprint, first_seen_at = now()
      where installation_keys.fingerprint <> excluded.fingerprint`,
    [name, fingerprintOf(name, contentOf(folder, name)!)],
  );
}

/** @param maker of the key's kind */
export async function publishKey(owner: pg.Client, content: string, maker: KeyMaker): Promise<void> {
  const part = maker.publicPart?.(content);
  if (part)
    await owner.query(
      'insert into published_keys (kid, public_part) values ($1, $2) on conflict (kid) do nothing',
      [part.kid, JSON.stringify(part)],
    );
}

/** File with the public parts of the keys, next to them: for checking a paper without the database. */
export const publishedFile = 'published-keys.json';

export async function writePublished(owner: pg.Client, folder: string): Promise<void> {
  const { rows } = await owner.query(
    'select public_part from published_keys order by published_at desc, kid',
  );
  const text = `${JSON.stringify({ keys: rows.map((row) => row.public_part) }, undefined, 2)}\n`;
  // The content is public, but no file in the key folder is readable by other users.
  if (contentOf(folder, publishedFile) !== text)
    await writeFile(join(folder, publishedFile), text, { mode: 0o600 });
}

const kindOf = (name: string) => readKeyFile(name)?.kind ?? name;

/** Creates and records the keys that the installation has never had. Call after `assertSameKeys`. */
export async function completeKeys(owner: pg.Client, folder: string, makers: KeyMakers): Promise<void> {
  const kindsKnown = new Set((await knownKeys(owner)).map(({ name }) => kindOf(name)));
  for (const [kind, { make }] of Object.entries(makers)) {
    const here = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => kindOf(name) === kind) : [];
    const first = kind === 'master-key' ? keyFile(kind, 1) : kind;
    if (here().length === 0) await loadOrCreate(folder, first, () => make(folder));
    // A further file of a known kind was never distributed, so this installation does not use it.
    if (!kindsKnown.has(kind)) for (const name of here()) await recordKey(owner, folder, name);
  }
  for (const { name } of await knownKeys(owner)) {
    const content = contentOf(folder, name);
    const maker = makers[kindOf(name)];
    if (content !== undefined && maker) await publishKey(owner, content, maker);
  }
  await writePublished(owner, folder);
}

/** Removes the records of all keys, for an installation that continues without keys it once had. */
export async function forgetKeys(owner: pg.Client): Promise<void> {
  await owner.query('delete from installation_keys');
}
