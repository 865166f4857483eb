// SQL that finds the staff who may work on orders.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** Lists active staff who may work on orders. */
export function listOperators(reader: Reader, roles: readonly string[]) {
  return reader
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<boolean>`roles <> '{customer}' and roles && ${sql.val([...roles])}::text[]`)
    .orderBy(sql`first_name collate bangla`)
    .orderBy('id')
    .execute();
}

export function findOperator(reader: Reader, id: number, roles: readonly string[]) {
  return reader
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && ${sql.val([...roles])}::text[]`)
    .executeTakeFirst();
}
