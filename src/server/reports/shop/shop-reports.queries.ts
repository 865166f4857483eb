// SQL of the shop's reports about customers and work; everything about money is in closed-days.queries.ts.
import { sql } from 'kysely';
import { isOverdue } from '../../orders/due-times.queries.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { dateInDhaka } from '../../platform/database/dhaka.ts';
import type { Span } from '../period.rules.ts';

export const within = (column: string, { start, end }: Span) =>
  sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`;
export const dayOf = (column: string) => sql<string>`${dateInDhaka(sql.ref(column))}::text`;

export function listServiceNames(reader: Reader) {
  return reader.selectFrom('services').select(['id', 'code', 'name', 'name_en']).execute();
}

export async function listJoined(reader: Reader, span: Span): Promise<{ day: string; joined: number }[]> {
  const { rows } = await sql<{ day: string; joined: number }>`
    select ${dayOf('date_joined')} as day, count(*)::int as joined from users
     where ${within('date_joined', span)} and roles = '{customer}' group by 1`.execute(reader);
  return rows;
}

/** Sums all wallets. */
export async function sumWallets(reader: Reader): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(posted_paisa), 0)::bigint as balance from wallets`.execute(reader);
  return rows[0]!.balance;
}

/** Counts registry lookups by outcome, except those refused by the rate limit, and copies made without staff. */
export async function findAutomatic(reader: Reader, span: Span) {
  const { rows } = await sql<{ asked: number; found: number; made: number }>`
    select count(*)::int as asked, count(*) filter (where details->>'outcome' = 'found')::int as found,
           (select count(*)::int from files where ${within('created_at', span)}) as made
      from trail where kind = 'registry.looked_up' and ${within('at', span)} and details->>'outcome' <> 'refused'`.execute(
    reader,
  );
  return rows[0]!;
}

/** Finds the order that has been waiting longest to be taken, and counts overdue open orders. */
export async function findQueue(reader: Reader) {
  const oldest = await reader
    .selectFrom('orders')
    .select(['id', 'created_on'])
    .where('status', '=', 'pending')
    .orderBy('created_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::int as overdue from orders where ${isOverdue}`.execute(reader);
  return { oldest, overdue: rows[0]!.overdue };
}
