// The single statement that completes orders with a text result, composed from fragments of the modules involved.
import { type RawBuilder, sql } from 'kysely';
import { recordCall } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import { customerNotices } from '../notices/notices.queries.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader } from '../platform/database/connect.ts';
import { type Columns, toColumnArrays, unnestRows } from '../platform/database/unnest-rows.ts';
import { emitSql } from '../platform/live/live.ts';
import { claimEach, type Idempotency, keyColumns } from '../platform/request/idempotency.ts';
import { changedOrderSql, type OrderRow } from './orders.queries.ts';
import { orderFacts } from './orders.rules.ts';

export interface Completion {
  /** As the caller read it, with its price held. An order whose row has changed since is skipped. */
  readonly order: OrderRow;
  readonly actorId: number;
  readonly idempotency: Idempotency | undefined;
  readonly note: string;
  readonly textContentSealed: Buffer;
}

const columns: Columns<Completion & ReturnType<typeof keyColumns>> = {
  id: ['int', ({ order }) => order.id],
  customer_id: ['int', ({ order }) => order.customer_id],
  status: ['text', ({ order }) => order.status],
  round: ['int', ({ order }) => order.round],
  hold_id: ['uuid', ({ order }) => order.hold_id],
  operator_id: ['int', ({ order }) => order.operator_id],
  facts: [
    'jsonb',
    ({ order }) => JSON.stringify(orderFacts(order.id, order.service_name, order.service_name_en)),
  ],
  actor_id: ['int', ({ actorId }) => actorId],
  key: ['text', ({ key }) => key],
  request_hash: ['bytea', ({ requestHash }) => requestHash],
  transfer_id: ['uuid', () => ledger.newTransferId()],
  note: ['text', ({ note }) => note],
  text_content_sealed: ['bytea', ({ textContentSealed }) => textContentSealed],
};

const updated = sql`jsonb_build_object('type', 'order_updated', 'orderId', orders.id)`;
const toCustomer = sql`'user:' || orders.customer_id`;
const events = [
  { audience: sql`'staff'`, message: updated },
  { audience: toCustomer, message: updated },
  {
    audience: toCustomer,
    message: sql`jsonb_build_object('type', 'balance', 'userId', orders.customer_id)`,
  },
];

const captured = ledger.captureCall({
  id: sql`locked.transfer_id`,
  userId: sql`locked.customer_id`,
  actor: sql`claimed.user_id`,
  ref: sql`'order:' || claimed.id || ':' || locked.round`,
  holdId: sql`locked.hold_id`,
});
const recorded = recordCall(sql`orders`, {
  kind: 'order.complete',
  actorId: sql`orders.operator_id`,
  subjectId: sql`orders.customer_id`,
  object: { kind: 'order', id: sql`orders.id` },
});
const notices = customerNotices({
  kind: 'order_completed',
  from: sql`given`,
  orderId: sql`given.id`,
  userId: sql`given.customer_id`,
  facts: sql`given.facts`,
  changed: sql`orders`,
});

const completing = (wallets: RawBuilder<unknown>) =>
  compileOnce<unknown[][], Partial<OrderRow>>((reader, ...values) => ({
    compile: () =>
      sql<Partial<OrderRow>>`
    with given as materialized (select * from ${unnestRows(columns, values)} as given),
      people as materialized (${notices.people}),
      unchanged as materialized (
        select given.* from given join people on people.order_id = given.id join orders on orders.id = given.id
         where not people.by_mail and orders.status = given.status and orders.round = given.round and orders.waiting_since is null
           and orders.hold_id = given.hold_id and orders.operator_id is not distinct from given.operator_id
           for update of orders skip locked),
      locked as materialized (select unchanged.*, unchanged.actor_id as user_id from ${wallets}),
      claimed as (${claimEach(200, sql`locked`)}),
      captured as materialized (
        select claimed.id, posting.transfer_id, posting.posted_after_paisa - posting.held_after_paisa as available
          from claimed join locked using (id), lateral (select * from ${captured} limit 1) as posting),
      orders as (
        update orders set status = 'completed', operator_id = locked.actor_id, settled_by = captured.transfer_id,
               balance_after_paisa = captured.available, text_content_sealed = locked.text_content_sealed,
               attachment_id = null, staff_note = locked.note, snoozed_until = null, snooze_reason_sealed = null, updated_on = now(), completed_at = now()
          from captured join locked using (id) where orders.id = captured.id
        returning orders.*),
      timeline as (
        insert into order_timeline (order_id, what, status, note, actor_id)
        select id, 'complete', status, staff_note, operator_id from orders),
      recorded as (${recorded}),
      told as (${emitSql(sql`orders`, events)}),
      noticed as (${notices.insert})
    select ${changedOrderSql(reader)}`.compile(reader),
  }));
const completeOne = completing(sql`unchanged`);
/** Skips orders whose wallet is locked, so that one customer's wallet doesn't hold up another's order. */
const completeSeveral = completing(
  sql`unchanged join ${ledger.lockFreeWallets(sql`select customer_id from unchanged`)} as wallets on wallets.user_id = unchanged.customer_id`,
);

/**
 * Atomically claims the idempotency keys, captures the holds, writes results, timelines and audit log, and sends the notifications.
 * The CTE that writes the rows is named `orders`, like the table, so that the text of its columns works on it.
 * @param completions at most one per customer
 * @returns the completed orders. An order is left out if it has changed since it was read, if it or its wallet is locked, if its key was already
 *   claimed, or if the customer wants an email: those cases need a multi-statement transaction
 * @throws like `ledger.capture`; no order is completed then
 */
export async function completeOrders(
  reader: Reader,
  completions: readonly Completion[],
): Promise<Map<Completion, OrderRow>> {
  const keyed = completions.map((completion) => ({ ...completion, ...keyColumns(completion.idempotency) }));
  const complete = completions.length === 1 ? completeOne : completeSeveral;
  const rows = await complete(reader, ...toColumnArrays(columns, keyed)).catch((error: unknown) => {
    throw ledger.asRefusal(error, 'capture');
  });
  const byOrder = new Map(completions.map((completion) => [completion.order.id, completion]));
  return new Map(
    rows.map((row) => {
      const completion = byOrder.get(row.id!)!;
      // The other columns aren't changed by a completion.
      return [completion, { ...completion.order, ...row, file_code: null, file_name: null }];
    }),
  );
}
