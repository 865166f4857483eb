// The single statement that places orders, composed from fragments of the modules involved.
import { type RawBuilder, sql } from 'kysely';
import { isUnchangedSinceRead } from '../catalogue/catalogue.queries.ts';
import * as ledger from '../ledger/ledger.ts';
import { newOrderNotices } from '../notices/notices.queries.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader } from '../platform/database/connect.ts';
import { type Columns, toColumnArrays, unnestRows } from '../platform/database/unnest-rows.ts';
import { emitSql } from '../platform/live/live.ts';
import { claimEach, type Idempotency, keyColumns } from '../platform/request/idempotency.ts';
import { completeNewOrderRow, newOrderSql, type OrderedNames, type OrderRow } from './orders.queries.ts';
import { serviceFacts } from './orders.rules.ts';

export interface NewOrder {
  customerId: number;
  idempotency: Idempotency | undefined;
  serviceId: number;
  subTypeId: number;
  /** Version of the service that the order was built from. */
  asRead: string;
  names: OrderedNames;
  name: string | null;
  numberSealed: Buffer;
  numberIndex: Buffer;
  numberLast4: string;
  pairSealed: Buffer | null;
  tenIndex: Buffer | null;
  seventeenIndex: Buffer | null;
  note: string;
  pricePaisa: bigint;
  hoursUntilDue: number;
  formId: number | null;
  answersSealed: Buffer | null;
}

const columns: Columns<NewOrder & ReturnType<typeof keyColumns>> = {
  user_id: ['int', ({ customerId }) => customerId],
  key: ['text', ({ key }) => key],
  request_hash: ['bytea', ({ requestHash }) => requestHash],
  transfer_id: ['uuid', () => ledger.newTransferId()],
  service_id: ['int', ({ serviceId }) => serviceId],
  sub_type_id: ['int', ({ subTypeId }) => subTypeId],
  as_read: ['text', ({ asRead }) => asRead],
  facts: ['jsonb', ({ names }) => JSON.stringify(serviceFacts(names.service_name, names.service_name_en))],
  name: ['text', ({ name }) => name],
  number_sealed: ['bytea', ({ numberSealed }) => numberSealed],
  number_index: ['bytea', ({ numberIndex }) => numberIndex],
  number_last4: ['text', ({ numberLast4 }) => numberLast4],
  nid_pair_sealed: ['bytea', ({ pairSealed }) => pairSealed],
  ten_index: ['bytea', ({ tenIndex }) => tenIndex],
  seventeen_index: ['bytea', ({ seventeenIndex }) => seventeenIndex],
  note: ['text', ({ note }) => note],
  price_paisa: ['bigint', ({ pricePaisa }) => pricePaisa],
  form_id: ['int', ({ formId }) => formId],
  answers_sealed: ['bytea', ({ answersSealed }) => answersSealed],
  hours_until_due: ['float8', ({ hoursUntilDue }) => hoursUntilDue],
};

type NewRow = Parameters<typeof completeNewOrderRow>[0] & { addresses: string[] | null };

const created = sql`jsonb_build_object('type', 'order_created', 'orderId', orders.id)`;
const toCustomer = sql`'user:' || orders.customer_id`;
const events = [
  { audience: sql`'staff'`, message: created },
  { audience: toCustomer, message: created },
  {
    audience: toCustomer,
    message: sql`case when orders.price_paisa > 0 then jsonb_build_object('type', 'balance', 'userId', orders.customer_id) end`,
  },
];

const held = ledger.holdCall({
  id: sql`numbered.transfer_id`,
  userId: sql`claimed.user_id`,
  actor: sql`claimed.user_id`,
  ref: sql`'order:' || claimed.id || ':1'`,
  amountPaisa: sql`numbered.price_paisa`,
});
const notices = newOrderNotices({
  id: sql`orders.id`,
  facts: sql`numbered.facts || jsonb_build_object('order', orders.id)`,
  by: sql`orders.customer_id`,
  from: sql`orders join numbered using (id)`,
});
const mayGo = sql`${isUnchangedSinceRead('ordered')} and not exists (select from people where people.by_mail)`;
const freeWallets = ledger.lockFreeWallets(sql`select user_id from ordered`);

const placing = (placeable: RawBuilder<unknown>) =>
  compileOnce<unknown[][], NewRow>((reader, ...values) => ({
    compile: () =>
      sql<NewRow>`
    with people as materialized (${notices.people}),
      ordered as materialized (select * from ${unnestRows(columns, values)} as given),
      numbered as materialized (select ordered.*, nextval('orders_id_seq')::int as id from ${placeable}),
      claimed as (${claimEach(201, sql`numbered`)}),
      held as materialized (
        select claimed.id, case when numbered.price_paisa > 0 then (select posting.transfer_id from ${held} as posting) end as transfer_id
          from claimed join numbered using (id)),
      orders as (
        insert into orders (id, customer_id, service_id, sub_type_id, name, number_sealed, number_index, number_last4,
          nid_pair_sealed, ten_index, seventeen_index, note, price_paisa, hold_id, form_id, answers_sealed, due_on)
        overriding system value
        select id, user_id, service_id, sub_type_id, name, number_sealed, number_index, number_last4,
          nid_pair_sealed, ten_index, seventeen_index, note, price_paisa, held.transfer_id, form_id, answers_sealed,
          now() + hours_until_due * interval '1 hour'
          from numbered join held using (id)
        returning *),
      timeline as (
        insert into order_timeline (order_id, what, status, note, actor_id)
        select id, 'create', status, note, customer_id from orders),
      told as (${emitSql(sql`orders`, events)}),
      noticed as (${notices.insert})
    select (select array_agg(people.email) from people where people.by_mail and people.id <> orders.customer_id) as addresses, ${newOrderSql(reader)}`.compile(
        reader,
      ),
  }));
const placeWithin = placing(sql`ordered`);
const placeOne = placing(sql`ordered where ${mayGo}`);
/** Skips orders whose wallet is locked or too low, so that one customer's order neither delays nor fails another's. */
const placeSeveral = placing(sql`ordered join ${freeWallets} as wallets using (user_id)
  where wallets.is_active and wallets.available_paisa >= ordered.price_paisa and ${mayGo}`);

/**
 * Atomically claims the idempotency keys, holds the prices, writes the orders and the first entries of their timelines, notifies, and stores each id under
 * its key. The CTE that writes the rows is named `orders`, like the table, so that the text of its columns works on it.
 * @param orders at most one per customer
 * @param isAlone true if the statement runs outside a transaction. An order is then skipped if staff want an email, which must be queued in the same
 *   transaction, if its service has changed since it was read, or, among several, if its wallet is locked or has too little
 * @returns the placed orders, each with the addresses to email; an order is left out if its key was already claimed or it was skipped
 * @throws like `ledger.hold`; no order is placed then
 */
export async function insertOrders(
  reader: Reader,
  orders: readonly NewOrder[],
  isAlone: boolean,
): Promise<Map<NewOrder, { row: OrderRow; addresses: string[] }>> {
  const keyed = orders.map((order) => ({ ...order, ...keyColumns(order.idempotency) }));
  const place = !isAlone ? placeWithin : orders.length === 1 ? placeOne : placeSeveral;
  const rows = await place(reader, ...toColumnArrays(columns, keyed)).catch((error: unknown) => {
    throw ledger.asRefusal(error, 'hold');
  });
  const byCustomer = new Map(orders.map((order) => [order.customerId, order]));
  return new Map(
    rows.map((row) => {
      const order = byCustomer.get(row.customer_id)!;
      return [order, { row: completeNewOrderRow(row, order.names), addresses: row.addresses ?? [] }];
    }),
  );
}
