// Transaction history as users see it: ledger transfers and pending recharges.
import { type RawBuilder, sql } from 'kysely';
import type { TransactionEnding } from '#contract/wallet/calls.ts';
import { readMovementNumber } from '#contract/wallet/movement-number.ts';
import { type DepositWay, readReference } from '#contract/wallet/ways.ts';
import { usersMatching } from '../accounts/users/user-lists.queries.ts';
import { accountOfWay } from '../ledger/chart-of-accounts.ts';
import type { Reader } from '../platform/database/connect.ts';
import { endOfDay, startOf, startOfDay } from '../platform/database/dhaka.ts';
import { hasText, searchedNumber } from '../platform/database/search.ts';
import { countUpTo, maxCounted, type Page } from '../platform/database/searched-list.ts';
import { isUuid } from '../platform/request/uuid.ts';

export interface TransactionFilter {
  /** Undefined for the recharges of all customers and their reversals. */
  userId: number | undefined;
  status: 'pending' | 'accepted' | 'rejected' | undefined;
  search: string;
  /** `YYYY-MM-DD` of Dhaka. */
  day: string | undefined;
  /** Only money that came in this way. */
  way?: DepositWay | undefined;
  /** Only rows up to this time. */
  until?: Date | undefined;
  /** The list as of this time: what was pending then and has been decided since is listed as pending, not as its movement. */
  asOf?: Date | undefined;
  page: number;
  pageSize: number;
}

export interface TransactionRow {
  id: string;
  kind: string;
  reversed_kind: string | null;
  amount_paisa: bigint;
  bonus_paisa: bigint;
  /** Account of a recharge or of its reversal. */
  deposit_account: string;
  number: string;
  reference: string;
  note: string;
  available_after: bigint | null;
  status: 'pending' | 'accepted' | 'rejected';
  ending: TransactionEnding | null;
  transaction_id: string;
  created_at: Date;
  wallet_version: bigint;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
}

/** Reversals of recharges; together with the recharges they add up to the deposits of a day (decision 0156). */
const isRechargeReversal = sql`kind = 'reversal' and (credit_account = 'admin_cash' or credit_account like 'clearing:%')`;

const payStatus = sql`case when p.state = 'completed' then 'accepted' when p.state in ('created', 'redirected', 'needs_attention', 'refunding') then 'pending' else 'rejected' end`;

const payEnding = sql`case when p.state in ('failed', 'cancelled', 'expired', 'refunded') then p.state when p.state = 'closed' then 'failed' end`;

/** Conditions on payments and requests that have posted nothing, now or as of a time. */
const notPosted = ({ asOf }: TransactionFilter) => ({
  payments: asOf ? sql`(p.state <> 'completed' or p.settled_at > ${asOf})` : sql`p.state <> 'completed'`,
  requests: asOf ? sql`(c.status <> 'accepted' or c.decided_at > ${asOf})` : sql`c.status <> 'accepted'`,
});

type Source = 'transfers' | 'payments' | 'requests';

/**
 * Selects the details of the rows in the CTE `chosen`: posted transfers, and payments and requests that have posted nothing. Both are one statement,
 * because a payment that is credited between two would appear neither as its transfer nor as itself.
 */
function chosenRows(filter: TransactionFilter) {
  const own = filter.userId !== undefined;
  const idsOf = (source: Source, type: string) =>
    sql`any(array(select id::${sql.raw(type)} from chosen where source = ${sql.lit(source)}))`;
  return sql`
    select t.id::text as id, t.kind, r.kind as reversed_kind, t.amount_paisa,
           coalesce((select b.amount_paisa from ledger_transfers b where b.kind = 'bonus' and b.ref = t.ref), 0)::bigint as bonus_paisa,
           case when t.kind = 'reversal' then t.credit_account else t.debit_account end as deposit_account, coalesce(p.payer_number, '') as number, coalesce(w.reference, '') as reference, t.reason as note,
           t.posted_after_paisa - t.held_after_paisa as available_after, 'accepted' as status,
           case when exists (select from ledger_transfers x where x.reverses = t.id) then 'reversed' end as ending,
           coalesce(p.transaction_id, t.id::text) as transaction_id, t.created_at, t.wallet_version, t.user_id
      from ledger_transfers t
      left join ledger_transfers r on r.id = t.reverses
      left join payments p on t.kind = 'recharge' and t.ref = 'payment:' || p.id
      left join recharge_ways w on w.ref = case when t.kind = 'recharge' then t.ref when r.kind = 'recharge' and not ${own}::boolean then r.ref end
     where ${own ? sql`t.user_id = ${filter.userId} and t.kind <> 'capture'` : sql`(t.kind = 'recharge' or t.kind = 'reversal')`}
       and t.id = ${idsOf('transfers', 'uuid')}
    union all
    select p.id, 'recharge', null, coalesce(p.credited_paisa, p.amount_paisa), p.bonus_paisa, 'clearing:' || p.provider, p.payer_number, '', '',
           null, ${payStatus}, ${payEnding}, p.id, p.created_at, 0, p.user_id
      from payments p
     where ${notPosted(filter).payments} ${own ? sql`and p.user_id = ${filter.userId}` : sql``}
       and p.id = ${idsOf('payments', 'text')}
    union all
    select c.id::text, c.kind, null, c.amount_paisa, c.bonus_paisa, case when coalesce(w.way, 'cash') = 'cash' then 'admin_cash' else 'clearing:shop' || w.way end, '', coalesce(w.reference, ''), c.note, null, c.status, case when c.status = 'rejected' then 'refused' end, c.id::text, c.created_at, 0, c.user_id
      from cash_requests c left join recharge_ways w on w.ref = 'cash:' || c.id
     where ${notPosted(filter).requests} ${own ? sql`and c.user_id = ${filter.userId} and c.kind <> 'refund'` : sql`and c.kind = 'recharge'`}
       and c.id = ${idsOf('requests', 'uuid')}`;
}

const onDay = ({ day, until }: TransactionFilter) => sql`
  ${day === undefined ? sql`` : sql`and created_at >= ${startOfDay(day)} and created_at < ${endOfDay(day)}`}
  ${until === undefined ? sql`` : sql`and created_at <= ${until}`}`;

/** Reads a time after everything that exists now; it is rounded up, because a Date has no microseconds. */
export async function readNow(reader: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() + interval '1 millisecond' as now`.execute(reader);
  return rows[0]!.now;
}

/** Builds conditions on each source for the way in which money came in. */
function onWay({ way }: TransactionFilter): Record<Source | 'corrections', RawBuilder<unknown>> {
  if (way === undefined) return { transfers: sql``, corrections: sql``, payments: sql``, requests: sql`` };
  if (way === 'online')
    return {
      transfers: sql`and debit_account like 'clearing:%' and debit_account not like 'clearing:shop%'`,
      corrections: sql`and credit_account like 'clearing:%' and credit_account not like 'clearing:shop%'`,
      payments: sql``,
      requests: sql`and false`,
    };
  return {
    transfers: sql`and debit_account = ${accountOfWay(way)}`,
    corrections: sql`and credit_account = ${accountOfWay(way)}`,
    payments: sql`and false`,
    requests: sql`and coalesce((select w.way from recharge_ways w where w.ref = 'cash:' || id), 'cash') = ${way}`,
  };
}

interface PageParts {
  /** CTEs, the last of which is `chosen`: the page's ids with their sources. */
  readonly parts: RawBuilder<unknown>;
  /** Scalar for the total number of rows. */
  readonly count: RawBuilder<unknown>;
  /** Scalar for whether a source has more rows than were counted. */
  readonly stopped: RawBuilder<unknown>;
}

/** Chooses one page of ids from the newest end of each source; details are joined only to these. */
function choosePage(filter: TransactionFilter): PageParts {
  const own = filter.userId !== undefined;
  const way = onWay(filter);
  const sources = [
    sql`select 'transfers' as source, t.id::text as id, t.created_at, t.wallet_version from ledger_transfers t
         where ${own ? sql`t.user_id = ${filter.userId} and t.kind <> 'capture'` : sql`t.kind = 'recharge'`}
           and ${filter.status === undefined || filter.status === 'accepted'}::boolean ${onDay(filter)} ${way.transfers}`,
    sql`select 'payments', p.id, p.created_at, 0 from payments p
         where ${notPosted(filter).payments} ${own ? sql`and p.user_id = ${filter.userId}` : sql``} ${onDay(filter)} ${way.payments}
           ${filter.status ? sql`and ${payStatus} = ${filter.status}` : sql``}`,
    sql`select 'requests', c.id::text, c.created_at, 0 from cash_requests c
         where ${notPosted(filter).requests} ${own ? sql`and c.user_id = ${filter.userId} and c.kind <> 'refund'` : sql`and c.kind = 'recharge'`} ${onDay(filter)} ${way.requests}
           ${filter.status ? sql`and c.status = ${filter.status}` : sql``}`,
  ];
  // A customer's own corrections are among the transfers already.
  if (!own)
    sources.push(sql`select 'transfers', t.id::text, t.created_at, t.wallet_version from ledger_transfers t
         where ${isRechargeReversal} and ${filter.status === undefined || filter.status === 'accepted'}::boolean ${onDay(filter)} ${way.corrections}`);
  const last = filter.page * filter.pageSize;
  const [transfers, ...others] = sources;
  const heads = [
    sql`(${transfers!} order by t.created_at desc, t.wallet_version desc, t.id desc limit ${last})`,
    ...others.map((source) => sql`(${source} order by created_at desc, id desc limit ${last})`),
  ];
  // All recharges of all years; those of closed days have been counted already.
  const recharges = sql`select (select coalesce(sum(recharges), 0) from ledger_days) + (select count(*) from ledger_transfers where kind = 'recharge'
      and created_at >= coalesce(${startOf(sql`select max(day) + 1 from ledger_days`)}, '-infinity'))`;
  const isAll =
    !own &&
    filter.day === undefined &&
    filter.way === undefined &&
    (filter.status === undefined || filter.status === 'accepted');
  const most = sql.lit(maxCounted);
  const counts = sources.map((source, i) =>
    i === 0 && isAll
      ? sql`select (${recharges})::int as rows, false as stopped`
      : sql`select least(rows, ${most}), rows > ${most} from (select (${countUpTo(maxCounted, source)}) as rows) counted`,
  );
  const parts = sql`counts (rows, stopped) as materialized (${sql.join(counts, sql` union all `)}),
    chosen as materialized (
    select source, id from (${sql.join(heads, sql` union all `)}) a
     order by created_at desc, wallet_version desc, id desc limit ${filter.pageSize} offset ${last - filter.pageSize})`;
  return {
    parts,
    count: sql`select sum(rows)::int from counts`,
    stopped: sql`select bool_or(stopped) from counts`,
  };
}

/** Maximum people that a search may match, since each has many movements. */
const maxPeople = 100;
const newestSearched = 20_000;

/**
 * One page of ids that a search finds: movements of the people it names, and those with this number or id with what took them
 * back. Where more than `maxPeople` share a word, the newest recharges and corrections are searched as well (decision 0022).
 */
function chooseFound(filter: TransactionFilter): PageParts {
  const { userId, search, status, page, pageSize } = filter;
  const number = searchedNumber(search) ?? null;
  const own = userId !== undefined;
  const way = onWay(filter);
  const reference = readReference(search);
  const moved = readMovementNumber(search);
  const chosen = sql`${own ? sql`and user_id = ${userId}` : sql``} ${onDay(filter)}`;
  const transfers = (source: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select 'transfers' as source, id::text as id, created_at, wallet_version from ${source}
     where ${own ? sql`kind <> 'capture' ${way.transfers}` : sql`((kind = 'recharge' ${way.transfers}) or (${isRechargeReversal} ${way.corrections}))`} ${chosen} and ${status === undefined || status === 'accepted'}::boolean and ${which}`;
  const all = sql`ledger_transfers`;
  const newestOf = (which: RawBuilder<unknown>) =>
    sql`(select * from ledger_transfers where ${which} and (select count(*) from people) > ${maxPeople}
      order by created_at desc, id desc limit ${newestSearched}) newest`;
  // Checked row by row, because for a common name more people would be collected than rows are read.
  const isNamed = sql`(select ${hasText('users.search_text', search)} from users where users.id = user_id)`;
  const numbered = [
    sql`kind in ('recharge', 'bonus') and ref in (select 'payment:' || id from payments where transaction_id = ${search} or payer_number = ${number}
      union all select w.ref from recharge_ways w where w.reference = ${reference})`,
    ...(moved
      ? [sql`user_id = ${moved.userId} and wallet_version = ${moved.walletVersion} and kind <> 'capture'`]
      : []),
    ...(isUuid(search) ? [sql`id = ${search}::uuid`] : []),
  ];
  const found = [
    transfers(all, sql`user_id = any(array(select id from people))`),
    transfers(newestOf(sql`kind = 'recharge'`), isNamed),
    ...(own ? [] : [transfers(newestOf(isRechargeReversal), isNamed)]),
    // The movement with this number, and its reversal.
    ...numbered.flatMap((which) => [
      transfers(all, which),
      transfers(all, sql`reverses in (select id from ledger_transfers where ${which})`),
    ]),
    sql`select 'payments', p.id, p.created_at, 0 from payments p
         where ${notPosted(filter).payments} and (p.user_id in (select id from people) or p.id = ${search} or p.payer_number = ${number}) ${chosen} ${way.payments}
           ${status ? sql`and ${payStatus} = ${status}` : sql``}`,
    sql`select 'requests', id::text, created_at, 0 from cash_requests c
         where ${notPosted(filter).requests} ${own ? sql`and kind <> 'refund'` : sql`and kind = 'recharge'`} ${chosen} ${way.requests} and (user_id in (select id from people) or id::text = ${search}
              or 'cash:' || id in (select w.ref from recharge_ways w where w.reference = ${reference}))
           ${status ? sql`and status = ${status}` : sql``}`,
  ];
  const parts = sql`
    people as materialized (${usersMatching(search)} ${own ? sql`and id = ${userId}` : sql``} limit ${maxPeople + 1}),
    found as materialized (${sql.join(found, sql` union `)}),
    chosen as materialized (
      select source, id from found order by created_at desc, wallet_version desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize})`;
  return {
    parts,
    count: sql`select count(*)::int from found`,
    stopped: sql`select false`,
  };
}

export async function listTransactions(
  reader: Reader,
  filter: TransactionFilter,
): Promise<Page<TransactionRow>> {
  const { parts, count, stopped } = filter.search === '' ? choosePage(filter) : chooseFound(filter);
  const { rows } = await sql<TransactionRow & { count: number; stopped: boolean }>`
    with ${parts}
    select a.*, u.first_name, u.last_name, u.username, (${count}) as count, (${stopped}) as stopped
      from (${chosenRows(filter)}) a join users u on u.id = a.user_id
     order by a.created_at desc, a.wallet_version desc, a.id desc`.execute(reader);
  // A page past the last one has no row that carries the total.
  if (rows.length === 0 && filter.page > 1)
    return { ...(await listTransactions(reader, { ...filter, page: 1, pageSize: 1 })), rows: [] };
  return { rows, count: rows[0]?.count ?? 0, ...(rows[0]?.stopped ? { count_is_minimum: true } : {}) };
}
