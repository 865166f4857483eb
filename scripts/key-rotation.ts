// A new master key in two steps: it is spread to every portal that runs, and only then is anything sealed with it. What was sealed before
// is put under it, and the older keys go to keys/retired when nothing needs them.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { fingerprintOf } from '../src/server/platform/custody/identity.ts';
import { silentSeconds } from '../src/server/platform/custody/key-holding.ts';
import { loadOrCreateSecret, masterKeyFile } from '../src/server/platform/keys.ts';
import { type BlobStore, rewrapStored } from '../src/server/platform/storage.ts';
import type { Vault } from '../src/server/platform/vault.ts';
import { type SealedColumn, sealedColumns } from '../src/server/rights/sealed-columns.ts';

/** Said to the operator in one line. */
export class RotationError extends Error {}

const portion = 500;
const mostPasses = 5;

/** Rows by their place in the table, which changes with each update: a row that was rewritten is not met again as old. */
async function rewrapColumn(
  owner: pg.Client,
  vault: Vault,
  newest: number,
  of: SealedColumn,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const { rows } = await owner.query<{ at: string; sealed: Buffer }>(
      `select ctid::text as at, ${of.column} as sealed from ${of.table}
        where ${of.column} is not null and length(${of.column}) > 1 and get_byte(${of.column}, 1) <> $1 limit ${portion}`,
      [newest],
    );
    if (rows.length === 0) return changed;
    for (const { at, sealed } of rows) {
      // The value is compared too: who changed the row meanwhile has sealed it anew.
      const { rowCount } = await owner.query(
        `update ${of.table} set ${of.column} = $1 where ctid = $2::tid and ${of.column} = $3`,
        [vault.rewrap(sealed, of.purpose), at, sealed],
      );
      changed += rowCount ?? 0;
    }
  }
}

export interface Rewrapped {
  /** How many values of each place were put under the newest key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether the last pass found nothing that was under another key. */
  readonly isClean: boolean;
}

export async function rewrapAll(
  owner: pg.Client,
  blobs: BlobStore,
  vault: Vault,
  newest: number,
): Promise<Rewrapped> {
  const counts = new Map<string, number>();
  const add = (place: string, more: number) => {
    counts.set(place, (counts.get(place) ?? 0) + more);
    return more;
  };
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let changed = 0;
    for (const of of sealedColumns)
      changed += add(`${of.table}.${of.column}`, await rewrapColumn(owner, vault, newest, of));
    changed += add('stored files', await rewrapStored(blobs, vault));
    if (changed === 0) return { counts, isClean: true };
  }
  return { counts, isClean: false };
}

interface Portal {
  held_keys: string[];
  sealing_key: number;
}

async function runningPortals(owner: pg.Client): Promise<Portal[]> {
  const { rows } = await owner.query<Portal>(
    `select held_keys, sealing_key from portal_processes where seen_at > now() - $1 * interval '1 second'`,
    [silentSeconds],
  );
  return rows;
}

/** Waits until every running portal is as it should be. @returns how many are not, after the time */
async function waitForAll(
  owner: pg.Client,
  seconds: number,
  isSo: (portal: Portal) => boolean,
): Promise<number> {
  for (const end = Date.now() + seconds * 1000; ; await wait(1_000)) {
    const late = (await runningPortals(owner)).filter((portal) => !isSo(portal)).length;
    if (late === 0 || Date.now() > end) return late;
  }
}

const currentKey = async (owner: pg.Client): Promise<number> =>
  (await owner.query('select sealing_key::int as id from installation')).rows[0]?.id ?? 1;

const contentOf = (folder: string, name: string) => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

/** Makes the next key, or finds the one that is being spread. @throws RotationError */
async function spread(owner: pg.Client, folder: string): Promise<number> {
  const current = await currentKey(owner);
  const [pending] = (
    await owner.query<{ name: string; fingerprint: Buffer }>(
      `select name, fingerprint from installation_keys where state = 'spreading' and name like 'master-key-%'`,
    )
  ).rows;
  const next = pending ? Number(pending.name.slice('master-key-'.length)) : current + 1;
  const name = masterKeyFile(next);
  if (pending) {
    const content = contentOf(folder, name);
    if (content === undefined || !fingerprintOf(name, content).equals(pending.fingerprint))
      throw new RotationError(
        `${name} is being spread from another machine: copy it from there to ${folder}, then run this again.`,
      );
    return next;
  }
  await loadOrCreateSecret(folder, name);
  await owner.query(`insert into installation_keys (name, fingerprint, state) values ($1, $2, 'spreading')`, [
    name,
    fingerprintOf(name, contentOf(folder, name)!),
  ]);
  return next;
}

/**
 * The first half of a rotation: afterwards every running portal seals with the new key.
 * @param patienceSeconds how long portals may take to take it up
 * @throws RotationError when one does not have the key
 */
export async function startNewKey(
  owner: pg.Client,
  folder: string,
  patienceSeconds: number,
): Promise<number> {
  const next = await spread(owner, folder);
  const name = masterKeyFile(next);
  const without = await waitForAll(owner, patienceSeconds, ({ held_keys }) => held_keys.includes(name));
  if (without > 0)
    throw new RotationError(
      `${without} running portals do not have ${name}: copy it to keys/ in the DATA_DIR of each, then run this again. Nothing is sealed with it yet.`,
    );
  await owner.query('update installation set sealing_key = $1, sealing_since = now()', [next]);
  await owner.query(`update installation_keys set state = 'active' where name = $1`, [name]);
  const behind = await waitForAll(owner, patienceSeconds, ({ sealing_key }) => sealing_key === next);
  if (behind > 0)
    throw new RotationError(
      `${behind} running portals still seal with an older key. Run this again with -- --resume when they have caught up.`,
    );
  return next;
}

/** Work that was begun before the change may still write a value under the older key. */
const graceMinutes = 10;

/**
 * Moves the keys below the newest to keys/retired, when nothing needs them.
 * @throws RotationError when something may
 */
export async function retireOldKeys(
  owner: pg.Client,
  folder: string,
  { isClean }: Rewrapped,
): Promise<string[]> {
  const newest = await currentKey(owner);
  if (!isClean)
    throw new RotationError('The last pass still found values under an older key: run this again.');
  const { rows: since } = await owner.query(
    `select coalesce(sealing_since > now() - $1 * interval '1 minute', false) as is_recent from installation`,
    [graceMinutes],
  );
  if (since[0]?.is_recent)
    throw new RotationError(
      `The new key is in use for less than ${graceMinutes} minutes: run this again later.`,
    );
  const behind = (await runningPortals(owner)).filter(({ sealing_key }) => sealing_key !== newest).length;
  if (behind > 0) throw new RotationError(`${behind} running portals still seal with an older key.`);
  const { rows: spreading } = await owner.query(`select from installation_keys where state = 'spreading'`);
  if (spreading.length > 0) throw new RotationError('A newer key is being spread: finish that first.');
  const retired: string[] = [];
  await mkdir(join(folder, 'retired'), { recursive: true, mode: 0o700 });
  for (let id = 0; id < newest; id += 1) {
    const name = masterKeyFile(id);
    await owner.query(`update installation_keys set state = 'retired' where name = $1`, [name]);
    if (!existsSync(join(folder, name))) continue;
    await rename(join(folder, name), join(folder, 'retired', name));
    retired.push(name);
  }
  return retired;
}
