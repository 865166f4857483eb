// All SQL of cash drawers: movements since the last count, and the counts themselves.
import { type RawBuilder, sql } from 'kysely';
import type { Notes, RemovedPlace } from '#contract/wallet/drawer-rules.ts';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import { endOfDay, startOfDay } from '../../platform/database/dhaka.ts';

type Sql = RawBuilder<unknown>;

const isCash = sql`(t.debit_account = 'admin_cash' or t.credit_account = 'admin_cash')`;
/** Effect of a movement on the drawer: incoming cash is the debit side of a recharge. */
const effect = sql`case when t.debit_account = 'admin_cash' then t.amount_paisa else -t.amount_paisa end as paisa`;

/** Movements are dated by the start of their transaction, and no transaction runs this long; see decision 0028. */
const longestTransaction = sql`interval '1 hour'`;

/** How many counts are considered: the newest may be dated after later movements, if the clock was ahead when it was made. */
const lookedBack = 10;

/** Selects one person's cash movements that aren't in a count yet. A correction belongs to the person who made the original movement. */
const openCash = (userId: number): Sql => {
  const recent = sql`select counted_at from cash_counts
    where user_id = ${userId} and counted_at <= clock_timestamp() order by number desc limit ${lookedBack}`;
  const from = sql`coalesce(greatest((select min(counted_at) - ${longestTransaction} from (${recent}) recent),
    (select since from cash_drawers where user_id = ${userId})), '-infinity')`;
  return sql`
    select * from (
      select t.id, t.kind, null::text as reversed_kind, t.ref, ${effect}, t.user_id, t.wallet_version, t.reverses, t.reason, t.created_at
        from ledger_transfers t
       where t.kind in ('recharge', 'withdrawal') and ${isCash} and t.actor_id = ${userId} and t.created_at >= ${from}
      union all
      select t.id, t.kind, r.kind, r.ref, ${effect}, t.user_id, t.wallet_version, t.reverses, t.reason, t.created_at
        from ledger_transfers t join ledger_transfers r on r.id = t.reverses
       where t.kind = 'reversal' and ${isCash} and r.actor_id = ${userId} and t.created_at >= ${from}) t
     where not exists (select from cash_count_movements m where m.transfer_id = t.id)`;
};

const countedCash = (countId: number): Sql => sql`
  select t.id, t.kind, r.kind as reversed_kind, coalesce(r.ref, t.ref) as ref, ${effect}, t.user_id, t.wallet_version, t.reverses, t.reason, t.created_at
    from cash_count_movements m join ledger_transfers t on t.id = m.transfer_id left join ledger_transfers r on r.id = t.reverses
   where m.count_id = ${countId}`;

const isTaken = sql`coalesce(t.reversed_kind, t.kind) = 'recharge'`;

export interface OpenDrawer {
  opening: bigint;
  waiting_before: bigint;
  taken: bigint;
  paid: bigint;
  waiting: bigint;
  corrected: bigint;
  last_number: number;
  since: Date | null;
  /** Ids of the movements. */
  ids: string[];
}

/** Reads everything in one statement, so that it is consistent: cash that is posted later falls into the next count. */
export async function readOpenDrawer(reader: Reader, userId: number): Promise<OpenDrawer> {
  const { rows } = await sql<OpenDrawer>`
    with cash as materialized (${openCash(userId)}),
         last as (select number, kept_paisa, waiting_paisa from cash_counts where user_id = ${userId} order by number desc limit 1)
    select coalesce((select kept_paisa from last), 0)::bigint as opening,
           coalesce((select waiting_paisa from last), 0)::bigint as waiting_before,
           coalesce((select number from last), 0) as last_number,
           (select since from cash_drawers where user_id = ${userId}) as since,
           coalesce(sum(t.paisa) filter (where ${isTaken}), 0)::bigint as taken,
           coalesce(-sum(t.paisa) filter (where not ${isTaken}), 0)::bigint as paid,
           coalesce(sum(t.paisa) filter (where t.reverses is not null and not exists (select from cash o where o.id = t.reverses)), 0)::bigint as corrected,
           coalesce(array_agg(t.id::text) filter (where t.id is not null), '{}') as ids,
           (select coalesce(sum(c.amount_paisa), 0) from cash_requests c left join recharge_ways w on w.ref = 'cash:' || c.id
             where c.status = 'pending' and c.kind = 'recharge' and c.requested_by = ${userId} and coalesce(w.way, 'cash') = 'cash')::bigint as waiting
      from cash t`.execute(reader);
  return rows[0]!;
}

export interface DrawerMovementRow {
  id: string;
  kind: string;
  reversed_kind: string | null;
  paisa: bigint;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  wallet_version: bigint;
  reference: string;
  reason: string;
  counted_before: number | null;
  created_at: Date;
}

export async function listDrawerMovements(
  reader: Reader,
  of: { userId: number } | { countId: number },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: DrawerMovementRow[]; count: number }> {
  const cash = 'countId' in of ? countedCash(of.countId) : openCash(of.userId);
  const { rows } = await sql<DrawerMovementRow & { count: number }>`
    select t.id::text as id, t.kind, t.reversed_kind, t.paisa, t.user_id, u.first_name, u.last_name, u.username, t.wallet_version,
           coalesce(w.reference, '') as reference, t.reason, t.created_at, (count(*) over ())::int as count,
           (select k.number from cash_count_movements m join cash_counts k on k.id = m.count_id where m.transfer_id = t.reverses) as counted_before
      from (${cash}) t join users u on u.id = t.user_id left join recharge_ways w on w.ref = t.ref
     order by t.created_at desc, t.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(reader);
  if (rows.length === 0 && page > 1)
    return { rows, count: (await listDrawerMovements(reader, of, { page: 1, pageSize: 1 })).count };
  return { rows, count: rows[0]?.count ?? 0 };
}

export interface NewCount
  extends Pick<OpenDrawer, 'opening' | 'waiting_before' | 'taken' | 'paid' | 'waiting' | 'ids'> {
  readonly userId: number;
  readonly number: number;
  readonly countedBy: number;
  readonly countedPaisa: bigint;
  readonly notes: Notes | undefined;
  readonly reason: string;
  readonly removedPaisa: bigint;
  readonly removedTo: RemovedPlace | undefined;
}

/** Concurrent counts of one drawer get the same number, and the second is rejected. @returns undefined for that one */
export async function insertCount(trx: Trx, count: NewCount): Promise<number | undefined> {
  const row = await trx
    .insertInto('cash_counts')
    .values({
      user_id: count.userId,
      number: count.number,
      counted_by: count.countedBy,
      opening_paisa: count.opening,
      waiting_before_paisa: count.waiting_before,
      taken_paisa: count.taken,
      paid_paisa: count.paid,
      waiting_paisa: count.waiting,
      counted_paisa: count.countedPaisa,
      notes: count.notes === undefined ? null : JSON.stringify(count.notes),
      reason: count.reason,
      removed_paisa: count.removedPaisa,
      removed_to: count.removedTo ?? '',
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await sql`insert into cash_count_movements (transfer_id, count_id) select unnest(${[...count.ids]}::uuid[]), ${row.id}`.execute(
    trx,
  );
  return row.id;
}

export interface CountFilter {
  readonly userId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly isDifferent?: boolean;
  readonly id?: number | undefined;
  /** Only older counts; the cursor of an export. */
  readonly beforeId?: number | undefined;
}

const isWanted = ({ userId, from, to, isDifferent, id, beforeId }: CountFilter): Sql =>
  sql`${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
    ${from === undefined ? sql`` : sql`and counted_at >= ${startOfDay(from)}`}
    ${to === undefined ? sql`` : sql`and counted_at < ${endOfDay(to)}`}
    ${isDifferent ? sql`and difference_paisa <> 0` : sql``}
    ${id === undefined ? sql`` : sql`and id = ${id}`}
    ${beforeId === undefined ? sql`` : sql`and (counted_at, id) < (select l.counted_at, l.id from cash_counts l where l.id = ${beforeId})`}`;

export interface CountRow {
  id: number;
  user_id: number;
  number: number;
  counted_by: number;
  counted_at: Date;
  opening_paisa: bigint;
  waiting_before_paisa: bigint;
  taken_paisa: bigint;
  paid_paisa: bigint;
  waiting_paisa: bigint;
  expected_paisa: bigint;
  counted_paisa: bigint;
  difference_paisa: bigint;
  notes: Notes | null;
  reason: string;
  removed_paisa: bigint;
  removed_to: string;
  kept_paisa: bigint;
}

export async function listCounts(
  reader: Reader,
  filter: CountFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select * from cash_counts where ${isWanted(filter)}
     order by counted_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(reader);
  return rows;
}

export async function findLastCount(reader: Reader, userId: number): Promise<CountRow | undefined> {
  const { rows } = await sql<CountRow>`
    select * from cash_counts where user_id = ${userId} order by number desc limit 1`.execute(reader);
  return rows[0];
}

export async function sumCounts(
  reader: Reader,
  filter: CountFilter,
): Promise<{ count: number; over: bigint; short: bigint }> {
  const { rows } = await sql<{ count: number; over: bigint; short: bigint }>`
    select count(*)::int as count, coalesce(sum(difference_paisa) filter (where difference_paisa > 0), 0)::bigint as over,
           coalesce(sum(difference_paisa) filter (where difference_paisa < 0), 0)::bigint as short
      from cash_counts where ${isWanted(filter)}`.execute(reader);
  return rows[0]!;
}

/** Lists everyone who ever moved cash, including former staff, by skipping from one to the next through the index. */
export async function listDrawerIds(reader: Reader): Promise<number[]> {
  const next = (after: Sql) => sql`(select t.actor_id from ledger_transfers t
     where t.kind in ('recharge', 'withdrawal') and ${isCash} and t.actor_id > ${after} order by t.actor_id limit 1)`;
  const { rows } = await sql<{ id: number }>`
    with recursive takers (id) as (${next(sql`0`)} union all select ${next(sql`takers.id`)} from takers where takers.id is not null)
    select id from takers where id is not null union select user_id from cash_counts order by 1`.execute(
    reader,
  );
  return rows.map(({ id }) => id);
}
