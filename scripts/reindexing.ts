// Recomputes every blind index from the sealed value in its row under a new index secret, in batches, while portals run. Portals search by every secret
// that they hold, so nothing is missed in the meantime.
import type pg from 'pg';
import { type IndexedColumn, indexedColumns, sealedPurposeOf } from '#server/privacy/personal-data.ts';
import type { Vault } from '../src/server/platform/vault.ts';
import { type Renewed, renewAll } from './key-rotation.ts';

const portion = 500;

interface Row {
  id: string;
  sealed: Buffer;
  index: Buffer | null;
}

/** What an erasure leaves in place of a number; its index is random and stays random. */
const erased = '—';

async function reindexColumn(owner: pg.Client, vault: Vault, indexed: IndexedColumn): Promise<number> {
  const { table, column, source, purpose, valueFrom } = indexed;
  const sealedFor = sealedPurposeOf(table, source);
  let changed = 0;
  for (let last: string | undefined; ; ) {
    const { rows } = await owner.query<Row>(
      `select id::text, ${source} as sealed, ${column} as index from ${table}
        where ${source} is not null ${last === undefined ? '' : 'and id > $1'} order by ${table}.id limit ${portion}`,
      last === undefined ? [] : [last],
    );
    if (rows.length === 0) return changed;
    last = rows.at(-1)!.id;
    for (const { id, sealed, index } of rows) {
      const opened = vault.openText(sealed, sealedFor);
      if (opened === erased) continue;
      const made = vault.blindIndex(valueFrom(opened), purpose);
      if (index?.equals(made)) continue;
      // The sealed value is compared too: anything that changed the row meanwhile has indexed it again.
      const { rowCount } = await owner.query(
        `update ${table} set ${column} = $1 where id = $2 and ${source} = $3`,
        [made, id, sealed],
      );
      changed += rowCount ?? 0;
    }
  }
}

/** Recomputes every index with the vault's current secret. */
export const reindexAll = (owner: pg.Client, vault: Vault): Promise<Renewed> =>
  renewAll(
    indexedColumns.map((indexed) => ({
      place: `${indexed.table}.${indexed.column}`,
      renew: () => reindexColumn(owner, vault, indexed),
    })),
  );
