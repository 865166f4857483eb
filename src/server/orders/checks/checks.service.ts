// Use cases of the checklist: what an order's form requires of staff before they complete it.
import { isOpen, type OrderStatus } from '#contract/orders/flow.ts';
import { loadStaffNames } from '../../accounts/staff-names.queries.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { getFormOfOrder } from '../../catalogue/forms.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Context, emitOrderUpdate, lockForStaff, type OrdersDeps, openContext } from '../order-steps.ts';
import * as queries from '../orders.queries.ts';
import * as checks from './checks.queries.ts';

export type Checks = ReturnType<typeof createChecks>;

/** @throws Fault `not_found` */
export async function listChecks({ db }: Context, orderId: number) {
  if (!(await queries.findOrder(db, orderId))) throw new Fault('not_found');
  const rows = await checks.listTicked(db, orderId);
  const nameOf = await loadStaffNames(
    db,
    rows.map((row) => row.ticked_by),
  );
  const results = rows.map((row) => ({
    key: row.key,
    by: { id: row.ticked_by, name: nameOf(row.ticked_by) },
    at: row.ticked_at.toISOString(),
  }));
  return { results, count: results.length };
}

/** @throws Fault `not_found`, `order_state_conflict`, `order_taken_by_other`; FieldFault for a line that the form does not have */
export async function setCheck(
  context: Context,
  caller: Caller,
  orderId: number,
  { key, ticked }: { key: string; ticked: boolean },
) {
  const { db } = context;
  await inTransaction(db, async (trx) => {
    const order = await lockForStaff(trx, orderId, caller);
    if (!isOpen(order.status as OrderStatus)) throw new Fault('order_state_conflict');
    const form = order.form_id === null ? undefined : await getFormOfOrder(trx, order.form_id);
    if (!form?.checks.some((check) => check.key === key)) throw new FieldFault({ key: ['invalid'] });
    const hasMoved = ticked
      ? await checks.tick(trx, orderId, key, caller.userId)
      : await checks.untick(trx, orderId, key);
    if (!hasMoved) return;
    await recordEvent(trx, {
      kind: ticked ? 'order.check_ticked' : 'order.check_unticked',
      actorId: caller.userId,
      subjectId: order.customer_id,
      object: { kind: 'order', id: orderId },
    });
    await emitOrderUpdate(trx, { id: orderId, customerId: order.customer_id, movedBalance: false });
  });
  return listChecks(context, orderId);
}

export function createChecks(deps: OrdersDeps) {
  return bindDeps(openContext(deps), { list: listChecks, set: setCheck });
}
