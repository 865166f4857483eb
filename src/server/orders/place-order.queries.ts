// The single statement that places an order, composed from fragments of the modules involved.
import { sql } from 'kysely';
import { isAsRead } from '../catalogue/catalogue.queries.ts';
import * as ledger from '../ledger/ledger.ts';
import { newOrderNotices } from '../notices/notices.queries.ts';
import type { Reader } from '../platform/database/connect.ts';
import { emitCall } from '../platform/live/live.ts';
import { claim, type Idempotency } from '../platform/request/idempotency.ts';
import { asNewOrder, newOrderText, type OrderedNames, type OrderRow } from './orders.queries.ts';

export interface NewOrder {
  customerId: number;
  serviceId: number;
  subTypeId: number;
  /** The state of the service that the order was written for. */
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

/**
 * Atomically claims the idempotency key, holds the price, writes the order and its first timeline entry, notifies, and stores the id under the key.
 * The CTE that writes the row is named `orders`, like the table, so that the text of its columns works on it.
 * @param isAlone whether the statement is all that is done: then it does nothing when staff want an email, which is queued in the same transaction,
 *   or when the service is no longer as the order was written for
 * @returns the order, and who wants it by email; undefined when the key was already claimed, or the order must not be placed here
 * @throws what `ledger.hold` throws
 */
export async function insertOrder(
  reader: Reader,
  order: NewOrder,
  idempotency: Idempotency | undefined,
  isAlone: boolean,
): Promise<{ row: OrderRow; addresses: string[] } | undefined> {
  const { customerId, pricePaisa } = order;
  const isPaid = pricePaisa > 0n;
  const claimed = claim(customerId, idempotency, {
    status: 201,
    body: sql`jsonb_build_object('id', numbered.id)`,
    from: isAlone ? sql`numbered where not exists (select from people where people.by_mail)` : sql`numbered`,
  });
  const held = isPaid
    ? sql`select posting.transfer_id from numbered, claimed, lateral ${ledger.holdCall({
        userId: customerId,
        actor: sql`claimed.user_id`,
        ref: sql`'order:' || numbered.id || ':1'`,
        amountPaisa: pricePaisa,
      })} as posting`
    : sql`select null::uuid as transfer_id from claimed`;
  const event = sql`jsonb_build_object('type', 'order_created', 'orderId', orders.id)`;
  const emitted = emitCall(sql`orders`, [
    { audience: 'staff', message: event },
    { audience: `user:${customerId}`, message: event },
    ...(isPaid
      ? ([{ audience: `user:${customerId}`, event: { type: 'balance', userId: customerId } }] as const)
      : []),
  ]);
  const notices = newOrderNotices({
    id: sql`orders.id`,
    facts: sql`jsonb_strip_nulls(jsonb_build_object('order', orders.id, 'service', ${order.names.service_name}::text, 'service_en', ${order.names.service_name_en}::text))`,
    from: sql`orders`,
    except: customerId,
  });
  const statement = sql<Parameters<typeof asNewOrder>[0] & { addresses: string[] | null }>`
    with numbered as materialized (select nextval('orders_id_seq')::int as id where ${isAlone ? isAsRead(order) : sql`true`}),
      people as materialized (${notices.people}),
      claimed as (${claimed}),
      held as materialized (${held}),
      orders as (
        insert into orders (id, customer_id, service_id, sub_type_id, name, number_sealed, number_index, number_last4,
          nid_pair_sealed, ten_index, seventeen_index, note, price_paisa, hold_id, form_id, answers_sealed, due_on)
        overriding system value
        select numbered.id, ${customerId}::int, ${order.serviceId}::int, ${order.subTypeId}::int, ${order.name}::text,
          ${order.numberSealed}::bytea, ${order.numberIndex}::bytea, ${order.numberLast4}::text, ${order.pairSealed}::bytea,
          ${order.tenIndex}::bytea, ${order.seventeenIndex}::bytea, ${order.note}::text, ${pricePaisa}::bigint, held.transfer_id,
          ${order.formId}::int, ${order.answersSealed}::bytea,
          now() + ${order.hoursUntilDue}::float8 * interval '1 hour'
          from numbered, held
        returning *),
      timeline as (
        insert into order_timeline (order_id, what, status, note, actor_id)
        select id, 'create', status, note, customer_id from orders),
      told as (${emitted}),
      noticed as (${notices.insert})
    select (select array_agg(people.email) from people where people.by_mail) as addresses, ${newOrderText(reader)}`;
  const { rows } = await statement.execute(reader).catch((error: unknown) => {
    throw ledger.asRefusal(error, 'hold');
  });
  const [row] = rows;
  return row && { row: asNewOrder(row, order.names), addresses: row.addresses ?? [] };
}
