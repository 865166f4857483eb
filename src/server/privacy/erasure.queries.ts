// Erases people and deletes rows past their retention period, both driven by the inventory.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import type { Blank, Erasure } from '../platform/personal-data.ts';
import { inventory, sealedPurposeOf } from './personal-data.ts';

/** Encrypts a dash for a purpose, to replace erased values. */
export type SealDash = (purpose: string) => Buffer;

interface Person {
  /** Id of one person, or `any(…)` of several; in the inventory it always follows an equals sign. */
  readonly id: number | RawBuilder<unknown>;
  /** Keyed hashes of the address that email is queued for. */
  readonly addresses?: readonly Buffer[];
}

/** Fills in the placeholders of a module's SQL. */
export function aboutPerson(text: string, { id, addresses = [] }: Person): RawBuilder<unknown> {
  const parts = text
    .split(/(\$person\b|\$addresses\b)/)
    .map((part) =>
      part === '$person' ? sql`${id}` : part === '$addresses' ? sql`${addresses}` : sql.raw(part),
    );
  return sql`${sql.join(parts, sql``)}`;
}

function blankOf(table: string, column: string, blank: Blank, sealDash: SealDash): RawBuilder<unknown> {
  if (typeof blank === 'object') return sql.raw(blank.sql);
  if (blank === 'null') return sql`null`;
  if (blank === 'empty') return sql`''`;
  if (blank === 'dash') return sql`'—'`;
  if (blank === 'random') return sql`sha256(gen_random_uuid()::text::bytea)`;
  const sealed = sql`${sealDash(sealedPurposeOf(table, column))}::bytea`;
  return blank === 'sealed' ? sealed : sql`case when ${sql.ref(column)} is not null then ${sealed} end`;
}

function statementOf(
  table: string,
  erasure: Erasure,
  person: Person,
  sealDash: SealDash,
): RawBuilder<unknown> | undefined {
  if (erasure.act === 'elsewhere') return undefined;
  if (erasure.act === 'call') return aboutPerson(erasure.statement, person);
  const whose = aboutPerson(erasure.whose, person);
  if (erasure.act === 'remove') return sql`delete from ${sql.table(table)} where ${whose}`;
  const changes = Object.entries(erasure.columns).map(
    ([column, blank]) => sql`${sql.ref(column)} = ${blankOf(table, column, blank, sealDash)}`,
  );
  return sql`update ${sql.table(table)} set ${sql.join(changes)} where ${whose}`;
}

/** Erases a person's data. Rows that stay are blanked first, which drops their references to rows that are then deleted. */
export async function eraseData(trx: Trx, person: Person, sealDash: SealDash): Promise<void> {
  const planned = [...inventory].flatMap(([table, { erasure }]) => (erasure ? [{ table, erasure }] : []));
  const removes = ({ erasure }: (typeof planned)[number]) => erasure.act === 'remove';
  for (const { table, erasure } of [...planned.filter((one) => !removes(one)), ...planned.filter(removes)])
    await statementOf(table, erasure, person, sealDash)?.execute(trx);
}

export async function findAddress(reader: Reader, id: number): Promise<string> {
  const row = await reader.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}

/** Maximum rows deleted in one statement, so that none blocks others for long. */
const atOnce = 2_000;

/** Deletes matching rows in batches. @returns the number of rows */
async function removeRows(db: Database, table: string, which: RawBuilder<unknown>): Promise<number> {
  for (let removed = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${which} limit ${atOnce}))`.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < BigInt(atOnce)) return removed;
  }
}

/**
 * Deletes rows past the inventory's retention period, and remaining rows of erased people: an older release, running next to this one or after a
 * rollback, doesn't know every table. @returns the number of rows deleted per table
 */
export async function removeOld(db: Database): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const erased = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
  const ofErased = { id: sql`any(${erased.map(({ id }) => id)}::int[])` };
  for (const [table, { life, erasure }] of inventory) {
    if ('go' in life) removed[table] = await removeRows(db, table, sql.raw(life.go));
    if (erased.length > 0 && erasure?.act === 'remove')
      removed[table] =
        (removed[table] ?? 0) + (await removeRows(db, table, aboutPerson(erasure.whose, ofErased)));
  }
  return removed;
}
