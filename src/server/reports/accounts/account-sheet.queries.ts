// SQL of an account's sheet: its totals before a period, the turnover of each day, and its movements with the balance after each.
import { type RawBuilder, sql } from 'kysely';
import { heldChange } from '../../ledger/wallet-effect.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { endOfDay, startOf, startOfDay } from '../../platform/database/dhaka.ts';
import { joinSale } from '../closed-days.queries.ts';
import type { Days } from '../period.rules.ts';
import { dayOf } from '../shop/shop-reports.queries.ts';
import { allWallets, findOpenDay, movedByDay } from './account-days.queries.ts';

type Sql = RawBuilder<unknown>;

/** An account of the trial balance, or one customer's wallet. */
export type SheetAccount = { readonly userId: number } | { readonly account: string };

export interface Turnover {
  debit: bigint;
  credit: bigint;
  movements: number;
}

const theDayBefore = (day: string) => sql`${day}::date - 1`;
const moves = sql`t.kind not in ('hold', 'release')`;

const creditsOf = (of: SheetAccount): Sql =>
  'userId' in of || of.account === allWallets
    ? sql`t.credit_account = 'wallet:' || t.user_id`
    : sql`t.credit_account = ${of.account}`;

const isOf = (of: SheetAccount): Sql =>
  'userId' in of
    ? sql`t.user_id = ${of.userId}`
    : of.account === allWallets
      ? sql`true`
      : sql`(t.debit_account = ${of.account} or t.credit_account = ${of.account})`;

/** Conditions that are each read through their own index, because most movements of a day are sales and few are bonuses or cash. */
function sourcesOf(of: SheetAccount): readonly Sql[] {
  if ('userId' in of || [allWallets, 'revenue', 'opening'].includes(of.account)) return [sql`true`];
  if (of.account === 'bonus_expense') return [sql`t.kind = 'bonus'`, sql`t.kind = 'reversal'`];
  return [
    sql`t.kind = 'recharge' and t.debit_account = ${of.account}`,
    sql`t.kind in ('withdrawal', 'reversal')`,
  ];
}

/** An account with movements by the end of a period: its totals before and in the period. */
export interface AccountRow {
  account: string;
  opening_debit: bigint;
  opening_credit: bigint;
  debit: bigint;
  credit: bigint;
  movements: number;
}

/** Selects the totals up to the end of a day, from the stored sums and the days since. */
const upTo = (day: Sql, open: string | undefined) => {
  const from = open ?? '2000-01-01';
  return sql`
    select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(movements)::bigint as movements from (
      select account, debit_paisa as debit, credit_paisa as credit, movements from ledger_days_accounts
       where day = least((${day})::date, ${open ?? null}::date - 1)
      union all
      select account, debit, credit, movements from (${movedByDay(from, '9999-01-01')}) m where m.day <= (${day})::date) s
     group by 1`;
};

/** Lists the trial balance: credit less debit of all accounts is zero. All wallets together are one account. */
export async function listAccounts(reader: Reader, { from, to }: Days): Promise<AccountRow[]> {
  const open = await findOpenDay(reader);
  const { rows } = await sql<AccountRow>`
    select e.account, coalesce(b.debit, 0)::bigint as opening_debit, coalesce(b.credit, 0)::bigint as opening_credit,
           (e.debit - coalesce(b.debit, 0))::bigint as debit, (e.credit - coalesce(b.credit, 0))::bigint as credit,
           (e.movements - coalesce(b.movements, 0))::int as movements
      from (${upTo(sql`${to}`, open)}) e left join (${upTo(theDayBefore(from), open)}) b on b.account = e.account
     order by 1`.execute(reader);
  return rows;
}

/** Selects the movements of an account in a span, with columns `debit` and `credit`. */
const movedOf = (of: SheetAccount, span: Sql) =>
  sql.join(
    sourcesOf(of).map(
      (source) => sql`
        select t.*, case when ${creditsOf(of)} then 0 else t.amount_paisa end as debit, case when ${creditsOf(of)} then t.amount_paisa else 0 end as credit
          from ledger_transfers t where ${span} and ${source} and ${isOf(of)} and ${moves}`,
    ),
    sql` union all `,
  );

const turnover = sql`coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit, count(*)::int as movements`;

/** Reads the totals before a period: of an account from its daily sums, of a wallet from its own few movements. */
export async function findBefore(
  reader: Reader,
  of: SheetAccount,
  from: string,
): Promise<{ debit: bigint; credit: bigint }> {
  if (!('userId' in of)) {
    const { rows } = await sql<{ debit: bigint; credit: bigint }>`
      select debit, credit from (${upTo(theDayBefore(from), await findOpenDay(reader))}) s where account = ${of.account}`.execute(
      reader,
    );
    return rows[0] ?? { debit: 0n, credit: 0n };
  }
  const { rows } = await sql<{ debit: bigint; credit: bigint }>`
    select ${turnover} from (${movedOf(of, sql`t.created_at < ${startOfDay(from)}`)}) m`.execute(reader);
  return rows[0]!;
}

export type DayTurnover = Turnover & { day: string };

/** Sums what was held of a wallet for open orders at the end of a day. */
export async function sumHeld(reader: Reader, userId: number, day: string): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(${heldChange}), 0)::bigint as held from ledger_transfers where user_id = ${userId} and created_at < ${endOfDay(day)}`.execute(
    reader,
  );
  return rows[0]!.held;
}

/** Lists the days of a period on which an account moved. */
export async function listDays(reader: Reader, of: SheetAccount, { from, to }: Days): Promise<DayTurnover[]> {
  const since = (day: string) => sql`t.created_at >= ${startOfDay(day)} and t.created_at < ${endOfDay(to)}`;
  const summed = (span: Sql) => sql`
    select ${dayOf('created_at')} as day, ${turnover} from (${movedOf(of, span)}) m group by 1`;
  if ('userId' in of) {
    const { rows } = await sql<DayTurnover>`${summed(since(from))} order by 1`.execute(reader);
    return rows;
  }
  const open = await findOpenDay(reader);
  const { rows } = await sql<DayTurnover>`
    with kept as (
      select day, debit_paisa - lag(debit_paisa, 1, 0::bigint) over w as debit, credit_paisa - lag(credit_paisa, 1, 0::bigint) over w as credit,
             movements - lag(movements, 1, 0::bigint) over w as movements
        from ledger_days_accounts where account = ${of.account} and day between ${theDayBefore(from)} and ${to}::date window w as (order by day))
    select day::text as day, debit::bigint as debit, credit::bigint as credit, movements::int as movements from kept
     where day >= ${from}::date and movements > 0
    union all (${summed(since(open === undefined || open < from ? from : open))})
     order by 1`.execute(reader);
  return rows;
}

export interface SheetRow {
  id: string;
  kind: string;
  reversed_kind: string | null;
  debit: bigint;
  credit: bigint;
  /** Running total of the account on the chosen days, including this movement; credit is positive. */
  run: bigint;
  other_account: string;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  order_id: number | null;
  service_id: number | null;
  file_kind: string | null;
  document: string;
  reference: string;
  staff_id: number | null;
  reason: string;
  created_at: Date;
}

/**
 * Lists the movements of some days, oldest first, after an offset or a cursor. Each day is read separately (`offset 0`), because otherwise everything
 * between two movements of a quiet account would be read too.
 */
export async function listRows(
  reader: Reader,
  of: SheetAccount,
  days: readonly string[],
  { skip, afterId, limit }: { skip: number; afterId?: string | undefined; limit: number },
): Promise<SheetRow[]> {
  const isAfter =
    afterId === undefined
      ? sql`true`
      : sql`(t.created_at, t.wallet_version, t.id) > (select l.created_at, l.wallet_version, l.id from ledger_transfers l where l.id = ${afterId}::uuid)`;
  const onDay = sql`t.created_at >= d.starts and t.created_at < d.ends`;
  const order = sql`t.created_at, t.wallet_version, t.id`;
  const { rows } = await sql<SheetRow>`
    with page as materialized (
      select t.*, (sum(t.credit - t.debit) over (order by ${order}))::bigint as run
        from unnest(${[...days]}::date[]) b (day)
             cross join lateral (select ${startOf(sql`b.day`)} as starts, ${startOf(sql`b.day + 1`)} as ends) d
             cross join lateral (select * from (${movedOf(of, onDay)}) m offset 0) t
       where ${isAfter} order by ${order} limit ${limit} offset ${skip})
    select t.id::text as id, t.kind, r.kind as reversed_kind, t.debit, t.credit, t.run, case when ${creditsOf(of)} then t.debit_account else t.credit_account end as other_account,
           t.user_id, u.first_name, u.last_name, u.username, o.id as order_id, o.service_id, f.kind as file_kind, coalesce(f.number, '') as document,
           coalesce(w.reference, p.transaction_id, '') as reference, case when t.actor_id <> t.user_id then t.actor_id end as staff_id, t.reason, t.created_at
      from page t ${joinSale}
      join users u on u.id = t.user_id
      left join recharge_ways w on w.ref = coalesce(r.ref, t.ref)
      left join payments p on p.id = case when coalesce(r.ref, t.ref) like 'payment:%' then substr(coalesce(r.ref, t.ref), 9) end
     order by ${order}`.execute(reader);
  return rows;
}
