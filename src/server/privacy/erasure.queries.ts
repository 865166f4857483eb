// Erasing a person, and removing rows that have had their time: both follow the inventory.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { type Erasure, inventory } from './personal-data.ts';
import { sealedPurposeOf } from './sealed-columns.ts';

/** Seals a dash for a purpose, in place of what is erased. */
export type SealDash = (purpose: string) => Buffer;

type Blank = Extract<Erasure, { act: 'blank' }>['columns'][string];

function aboutPerson(whose: string, id: number): RawBuilder<unknown> {
  const parts = whose.split('$person');
  return sql`${sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${id}`,
  )}`;
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

/** @param recipientIndexes the keyed hashes of the address that letters are queued for */
export async function eraseData(
  trx: Trx,
  id: number,
  { sealDash, recipientIndexes }: { sealDash: SealDash; recipientIndexes: Buffer[] },
): Promise<void> {
  for (const [table, { erasure }] of Object.entries(inventory)) {
    if (!erasure || erasure.act === 'elsewhere') continue;
    const whose = aboutPerson(erasure.whose, id);
    if (erasure.act === 'remove') {
      await sql`delete from ${sql.table(table)} where ${whose}`.execute(trx);
      continue;
    }
    const changes = Object.entries(erasure.columns).map(
      ([column, blank]) => sql`${sql.ref(column)} = ${blankOf(table, column, blank, sealDash)}`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${whose}`.execute(trx);
  }
  await sql`select ledger_erase_reasons(${id})`.execute(trx);
  await sql`delete from mails where recipient_index = any(${recipientIndexes}::bytea[])`.execute(trx);
}

export async function findAddress(reader: Reader, id: number): Promise<string> {
  const row = await reader.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}

/** So many rows go in one statement: none holds others up for long. */
const atOnce = 2_000;

/** Removes what the inventory says has had its time. @returns how many rows of each table went */
export async function removeOld(db: Database): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [table, { life }] of Object.entries(inventory)) {
    if (!('go' in life)) continue;
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.raw(life.go)} limit ${atOnce}))`.execute(db);
      removed[table] = (removed[table] ?? 0) + Number(numAffectedRows);
      if (numAffectedRows < BigInt(atOnce)) break;
    }
  }
  return removed;
}
