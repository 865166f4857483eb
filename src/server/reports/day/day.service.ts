// Use cases of the shop's day: sales, income and payouts, compared with the same weekdays before, and the movements behind each figure.
import type { Readable } from 'node:stream';
import { addDays, dhakaDay } from '#contract/dates/dates.ts';
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import type { Day, Movement } from '#contract/reports/day-calls.ts';
import { type MovementKind, noneId } from '#contract/reports/day-rules.ts';
import { type DepositWay, depositWays } from '#contract/wallet/ways.ts';
import { loadStaffNames } from '../../accounts/staff-names.queries.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { wayOfAccount } from '../../ledger/chart-of-accounts.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inSnapshot, type Reader } from '../../platform/database/connect.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import * as closed from '../closed-days.queries.ts';
import { type Days, spanOf, validatePeriod } from '../period.rules.ts';
import { sumMoney } from '../reports.queries.ts';
import { serviceNames, serviceOf } from '../row-names.ts';
import { findQueue, listServiceNames } from '../shop/shop-reports.queries.ts';
import * as queries from './day.queries.ts';
import { exportMovements } from './movements-export.ts';

interface DayDeps {
  readonly db: Database;
  /** Primary database, for the audit log, since `db` may be a replica. */
  readonly writing: Database;
  readonly clock: Clock;
}

interface Sums {
  sold: number;
  sales: bigint;
  refunds: bigint;
  deposits: bigint;
  withdrawals: bigint;
  bonuses: bigint;
}
const nothing: Sums = { sold: 0, sales: 0n, refunds: 0n, deposits: 0n, withdrawals: 0n, bonuses: 0n };

const total = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sum, row) => ({
      sold: sum.sold + row.sold,
      sales: sum.sales + row.sales,
      refunds: sum.refunds + row.refunds,
      deposits: sum.deposits + row.deposits,
      withdrawals: sum.withdrawals + row.withdrawals,
      bonuses: sum.bonuses + row.bonuses,
    }),
    nothing,
  );

async function readSums(reader: Reader, days: Days) {
  return {
    sums: total(await closed.listMoneyByDay(reader, spanOf(days))),
    sold: await closed.listSold(reader, spanOf(days)),
    ways: await queries.sumDepositsByWay(reader, spanOf(days)),
  };
}

/** Groups sales by service or person, together with those of the earlier period. */
function gather(
  now: readonly closed.SoldRow[],
  before: readonly closed.SoldRow[],
  idOf: (row: closed.SoldRow) => number,
  labelOf: (id: number) => string,
): Day['services'] {
  const found = new Map<number, { sold: number; sales: bigint; before: bigint }>();
  const at = (row: closed.SoldRow) => {
    const old = found.get(idOf(row)) ?? { sold: 0, sales: 0n, before: 0n };
    found.set(idOf(row), old);
    return old;
  };
  for (const row of now) {
    const entry = at(row);
    entry.sold += row.sold;
    entry.sales += row.sales - row.refunds;
  }
  for (const row of before) at(row).before += row.sales - row.refunds;
  return [...found]
    .sort(([, a], [, b]) => Number(b.sales - a.sales) || Number(b.before - a.before))
    .map(([id, row]) => ({
      id,
      label: labelOf(id),
      sold: row.sold,
      sales: formatDecimal(row.sales),
      before: formatDecimal(row.before),
    }));
}

/** @throws FieldFault for an invalid period */
export async function readDay(deps: DayDeps, chosen: Days, language: Language): Promise<Day> {
  const { db, clock } = deps;
  const { from, to, length } = validatePeriod(chosen, deps.clock.now());
  const back = -7 * Math.ceil(length / 7);
  const before = { from: addDays(from, back), to: addDays(to, back) };
  const [{ now, earlier, cash, services }, money, queue] = await Promise.all([
    inSnapshot(db, async (trx) => ({
      now: await readSums(trx, { from, to }),
      earlier: await readSums(trx, before),
      cash: await queries.sumCashByStaff(trx, spanOf({ from, to })),
      services: await listServiceNames(trx),
    })),
    sumMoney(db, dhakaDay(clock.now())),
    findQueue(db),
  ]);
  const people = [
    ...[...now.sold, ...earlier.sold].map((row) => row.operator_id),
    ...cash.map(({ id }) => id),
  ];
  const nameOf = await loadStaffNames(db, people);
  const titles = serviceNames(services, language);
  const figure = (value: bigint, before: bigint) => ({
    value: formatDecimal(value),
    before: formatDecimal(before),
  });
  return {
    ...{ from, to, before },
    sales: figure(now.sums.sales - now.sums.refunds, earlier.sums.sales - earlier.sums.refunds),
    refunds: figure(now.sums.refunds, earlier.sums.refunds),
    sold: { value: now.sums.sold, before: earlier.sums.sold },
    deposits: figure(now.sums.deposits, earlier.sums.deposits),
    ways: depositWays.map((way) => ({
      way,
      ...figure(now.ways.get(way) ?? 0n, earlier.ways.get(way) ?? 0n),
    })),
    withdrawals: figure(now.sums.withdrawals, earlier.sums.withdrawals),
    bonuses: figure(now.sums.bonuses, earlier.sums.bonuses),
    cash: cash.map(({ id, taken, paid }) => ({
      id: id ?? noneId,
      label: nameOf(id),
      taken: formatDecimal(taken),
      paid: formatDecimal(paid),
    })),
    held: formatDecimal(money.held),
    late: queue.overdue,
    services: gather(
      now.sold,
      earlier.sold,
      (row) => serviceOf(services, row)?.id ?? noneId,
      (id) => titles.get(id) ?? '',
    ),
    operators: gather(now.sold, earlier.sold, (row) => row.operator_id ?? noneId, nameOf),
  };
}

interface Chosen extends Days {
  readonly what: MovementKind;
  readonly way?: DepositWay | undefined;
  readonly service?: number | undefined;
  readonly operator?: number | undefined;
}

function present(row: queries.MovementRow, what: MovementKind, service: string, staff: string): Movement {
  return {
    id: row.id,
    amount: formatDecimal(row.signed),
    is_reversal: row.is_reversal,
    user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, username: row.username },
    way: what === 'deposits' ? (wayOfAccount(row.deposit_account) ?? 'online') : null,
    reference: row.reference,
    order: row.order_id,
    service,
    staff,
    note: row.reason,
    created_at: row.created_at.toISOString(),
  };
}

/** @throws FieldFault for an invalid period */
async function chooseMovements(deps: DayDeps, chosen: Chosen, language: Language) {
  const { db } = deps;
  const span = spanOf(validatePeriod(chosen, deps.clock.now()));
  const services = await listServiceNames(db);
  const { what, way, service, operator } = chosen;
  const code = services.find(({ id }) => id === service)?.code;
  const kinds = documentKindNames.filter((kind) => documentKinds[kind].serviceCode === code);
  const filter = {
    ...{ what, span },
    way: what === 'deposits' ? way : undefined,
    service:
      service === noneId ? ('none' as const) : service === undefined ? undefined : { id: service, kinds },
    operator: operator === noneId ? ('none' as const) : operator,
  };
  const titles = serviceNames(services, language);
  return async (page: { page: number; pageSize: number; beforeId?: string | undefined }) => {
    const { rows, count, sum } = await inSnapshot(db, (trx) =>
      queries.listMovements(trx, { ...filter, ...page }),
    );
    const nameOf = await loadStaffNames(
      db,
      rows.map((row) => row.staff_id),
    );
    const results = rows.map((row) => {
      const sold = serviceOf(services, row);
      const service = (sold && titles.get(sold.id)) ?? '';
      return present(row, what, service, nameOf(row.staff_id));
    });
    return { results, count, sum: formatDecimal(sum) };
  };
}

/** @throws FieldFault for an invalid period */
export async function readMovements(
  deps: DayDeps,
  chosen: Chosen & { page: number; page_size: number },
  language: Language,
) {
  const read = await chooseMovements(deps, chosen, language);
  return read({ page: chosen.page, pageSize: chosen.page_size });
}

/** Exports all matching movements as a table; recorded in the audit log. @throws FieldFault for an invalid period */
export async function exportMovementsTable(
  deps: DayDeps,
  caller: Caller,
  chosen: Chosen,
  { ip, language }: RequestOrigin,
): Promise<Readable> {
  const read = await chooseMovements(deps, chosen, language);
  await recordEvent(deps.writing, { kind: 'movements.exported', actorId: caller.userId, ip });
  return exportMovements(
    async (last, pageSize) => (await read({ page: 1, pageSize, beforeId: last?.id })).results,
    language,
  );
}

export function createDay(deps: DayDeps) {
  return bindDeps(deps, { read: readDay, movements: readMovements, exportTable: exportMovementsTable });
}
