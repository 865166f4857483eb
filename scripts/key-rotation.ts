// Rotates a key in two steps: it is spread to every running portal, and only then used. Values that were sealed before are rewrapped under a new master
// key, and older keys move to keys/retired once nothing needs them.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type SealedColumn, sealedColumns } from '#server/privacy/personal-data.ts';
import { fingerprintOf } from '../src/server/platform/installation/identity.ts';
import { type KeyMaker, publishKey, writePublished } from '../src/server/platform/installation/key-files.ts';
import { silentSeconds } from '../src/server/platform/installation/key-registration.ts';
import { type KeyKind, keyFile, readKeyFile } from '../src/server/platform/key-ring.ts';
import { loadOrCreate } from '../src/server/platform/keys.ts';
import { type BlobStore, rewrapStored } from '../src/server/platform/storage/storage.ts';
import type { Vault } from '../src/server/platform/vault.ts';
import { keyMakers } from '../src/server/portal-keys.ts';

/** Reported to the operator in one line. */
export class RotationError extends Error {}

const portion = 500;
const maxPasses = 5;

/** Rewraps row by row in physical order. A row's position changes with each update, so a rewritten row is not found again as old. */
async function rewrapColumn(
  owner: pg.Client,
  vault: Vault,
  newest: number,
  { table, column, purpose }: SealedColumn,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const { rows } = await owner.query<{ at: string; sealed: Buffer }>(
      `select ctid::text as at, ${column} as sealed from ${table}
        where ${column} is not null and length(${column}) > 1 and get_byte(${column}, 1) <> $1 limit ${portion}`,
      [newest],
    );
    if (rows.length === 0) return changed;
    for (const { at, sealed } of rows) {
      // The value is compared too: anything that changed the row meanwhile has sealed it again.
      const { rowCount } = await owner.query(
        `update ${table} set ${column} = $1 where ctid = $2::tid and ${column} = $3`,
        [vault.rewrap(sealed, purpose), at, sealed],
      );
      changed += rowCount ?? 0;
    }
  }
}

export interface Renewed {
  /** How many values of each place were rewrapped under the newest key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether the last pass found no value under another key. */
  readonly isClean: boolean;
}

/** Rewraps all places in passes, until one finds nothing. */
export async function renewAll(
  places: readonly { place: string; renew: () => Promise<number> }[],
): Promise<Renewed> {
  const counts = new Map<string, number>();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let changed = 0;
    for (const { place, renew } of places) {
      const more = await renew();
      counts.set(place, (counts.get(place) ?? 0) + more);
      changed += more;
    }
    if (changed === 0) return { counts, isClean: true };
  }
  return { counts, isClean: false };
}

export const rewrapAll = (
  owner: pg.Client,
  blobs: BlobStore,
  vault: Vault,
  newest: number,
): Promise<Renewed> =>
  renewAll([
    ...sealedColumns.map((sealed) => ({
      place: `${sealed.table}.${sealed.column}`,
      renew: () => rewrapColumn(owner, vault, newest, sealed),
    })),
    { place: 'stored files', renew: () => rewrapStored(blobs, vault) },
  ]);

interface Portal {
  held_keys: string[];
  used_keys: string[];
}

async function runningPortals(owner: pg.Client): Promise<Portal[]> {
  const { rows } = await owner.query<Portal>(
    `select held_keys, used_keys from portal_processes where seen_at > now() - $1 * interval '1 second'`,
    [silentSeconds],
  );
  return rows;
}

/** Waits until every running portal meets the condition. @returns how many do not after the timeout */
async function waitForAll(
  owner: pg.Client,
  seconds: number,
  isSo: (portal: Portal) => boolean,
): Promise<number> {
  for (const end = Date.now() + seconds * 1000; ; await wait(500)) {
    const late = (await runningPortals(owner)).filter((portal) => !isSo(portal)).length;
    if (late === 0 || Date.now() > end) return late;
  }
}

interface KnownKey {
  readonly name: string;
  readonly id: number;
  readonly fingerprint: Buffer;
  readonly state: 'spreading' | 'active' | 'retired';
  readonly used_since: Date | null;
}

/** Lists the keys of one kind, newest first. */
async function keysOf(owner: pg.Client, kind: KeyKind): Promise<KnownKey[]> {
  const { rows } = await owner.query<Omit<KnownKey, 'id'>>('select * from installation_keys');
  return rows
    .flatMap((row) => {
      const key = readKeyFile(row.name);
      return key?.kind === kind ? [{ ...row, id: key.id }] : [];
    })
    .sort((one, other) => other.id - one.id);
}

const contentOf = (folder: string, name: string) => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

const isUnderWay = ({ state, used_since }: KnownKey) => state === 'spreading' || used_since === null;

/** Whether a new key of this kind exists that some portals do not use yet. */
export const isRotationStarted = async (owner: pg.Client, kind: KeyKind): Promise<boolean> =>
  (await keysOf(owner, kind)).slice(0, 1).some(isUnderWay);

/** Creates the next key, or finds the one in progress. @throws RotationError */
export async function spreadKey(owner: pg.Client, folder: string, kind: KeyKind): Promise<KnownKey> {
  const [newest] = await keysOf(owner, kind);
  if (newest && isUnderWay(newest)) {
    const content = contentOf(folder, newest.name);
    if (content === undefined || !fingerprintOf(newest.name, content).equals(newest.fingerprint))
      throw new RotationError(
        `${newest.name} is being spread from another machine: copy it from there to ${folder}, then run this again.`,
      );
    return newest;
  }
  const name = keyFile(kind, (newest?.id ?? 0) + 1);
  const maker: KeyMaker = keyMakers[kind];
  const content = await loadOrCreate(folder, name, () => maker.make(folder));
  await owner.query(
    `insert into installation_keys (name, fingerprint, state, used_since) values ($1, $2, 'spreading', null)`,
    [name, fingerprintOf(name, content)],
  );
  return (await keysOf(owner, kind))[0]!;
}

/**
 * The first half of a rotation: afterwards every running portal makes new things with the new key. An interrupted one is continued.
 * @param timeoutSeconds how long portals may take to load it
 * @throws RotationError when one does not have the key
 */
export async function startNewKey(
  owner: pg.Client,
  folder: string,
  kind: KeyKind,
  timeoutSeconds: number,
): Promise<number> {
  const { name, id, state } = await spreadKey(owner, folder, kind);
  if (state === 'spreading') {
    const without = await waitForAll(owner, timeoutSeconds, ({ held_keys }) => held_keys.includes(name));
    if (without > 0)
      throw new RotationError(
        `${without} running portals do not have ${name}: copy it to keys/ in the DATA_DIR of each, then run this again. Nothing is made with it yet.`,
      );
    // Published before the first paper is signed with it.
    await publishKey(owner, contentOf(folder, name)!, keyMakers[kind]);
    await writePublished(owner, folder);
    await owner.query(`update installation_keys set state = 'active' where name = $1`, [name]);
  }
  const behind = await waitForAll(owner, timeoutSeconds, ({ used_keys }) => used_keys.includes(name));
  if (behind > 0)
    throw new RotationError(
      `${behind} running portals still work with an older key than ${name}. Run this again when they have caught up.`,
    );
  await owner.query('update installation_keys set used_since = now() where name = $1', [name]);
  return id;
}

/** How long something may still arrive under an older key, or remains valid that was made with one. */
export const graceMinutes: Readonly<Record<KeyKind, number>> = {
  'master-key': 10,
  'index-secret': 10,
  // Access tokens live ten minutes.
  'token-signing-key.pem': 11,
  // No session lasts longer than 30 days.
  'refresh-secret': 31 * 24 * 60,
  // A paper that had been started.
  'statement-key.pem': 10,
  'document-seal.json': 10,
};

/**
 * Moves the keys of a kind below the newest to keys/retired: if `isClean`, nothing was found that still needs one; `atOnce` does not wait until what
 * was signed with them has expired.
 * @throws RotationError when something may
 */
export async function retireOldKeys(
  owner: pg.Client,
  folder: string,
  kind: KeyKind,
  { isClean, atOnce = false }: { isClean: boolean; atOnce?: boolean },
): Promise<string[]> {
  const known = await keysOf(owner, kind);
  if (known.some(({ state }) => state === 'spreading'))
    throw new RotationError('A newer key is being spread: finish that first.');
  const newest = known.find(({ state }) => state === 'active')!;
  if (!isClean)
    throw new RotationError('The last pass still found values under an older key: run this again.');
  const behind = (await runningPortals(owner)).filter(
    ({ used_keys }) => !used_keys.includes(newest.name),
  ).length;
  if (behind > 0) throw new RotationError(`${behind} running portals still work with an older key.`);
  const { rows } = await owner.query(
    `select used_since is null or (not $3 and used_since > now() - $2 * interval '1 minute') as is_recent
       from installation_keys where name = $1`,
    [newest.name, graceMinutes[kind], atOnce],
  );
  if (rows[0].is_recent)
    throw new RotationError(
      `${newest.name} has been in use everywhere for less than ${graceMinutes[kind]} minutes: run this again later.`,
    );
  const retired: string[] = [];
  await mkdir(join(folder, 'retired'), { recursive: true, mode: 0o700 });
  for (const { name, id } of known) {
    if (id === newest.id) continue;
    await owner.query(`update installation_keys set state = 'retired' where name = $1`, [name]);
    if (!existsSync(join(folder, name))) continue;
    await rename(join(folder, name), join(folder, 'retired', name));
    retired.push(name);
  }
  return retired;
}
