// Lists of orders. Customers see their own in full; staff see everyone's with masked numbers.
import { isStaff } from '#contract/access.ts';
import type { Language } from '#contract/language.ts';
import { toTakaNumber } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Database } from '../platform/database/connect.ts';
import { searchedNumber } from '../platform/database/search.ts';
import { literalPageSizes } from '../platform/database/searched-list.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Vault } from '../platform/vault.ts';
import { exportCompleted } from './exports/completed-export.ts';
import { exportMarkedTable } from './exports/marked-export.ts';
import {
  type createFirstPages,
  hasService,
  listOrders,
  listOrdersById,
  type OrderFilter,
} from './order-lists.queries.ts';
import { numberPurpose } from './orders.personal.ts';
import type { Presenter } from './orders.presenter.ts';
import type { OrderRow } from './orders.queries.ts';

interface OrderListsDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly vault: Vault;
  readonly presenter: Presenter;
  readonly firstPageOf: ReturnType<typeof createFirstPages>;
}

const indexesOf = (context: OrderListsDeps, number: string) =>
  context.vault.blindIndexes(number, numberPurpose);

/** Presents the caller's own orders unmasked, except during impersonation. */
const presentTo =
  ({ presenter }: OrderListsDeps, caller: Caller) =>
  (row: OrderRow) => {
    const order =
      row.customer_id === caller.userId && !caller.view ? presenter.whole(row) : presenter.masked(row);
    return isStaff(caller.roles) ? { ...order, ...presenter.staffPart(row, false) } : order;
  };

type Asked = Omit<OrderFilter, 'customerId' | 'numberIndexes' | 'order'> & { user: number | undefined };

/** Whether the request is just for a customer's newest orders. */
const isFirstPage = (asked: Asked) =>
  asked.status === undefined &&
  !hasService(asked) &&
  asked.due === undefined &&
  asked.takenBy === undefined &&
  !asked.waiting &&
  asked.search === '' &&
  asked.page === 1 &&
  literalPageSizes.has(asked.pageSize);

export async function listOrdersOf(context: OrderListsDeps, caller: Caller, filter: Asked) {
  const { reading, firstPageOf } = context;
  if (!isStaff(caller.roles) && isFirstPage(filter)) {
    const { rows, count } = await firstPageOf(caller.userId, filter.pageSize);
    return { results: rows.map(presentTo(context, caller)), count };
  }
  const number = searchedNumber(filter.search);
  const { rows, ...counted } = await listOrders(reading, {
    ...filter,
    customerId: isStaff(caller.roles) ? filter.user : caller.userId,
    // Snoozes and tags are internal: customers can't filter by them.
    snoozed: isStaff(caller.roles) ? filter.snoozed : undefined,
    tag: isStaff(caller.roles) ? filter.tag : undefined,
    numberIndexes: number === undefined ? undefined : indexesOf(context, number),
    order: 'created',
  });
  return { results: rows.map(presentTo(context, caller)), ...counted };
}

export async function listCompletedOrders(
  context: OrderListsDeps,
  caller: Caller,
  filter: { search: string; user: number | undefined; page: number; pageSize: number },
) {
  const { reading } = context;
  const number = searchedNumber(filter.search);
  const { rows, ...counted } = await listOrders(reading, {
    ...filter,
    customerId: isStaff(caller.roles) ? filter.user : caller.userId,
    status: 'completed',
    service: undefined,
    due: undefined,
    takenBy: undefined,
    numberIndexes: number === undefined ? undefined : indexesOf(context, number),
    order: 'completed',
  });
  const results = rows.map((row) => ({
    ...presentTo(context, caller)(row),
    current_balance: row.balance_after_paisa === null ? null : toTakaNumber(row.balance_after_paisa),
  }));
  return { results, ...counted };
}

/** Exports all orders that match the filter of `listCompleted`, as a table. */
export async function exportCompletedOrders(
  context: OrderListsDeps,
  caller: Caller,
  { search, user }: { search: string; user?: number | undefined },
  language: Language,
) {
  const { db, reading } = context;
  const number = searchedNumber(search);
  if (isStaff(caller.roles))
    await recordEvent(db, { kind: 'orders.exported', actorId: caller.userId, subjectId: user });
  return exportCompleted(
    reading,
    {
      customerId: isStaff(caller.roles) ? user : caller.userId,
      search,
      numberIndexes: number === undefined ? undefined : indexesOf(context, number),
    },
    language,
  );
}

/** Exports those of the given orders that exist, as a table. */
export async function exportMarkedOrders(
  context: OrderListsDeps,
  caller: Caller,
  ids: readonly number[],
  language: Language,
): Promise<string> {
  const rows = await listOrdersById(context.db, ids);
  await recordEvent(context.db, {
    kind: 'orders.exported',
    actorId: caller.userId,
    details: { marked: rows.length },
  });
  return exportMarkedTable(rows.map(context.presenter.masked), language);
}

export function createOrderLists(deps: OrderListsDeps) {
  return bindDeps(deps, {
    list: listOrdersOf,
    listCompleted: listCompletedOrders,
    exportCompleted: exportCompletedOrders,
    exportMarked: exportMarkedOrders,
  });
}
