// Puts every sealed value and stored file under the newest master key, and removes older keys that nothing needs any more.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { masterKeyFile } from '../src/server/platform/keys.ts';
import { type BlobStore, rewrapStored } from '../src/server/platform/storage.ts';
import type { Vault } from '../src/server/platform/vault.ts';
import { type SealedColumn, sealedColumns } from '../src/server/rights/sealed-columns.ts';

const portion = 500;
/** A portal beside may seal with the older key until it has read the newer one. */
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

/** @returns how many values of each place were put under the newest key */
export async function rewrapAll(
  owner: pg.Client,
  blobs: BlobStore,
  vault: Vault,
  newest: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (place: string, more: number) => counts.set(place, (counts.get(place) ?? 0) + more);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let changed = 0;
    for (const of of sealedColumns) {
      const more = await rewrapColumn(owner, vault, newest, of);
      add(`${of.table}.${of.column}`, more);
      changed += more;
    }
    const files = await rewrapStored(blobs, vault);
    add('stored files', files);
    if (changed + files === 0) break;
  }
  return counts;
}

/** Removes the key files below the newest. Call it only after a pass of `rewrapAll` that found nothing. */
export async function dropOldKeys(folder: string, newest: number): Promise<void> {
  for (let id = 0; id < newest; id += 1) await rm(join(folder, masterKeyFile(id)), { force: true });
}
