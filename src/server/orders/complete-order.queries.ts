// The single statement that completes an order with a text result, composed from fragments of the modules involved.
import { sql } from 'kysely';
import { recordCall } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import { personalNotice } from '../notices/notices.queries.ts';
import type { Reader } from '../platform/database/connect.ts';
import { emitCall } from '../platform/live/live.ts';
import { claim, type Idempotency } from '../platform/request/idempotency.ts';
import { changedOrderText, type OrderRow } from './orders.queries.ts';
import { orderFacts } from './orders.rules.ts';

export interface Completion {
  /** As read by the caller; if the row has changed since, it is not completed here. */
  readonly order: OrderRow;
  readonly actorId: number;
  readonly note: string;
  readonly textContentSealed: Buffer;
}

/**
 * Atomically claims the idempotency key, captures the hold, writes the result, timeline and audit log, and sends the notification.
 * The CTE that writes the row is named `orders`, like the table, so that the text of its columns works on it.
 * @returns undefined when the order has changed since it was read, the key was already claimed, or the customer wants an email:
 *   those cases need a multi-statement transaction
 * @throws what `ledger.capture` throws
 */
export async function completeAtOnce(
  reader: Reader,
  { order, actorId, note, textContentSealed }: Completion,
  idempotency: Idempotency | undefined,
): Promise<OrderRow | undefined> {
  const { id, customer_id: customerId, hold_id: holdId } = order;
  const claimed = claim(actorId, idempotency, {
    status: 200,
    body: sql`jsonb_build_object('id', ${id}::int)`,
    // Behind the lock: a key is claimed for what is really done.
    from: sql`locked`,
  });
  const captured =
    holdId === null
      ? sql`select null::uuid as transfer_id, orders.balance_after_paisa as available from claimed, locked join orders on orders.id = locked.id`
      : sql`select posting.transfer_id, posting.posted_after_paisa - posting.held_after_paisa as available from claimed, locked, lateral ${ledger.captureCall(
          holdId,
          { userId: customerId, actor: sql`claimed.user_id`, ref: `order:${id}:${order.round}` },
        )} as posting`;
  const event = { type: 'order_updated', orderId: id } as const;
  const changed = sql`orders`;
  const emitted = emitCall(changed, [
    { audience: 'staff', event },
    { audience: `user:${customerId}`, event },
    ...(holdId === null
      ? []
      : ([{ audience: `user:${customerId}`, event: { type: 'balance', userId: customerId } }] as const)),
  ]);
  const notices = personalNotice({
    kind: 'order_completed',
    userId: customerId,
    object: { kind: 'order', id },
    facts: orderFacts(id, order.service_name, order.service_name_en),
    from: changed,
  });
  const recorded = recordCall(changed, {
    kind: 'order.complete',
    actorId,
    subjectId: customerId,
    object: { kind: 'order', id: sql`orders.id` },
  });
  const { rows } = await sql<Partial<OrderRow>>`
    with people as materialized (${notices.people}),
      locked as materialized (
        select orders.id from people, orders where not people.by_mail and orders.id = ${id} and orders.status = ${order.status} and orders.round = ${order.round} and orders.waiting_since is null
           and orders.hold_id is not distinct from ${holdId}::uuid and orders.operator_id is not distinct from ${order.operator_id}::int
           for update of orders),
      claimed as (${claimed}),
      captured as materialized (${captured}),
      orders as (
        update orders set status = 'completed', operator_id = ${actorId}, settled_by = coalesce(captured.transfer_id, orders.settled_by),
               balance_after_paisa = captured.available, text_content_sealed = ${textContentSealed}, attachment_id = null,
               staff_note = ${note}, snoozed_until = null, snooze_reason_sealed = null, updated_on = now(), completed_at = now()
          from captured where orders.id = ${id}
        returning orders.*),
      timeline as (
        insert into order_timeline (order_id, what, status, note, actor_id)
        select id, 'complete', status, ${note}, ${actorId}::int from orders),
      recorded as (${recorded}),
      told as (${emitted}),
      noticed as (${notices.insert})
    select ${changedOrderText(reader)}`
    .execute(reader)
    .catch((error: unknown) => {
      throw ledger.asRefusal(error, 'capture');
    });
  // What the step leaves alone is as it was read.
  return rows[0] && { ...order, ...rows[0], file_code: null, file_name: null };
}
