// Running totals of each account of the ledger at the end of each closed day, and the audit of these sums. See decision 0167.
import { sql } from 'kysely';
import type { AuditRule } from '../../ledger/audit.ts';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import { startOfDay } from '../../platform/database/dhaka.ts';
import { dayOf } from '../shop/shop-reports.queries.ts';

/** All wallets together; a single one is `wallet:12`. */
export const allWallets = 'wallets';

/** Sums the entries of these days, `from` inclusive and `until` exclusive. */
export const movedByDay = (from: string, until: string) => sql`
  select ${dayOf('created_at')}::date as day, case when account like 'wallet:%' then ${sql.lit(allWallets)} else account end as account,
         coalesce(sum(-amount_paisa) filter (where amount_paisa < 0), 0)::bigint as debit,
         coalesce(sum(amount_paisa) filter (where amount_paisa > 0), 0)::bigint as credit, count(*)::bigint as movements
    from ledger_entries where created_at >= ${startOfDay(from)} and created_at < ${startOfDay(until)} group by 1, 2`;

/** Finds the first day whose accounts aren't summed yet; undefined while no day is. */
export async function findOpenDay(reader: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select (max(day) + 1)::text as day from ledger_days_accounts`.execute(reader);
  return rows[0]!.day ?? undefined;
}

/**
 * Sums the accounts of the next closed days, on top of the day before. Progress is tracked separately from closing, because earlier releases close
 * days without these sums. Call under the lock of closing.
 * @returns how many days were summed
 */
export async function sumNextAccounts(trx: Trx, maxAtOnce: number): Promise<number> {
  const { rows } = await sql<{ from: string; until: string; days: number }>`
    with known as (
      select coalesce((select max(day) + 1 from ledger_days_accounts), (select min(day) from ledger_days)) as first,
             (select max(day) + 1 from ledger_days) as open),
         next as (select first, least(first + ${maxAtOnce}::integer, open) as until from known)
    select first::text as from, until::text as until, until - first as days from next where until > first`.execute(
    trx,
  );
  const next = rows[0];
  if (!next) return 0;
  await sql`
    insert into ledger_days_accounts (day, account, debit_paisa, credit_paisa, movements)
    with moved as materialized (${movedByDay(next.from, next.until)}),
         known as (select account, debit_paisa as debit, credit_paisa as credit, movements from ledger_days_accounts where day = ${next.from}::date - 1),
         accounts as (select account from known union select account from moved union select ${sql.lit(allWallets)})
    select d.day::date, a.account, coalesce(k.debit, 0) + sum(coalesce(m.debit, 0)) over w, coalesce(k.credit, 0) + sum(coalesce(m.credit, 0)) over w,
           coalesce(k.movements, 0) + sum(coalesce(m.movements, 0)) over w
      from generate_series(${next.from}::date, ${next.until}::date - 1, interval '1 day') d (day) cross join accounts a
      left join moved m on m.day = d.day::date and m.account = a.account left join known k on k.account = a.account
    window w as (partition by a.account order by d.day)`.execute(trx);
  return next.days;
}

/** How many days back a nightly audit checks; a full audit checks every day. */
const recentDays = 8;

export const accountDayRules: readonly AuditRule[] = [
  {
    rule: 'each account has moved on a closed day what its entries say',
    find: async (reader, since) => {
      const { rows: bounds } = await sql<{ from: string | null; until: string }>`
        select greatest(min(day), ${since === undefined ? sql`min(day)` : sql`max(day) - ${recentDays}::integer`})::text as from, (max(day) + 1)::text as until
          from ledger_days_accounts`.execute(reader);
      const { from, until } = bounds[0]!;
      if (from === null) return [];
      const { rows } = await sql<{ where: string; detail: string }>`
        with kept as (
          select day, account, debit_paisa - lag(debit_paisa, 1, 0::bigint) over w as debit, credit_paisa - lag(credit_paisa, 1, 0::bigint) over w as credit,
                 movements - lag(movements, 1, 0::bigint) over w as movements
            from ledger_days_accounts where day >= ${from}::date - 1 window w as (partition by account order by day))
        select 'day:' || coalesce(k.day, m.day) as "where", coalesce(k.account, m.account) || ': kept and summed differ' as detail
          from (select * from kept where day >= ${from}::date) k full join (${movedByDay(from, until)}) m on m.day = k.day and m.account = k.account
         where (k.debit, k.credit, k.movements) is distinct from (coalesce(m.debit, 0), coalesce(m.credit, 0), coalesce(m.movements, 0))
         order by 1, 2`.execute(reader);
      return rows;
    },
  },
];
