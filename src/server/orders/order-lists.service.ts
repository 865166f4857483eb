// Lists of orders: customers read their own, staff those of all, with the ends of the numbers that they are about.
import { isStaff } from '#contract/access.ts';
import type { Language } from '#contract/bengali.ts';
import { toTakaNumber } from '#contract/money.ts';
import { createListAccess } from '../audit-log/list-access.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Database } from '../platform/database/connect.ts';
import { searchedNumber } from '../platform/database/search.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Vault } from '../platform/vault.ts';
import { exportCompleted } from './completed-export.ts';
import { listOrders, type OrderFilter } from './order-lists.queries.ts';
import { numberPurpose, type Presenter } from './orders.presenter.ts';
import type { OrderRow } from './orders.queries.ts';

export function createOrderLists({
  db,
  vault,
  presenter,
}: {
  db: Database;
  vault: Vault;
  presenter: Presenter;
}) {
  const listed = createListAccess(db);
  const indexesOf = (number: string) => vault.blindIndexes(number, numberPurpose);
  /** One's own orders whole; not to staff who look through the customer's eyes. */
  const presentTo = (caller: Caller) => (row: OrderRow) =>
    row.customer_id === caller.userId && !caller.view ? presenter.whole(row) : presenter.masked(row);

  return {
    async list(
      caller: Caller,
      filter: Omit<OrderFilter, 'customerId' | 'numberIndexes' | 'order'> & {
        user: number | undefined;
      },
    ) {
      const number = searchedNumber(filter.search);
      const { rows, count } = await listOrders(db, {
        ...filter,
        customerId: isStaff(caller.roles) ? filter.user : caller.userId,
        numberIndexes: number === undefined ? undefined : indexesOf(number),
        order: 'created',
      });
      await listed(caller, 'orders.listed');
      return { results: rows.map(presentTo(caller)), count };
    },

    async listCompleted(
      caller: Caller,
      filter: { search: string; user: number | undefined; page: number; pageSize: number },
    ) {
      const number = searchedNumber(filter.search);
      const { rows, count } = await listOrders(db, {
        ...filter,
        customerId: isStaff(caller.roles) ? filter.user : caller.userId,
        status: 'completed',
        service: undefined,
        due: undefined,
        numberIndexes: number === undefined ? undefined : indexesOf(number),
        order: 'completed',
      });
      await listed(caller, 'orders.listed');
      const results = rows.map((row) => ({
        ...presentTo(caller)(row),
        current_balance: row.balance_after_paisa === null ? null : toTakaNumber(row.balance_after_paisa),
      }));
      return { results, count };
    },

    /** The same choice as `listCompleted`, whole, as a table. */
    async exportCompleted(
      caller: Caller,
      { search, user }: { search: string; user?: number | undefined },
      language: Language,
    ) {
      const number = searchedNumber(search);
      if (isStaff(caller.roles))
        await recordEvent(db, { kind: 'orders.exported', actorId: caller.userId, subjectId: user });
      return exportCompleted(
        db,
        {
          customerId: isStaff(caller.roles) ? user : caller.userId,
          search,
          numberIndexes: number === undefined ? undefined : indexesOf(number),
        },
        language,
      );
    },
  };
}
