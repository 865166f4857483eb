// SQL of the day's page: deposits by way, and the movements behind each figure.
import { type RawBuilder, sql } from 'kysely';
import type { MovementKind } from '#contract/reports/day-rules.ts';
import { type DepositWay, rechargeWays } from '#contract/wallet/ways.ts';
import { accountOfWay } from '../../ledger/chart-of-accounts.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { joinSale, soldBy } from '../closed-days.queries.ts';
import type { Span } from '../period.rules.ts';
import { within } from '../shop/shop-reports.queries.ts';

type Sql = RawBuilder<unknown>;

const isCash = (account: Sql) => sql`(${account} = 'admin_cash' or ${account} like 'clearing:%')`;
const debit = sql`t.debit_account`;
const credit = sql`t.credit_account`;
const isReversal = sql`t.kind = 'reversal'`;
/** A reversal or refund of a sale. */
const isBack = sql`t.kind in ('reversal', 'refund')`;
/** Account that a deposit came into, or that a reversal took it from. */
const depositAccount = sql`case when t.kind = 'reversal' then t.credit_account else t.debit_account end`;

/** Conditions for the rows that a day's sums include; see `sumDays`. */
const rowsOf: Record<MovementKind, readonly Sql[]> = {
  sales: [sql`(t.kind in ('charge', 'capture') or (${isBack} and ${debit} = 'revenue'))`],
  refunds: [sql`${isBack} and ${debit} = 'revenue'`],
  deposits: [sql`t.kind = 'recharge'`, sql`${isReversal} and ${isCash(credit)}`],
  withdrawals: [
    sql`t.kind in ('withdrawal', 'reversal') and (t.kind = 'withdrawal' or (${isReversal} and ${isCash(debit)}))`,
  ],
  bonuses: [sql`t.kind = 'bonus'`, sql`${isReversal} and ${credit} = 'bonus_expense'`],
};

const signed = (what: MovementKind) =>
  what === 'refunds'
    ? sql`t.amount_paisa`
    : sql`case when ${isBack} then -t.amount_paisa else t.amount_paisa end`;

const ofWay = (way: DepositWay) =>
  way === 'online'
    ? sql`${depositAccount} like 'clearing:%' and ${depositAccount} not like 'clearing:shop%'`
    : sql`${depositAccount} = ${accountOfWay(way)}`;

/** Selects movements, reading each source through its own index. */
const movementsIn = (what: MovementKind, span: Span, condition: Sql = sql`true`) =>
  sql.join(
    rowsOf[what].map(
      (rows) => sql`
        select t.*, ${signed(what)} as signed from ledger_transfers t
         where ${within('t.created_at', span)} and ${rows} and ${condition}`,
    ),
    sql` union all `,
  );

export async function sumDepositsByWay(reader: Reader, span: Span): Promise<Map<DepositWay, bigint>> {
  const { rows } = await sql<{ way: DepositWay; paisa: bigint }>`
    select case ${depositAccount} ${sql.join(
      rechargeWays.map((way) => sql`when ${accountOfWay(way)} then ${way}`),
      sql` `,
    )} else 'online' end as way, sum(signed)::bigint as paisa
      from (${movementsIn('deposits', span)}) t group by 1`.execute(reader);
  return new Map(rows.map(({ way, paisa }) => [way, paisa]));
}

/** Who took in or paid out the money of a movement `t`, or of the movement `r` that it reverses. */
const movedBy = sql`case when r.id is null then t.actor_id else r.actor_id end`;

export interface StaffCash {
  id: number | null;
  taken: bigint;
  paid: bigint;
}

/** Sums cash by the member of staff who handled it. Money that came in other ways was never in a drawer. */
export async function sumCashByStaff(reader: Reader, span: Span): Promise<StaffCash[]> {
  const { rows } = await sql<StaffCash>`
    select ${movedBy} as id, coalesce(sum(t.taken), 0)::bigint as taken, coalesce(sum(t.paid), 0)::bigint as paid
      from (select d.*, signed as taken, 0 as paid from (${movementsIn('deposits', span, ofWay('cash'))}) d
            union all select w.*, 0, signed from (${movementsIn('withdrawals', span)}) w) t
      left join ledger_transfers r on r.id = t.reverses
     group by 1 order by 2 desc, 3 desc, 1`.execute(reader);
  return rows;
}

export interface MovementFilter {
  what: MovementKind;
  span: Span;
  way: DepositWay | undefined;
  /** Services by id, automatic papers by kind; `none` for sales of neither. */
  service: { id: number; kinds: readonly string[] } | 'none' | undefined;
  operator: number | 'none' | undefined;
  /** Cursor: only movements after this one in the list. */
  beforeId?: string | undefined;
  page: number;
  pageSize: number;
}

export interface MovementRow {
  id: string;
  signed: bigint;
  is_reversal: boolean;
  deposit_account: string;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  reference: string;
  order_id: number | null;
  service_id: number | null;
  file_kind: string | null;
  staff_id: number | null;
  reason: string;
  created_at: Date;
}

/** Person that a movement counts for: who completed the order of a sale, or who made a refund. */
const staffOf = (what: MovementKind): Sql =>
  what === 'sales' ? soldBy : what === 'refunds' ? sql`t.actor_id` : movedBy;

function isWanted({ what, service, operator }: MovementFilter): Sql {
  const by = staffOf(what);
  const ofService =
    service === undefined
      ? sql`true`
      : service === 'none'
        ? sql`o.service_id is null and f.kind is null`
        : sql`(o.service_id = ${service.id} or (o.service_id is null and f.kind = any(${[...service.kinds]}::text[])))`;
  const ofOperator =
    operator === undefined ? sql`true` : operator === 'none' ? sql`${by} is null` : sql`${by} = ${operator}`;
  return sql`${ofService} and ${ofOperator}`;
}

export async function listMovements(
  reader: Reader,
  filter: MovementFilter,
): Promise<{ rows: MovementRow[]; count: number; sum: bigint }> {
  const { what, span, way, service, operator, beforeId, page, pageSize } = filter;
  const isAfter =
    beforeId === undefined
      ? sql`true`
      : sql`(t.created_at, t.id) < (select l.created_at, l.id from ledger_transfers l where l.id = ${beforeId}::uuid)`;
  const moved = movementsIn(what, span, sql`${way === undefined ? sql`true` : ofWay(way)} and ${isAfter}`);
  const isNarrowed = service !== undefined || operator !== undefined;
  const totals = await sql<{ count: number; sum: bigint }>`
    select count(*)::int as count, coalesce(sum(t.signed), 0)::bigint as sum
      from (${moved}) t ${isNarrowed ? sql`${joinSale} where ${isWanted(filter)}` : sql``}`.execute(reader);
  const { rows } = await sql<MovementRow>`
    select t.id::text as id, t.signed, ${isBack} as is_reversal, ${depositAccount} as deposit_account, t.user_id,
           u.first_name, u.last_name, u.username, coalesce(w.reference, '') as reference, o.id as order_id, o.service_id,
           f.kind as file_kind, case when ${staffOf(what)} <> t.user_id then ${staffOf(what)} end as staff_id, t.reason, t.created_at
      from (${moved}) t ${joinSale}
      join users u on u.id = t.user_id
      left join recharge_ways w on w.ref = coalesce(r.ref, t.ref)
     where ${isWanted(filter)}
     order by t.created_at desc, t.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(reader);
  return { rows, ...totals.rows[0]! };
}
