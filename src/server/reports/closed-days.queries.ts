// Daily money and work. Closed days are summed once (`ledger_days`, `worked_days`); later days are summed on
// request, by the same statements. The nightly audit compares the stored money sums with the ledger.
import { type RawBuilder, sql } from 'kysely';
import type { AuditRule } from '../ledger/audit.ts';
import { postedChange } from '../ledger/wallet-effect.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { dateInDhaka, startOf } from '../platform/database/dhaka.ts';
import { accountDayRules, sumNextAccounts } from './accounts/account-days.queries.ts';
import type { Span } from './period.rules.ts';
import { dayOf, within } from './shop/shop-reports.queries.ts';

export interface MoneyOfDay {
  day: string;
  sold: number;
  sales: bigint;
  refunds: bigint;
  bonuses: bigint;
  deposits: bigint;
  withdrawals: bigint;
  /** Growth of the total of all wallets. */
  grown: bigint;
  recharges: number;
  active: number;
}

export interface SoldRow {
  service_id: number | null;
  file_kind: string | null;
  operator_id: number | null;
  sold: number;
  sales: bigint;
  refunds: bigint;
}

const moneyColumns = sql.raw(
  'sold, sales_paisa, refunds_paisa, bonuses_paisa, deposits_paisa, withdrawals_paisa, grown_paisa, recharges, active',
);
const dateOf = (moment: Date) => dateInDhaka(sql`${moment}::timestamptz`);
/** Activity of customers: paying in and buying. What staff do with an order doesn't count. */
const isAct = sql`kind in ('charge', 'hold', 'recharge')`;

/** A reversal or refund is subtracted on the day on which it was made. */
function sumDays(span: Span) {
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(amount_paisa) filter (where ${condition}), 0)`;
  const isCash = (column: string) =>
    sql`(${sql.ref(column)} = 'admin_cash' or ${sql.ref(column)} like 'clearing:%')`;
  const back = sql`kind = 'reversal'`;
  return sql`
    select ${dayOf('created_at')}::date as day,
           count(*) filter (where kind in ('charge', 'capture'))::int as sold,
           ${sum(sql`kind in ('charge', 'capture')`)}::bigint as sales_paisa,
           ${sum(sql`kind in ('reversal', 'refund') and debit_account = 'revenue'`)}::bigint as refunds_paisa,
           (${sum(sql`kind = 'bonus'`)} - ${sum(sql`${back} and credit_account = 'bonus_expense'`)})::bigint as bonuses_paisa,
           (${sum(sql`kind = 'recharge'`)} - ${sum(sql`${back} and ${isCash('credit_account')}`)})::bigint as deposits_paisa,
           (${sum(sql`kind = 'withdrawal'`)} - ${sum(sql`${back} and ${isCash('debit_account')}`)})::bigint as withdrawals_paisa,
           coalesce(sum(${postedChange}), 0)::bigint as grown_paisa,
           count(*) filter (where kind = 'recharge')::int as recharges,
           count(distinct user_id) filter (where ${isAct})::int as active
      from ledger_transfers where ${within('created_at', span)} group by 1`;
}

/** Joins what a transfer `t` sold: its order `o` or file `f`. For a reversal or refund, these are of the original transfer `r`. */
export const joinSale = sql`
  left join ledger_transfers r on r.id = coalesce(t.reverses, t.refunds)
  left join orders o on o.id = case when coalesce(r.ref, t.ref) ~ '^order:\\d{1,9}:' then split_part(coalesce(r.ref, t.ref), ':', 2)::integer end
  left join files f on f.file_code = case when coalesce(r.ref, t.ref) like 'document:%' then substr(coalesce(r.ref, t.ref), 10) end`;

/**
 * Who completed the order of a sale `t`, or of the sale `r` that it reverses. The order's own operator isn't used, because it is the person who
 * touched it last: replacing a result would move the sale to another person on a closed day. Null for a document made by the portal itself.
 */
export const soldBy = sql`case when o.id is not null then coalesce(case when r.id is null then t.actor_id else r.actor_id end, o.operator_id) end`;

/** Sums revenue by service and operator; a document made by the portal itself has a kind and no operator. */
function sumSold(span: Span) {
  return sql`
    select ${dayOf('t.created_at')}::date as day, o.service_id, f.kind as file_kind, ${soldBy} as operator_id,
           count(*) filter (where t.kind not in ('reversal', 'refund'))::int as sold,
           coalesce(sum(t.amount_paisa) filter (where t.kind not in ('reversal', 'refund')), 0)::bigint as sales_paisa,
           coalesce(sum(t.amount_paisa) filter (where t.kind in ('reversal', 'refund')), 0)::bigint as refunds_paisa
      from ledger_transfers t ${joinSale}
     where ${within('t.created_at', span)} and (t.kind in ('charge', 'capture') or (t.kind in ('reversal', 'refund') and t.debit_account = 'revenue'))
     group by 1, 2, 3, 4`;
}

/** Who completed an order; as in `soldBy`, the order's own operator isn't used. */
const completedBy = sql`coalesce((select l.actor_id from order_timeline l where l.order_id = orders.id and l.what = 'complete' order by l.id desc limit 1), operator_id)`;

/**
 * Sums completed orders and the seconds they took, by service and by who completed them. An order rejected on a later day still counts as completed.
 * An order waits until it is taken, and is then worked on; one completed without being taken has only waited.
 */
const sumWorked = (span: Span) => sql`
    select ${dayOf('completed_at')}::date as day, service_id, ${completedBy} as operator_id, count(*)::int as completed, count(taken_at)::int as taken,
           sum(date_part('epoch', greatest(interval '0', coalesce(taken_at, completed_at) - created_on)))::bigint as waiting_seconds,
           coalesce(sum(date_part('epoch', greatest(interval '0', completed_at - taken_at))), 0)::bigint as working_seconds,
           count(*) filter (where completed_at <= due_on)::int as in_time
      from orders where status = 'completed' and ${within('completed_at', span)} group by 1, 2, 3`;

/** Finds the moment up to which days are closed; earlier figures can't change any more. */
async function findOpen(reader: Reader): Promise<Date> {
  const { rows } = await sql<{ open: Date | null }>`
    select ${startOf(sql`max(day) + 1`)} as open from ledger_days`.execute(reader);
  return rows[0]!.open ?? new Date(0);
}

/**
 * Splits a span into closed days and an open rest. Call once, then read both. A day closed meanwhile is read as open, so every
 * read of a table of closed days needs `closed`, or `everClosed` for the time before the span.
 */
async function split(reader: Reader, { start, end }: Span) {
  const open = await findOpen(reader);
  const closedEnd = open < end ? open : end;
  return {
    closed: sql`day >= ${dateOf(start)} and day < ${dateOf(closedEnd)}`,
    everClosed: sql`day < ${dateOf(closedEnd)}`,
    open: { start: start > closedEnd ? start : closedEnd, end },
  };
}

export async function listMoneyByDay(reader: Reader, span: Span): Promise<MoneyOfDay[]> {
  const { closed, open } = await split(reader, span);
  const { rows } = await sql<MoneyOfDay>`
    select day::text as day, sold, sales_paisa as sales, refunds_paisa as refunds, bonuses_paisa as bonuses, deposits_paisa as deposits,
           withdrawals_paisa as withdrawals, grown_paisa as grown, recharges, active
      from (select day, ${moneyColumns} from ledger_days where ${closed} union all select day, ${moneyColumns} from (${sumDays(open)}) o) days
     order by day`.execute(reader);
  return rows;
}

export async function listCompletedByDay(
  reader: Reader,
  span: Span,
): Promise<{ day: string; completed: number }[]> {
  const { closed, open } = await split(reader, span);
  const { rows } = await sql<{ day: string; completed: number }>`
    select day::text as day, sum(completed)::int as completed
      from (select day, completed from worked_days where ${closed} union all select day, completed from (${sumWorked(open)}) o) days
     group by 1`.execute(reader);
  return rows;
}

export interface TimesRow {
  group: 'all' | 'day' | 'service' | 'operator';
  label: string;
  completed: number;
  waiting: number | null;
  working: number | null;
  in_time: number | null;
  reopened: number | null;
}

/** Lists times of orders completed in the span: means in minutes, shares in percent; in total, and by day, service and operator. */
export async function listTimes(reader: Reader, span: Span): Promise<TimesRow[]> {
  const { closed, open } = await split(reader, span);
  const { rows } = await sql<TimesRow>`
    with done as (
      select day, service_id, operator_id, completed, taken, waiting_seconds, working_seconds, in_time, 0 as reopened from worked_days where ${closed}
      union all select *, 0 from (${sumWorked(open)}) o
      union all select ${dayOf('completed_at')}::date, service_id, ${completedBy}, 0, 0, 0, 0, 0, 1 from orders
                 where status = 'completed' and (uploaded_again_at is not null or round > 1) and ${within('completed_at', span)})
    select case grouping(day, service_id, operator_id) when 7 then 'all' when 3 then 'day' when 5 then 'service' else 'operator' end as "group",
           coalesce(day::text, service_id::text, operator_id::text, '') as label, coalesce(sum(completed), 0)::int as completed,
           round(sum(waiting_seconds) / 60.0 / nullif(sum(completed), 0))::int as waiting,
           round(sum(working_seconds) / 60.0 / nullif(sum(taken), 0))::int as working,
           round(100.0 * sum(in_time) / nullif(sum(completed), 0), 1)::float8 as in_time,
           round(100.0 * sum(reopened) / nullif(sum(completed), 0), 1)::float8 as reopened
      from done group by grouping sets ((), (day), (service_id), (operator_id)) order by 1, 2`.execute(
    reader,
  );
  return rows;
}

export async function listSold(reader: Reader, span: Span): Promise<SoldRow[]> {
  const { closed, open } = await split(reader, span);
  const { rows } = await sql<SoldRow>`
    select service_id, file_kind, operator_id, sum(sold)::int as sold, sum(sales_paisa)::bigint as sales, sum(refunds_paisa)::bigint as refunds
      from (select * from ledger_days_sold where ${closed} union all select * from (${sumSold(open)}) o) days
     group by 1, 2, 3`.execute(reader);
  return rows;
}

/** Counts active customers of a span, and how many of them had been active before. */
export async function countActive(
  reader: Reader,
  span: Span,
): Promise<{ active: number; returning: number }> {
  const { closed, everClosed, open } = await split(reader, span);
  const { rows } = await sql<{ active: number; returning: number }>`
    with open as materialized (select distinct user_id from ledger_transfers where ${within('created_at', open)} and ${isAct}),
         closed as (
           select count(distinct user_id)::int as active, (count(*) filter (where is_first))::int as newcomers from ledger_days_active where ${closed}),
         added as (
           select count(*) filter (where not exists (select from ledger_days_active where user_id = o.user_id and ${closed}))::int as active,
                  count(*) filter (where not exists (select from ledger_days_active where user_id = o.user_id and ${everClosed})
                    and not exists (select from ledger_transfers e where e.user_id = o.user_id and e.created_at < ${span.start} and ${isAct}))::int as newcomers
             from open o)
    select closed.active + added.active as active, closed.active + added.active - closed.newcomers - added.newcomers as returning
      from closed, added`.execute(reader);
  return rows[0]!;
}

/** Keeps other transactions from closing days until this one ends. Takes no snapshot. Needs the owner's login. */
export async function lockClosedDays(trx: Trx): Promise<void> {
  await sql`lock table ledger_days in share row exclusive mode`.execute(trx);
}

/** Drops the sums of this day and all later ones, which are closed again in the background. Needs the owner's login. @returns how many days */
export async function reopenFrom(trx: Trx, day: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`select reopen_days(${day}::date) as days`.execute(trx);
  return rows[0]!.days;
}

/** Maximum days closed in one transaction, so that an old shop's first closing proceeds in steps. */
const maxAtOnce = 14;

/**
 * Closes the next days that ended at least an hour ago, one process at a time. A movement is dated by the start of its transaction, and none runs that long.
 * @returns how many days were closed, or had their accounts summed
 */
export async function closeNextDays(trx: Trx): Promise<number> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  // By itself: a statement sees the days that were closed before it began, not those of the process it waited for.
  await sql`select pg_advisory_xact_lock(hashtext('close days'))`.execute(trx);
  await sql`select reopen_unfinished_days()`.execute(trx);
  const { rows } = await sql<{ start: Date; end: Date; days: number }>`
    with bounds as (
      select coalesce((select max(day) + 1 from ledger_days), (select ${dateInDhaka(sql`min(created_at)`)} from ledger_transfers)) as first,
             ${dateInDhaka(sql`now() - interval '1 hour'`)} as today),
         next as (select first, least(today, first + ${maxAtOnce}::integer) as until from bounds)
    select ${startOf(sql`first`)} as start, ${startOf(sql`until`)} as end, until - first as days
      from next where until > first`.execute(trx);
  const next = rows[0];
  if (!next) return sumNextAccounts(trx, maxAtOnce);
  await sql`
    insert into ledger_days (day, ${moneyColumns})
    select d::date, ${sql.raw('coalesce(sold, 0), coalesce(sales_paisa, 0), coalesce(refunds_paisa, 0), coalesce(bonuses_paisa, 0), coalesce(deposits_paisa, 0), coalesce(withdrawals_paisa, 0), coalesce(grown_paisa, 0), coalesce(recharges, 0), coalesce(active, 0)')}
      from generate_series(${dateOf(next.start)}, ${dateOf(next.end)} - 1, interval '1 day') d left join (${sumDays(next)}) m on m.day = d::date`.execute(
    trx,
  );
  await sql`
    insert into ledger_days_active (user_id, day, is_first)
    select user_id, day, known.user_id is null and day = min(day) over (partition by user_id)
      from (select distinct user_id, ${dayOf('created_at')}::date as day from ledger_transfers where ${within('created_at', next)} and ${isAct}) acts
      left join (select distinct user_id from ledger_days_active) known using (user_id)`.execute(trx);
  await sql`insert into ledger_days_sold ${sumSold(next)}`.execute(trx);
  await sql`insert into worked_days ${sumWorked(next)}`.execute(trx);
  await sumNextAccounts(trx, maxAtOnce);
  return next.days;
}

/** How many days back a nightly audit checks; a full audit checks every day. */
const recentDays = 8;

/** A closed day's sums must always equal the sums of its movements. */
export const closedDayRules: readonly AuditRule[] = [
  ...accountDayRules,
  {
    rule: 'each closed day says what its movements say',
    find: async (reader, since) => {
      const end = await findOpen(reader);
      const start = since === undefined ? new Date(0) : new Date(end.getTime() - recentDays * 86_400_000);
      const whole = { start, end };
      const isCompared = sql`k.day >= ${dateOf(start)}::date`;
      const { rows } = await sql<{ where: string; detail: string }>`
        select 'day:' || coalesce(k.day, m.day) as "where", 'kept and summed differ' as detail
          from (select day, ${moneyColumns} from ledger_days k where ${isCompared}) k full join (select day, ${moneyColumns} from (${sumDays(whole)}) s) m on m.day = k.day
         where (k.sold, k.sales_paisa, k.refunds_paisa, k.bonuses_paisa, k.deposits_paisa, k.withdrawals_paisa, k.grown_paisa, k.recharges, k.active)
               is distinct from (m.sold, m.sales_paisa, m.refunds_paisa, m.bonuses_paisa, m.deposits_paisa, m.withdrawals_paisa, m.grown_paisa, m.recharges, m.active)
           and (m.day is not null or k.sold <> 0 or k.grown_paisa <> 0 or k.recharges <> 0 or k.active <> 0)
        union all
        select 'day:' || k.day, 'sales by service and the day differ' from ledger_days k
          left join (select day, sum(sales_paisa) as sales, sum(refunds_paisa) as refunds from ledger_days_sold group by 1) s on s.day = k.day
         where ${isCompared} and (k.sales_paisa <> coalesce(s.sales, 0) or k.refunds_paisa <> coalesce(s.refunds, 0))`.execute(
        reader,
      );
      return rows;
    },
  },
];
