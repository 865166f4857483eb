// Use cases of internal notes: staff leave them on an order for each other.
import { presentStaffNotes } from '../../accounts/user-notes/staff-note.ts';
import { lockPerson } from '../../accounts/users/users.queries.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/live/live.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import { type Context, type OrdersDeps, openContext } from '../order-steps.ts';
import { textPurpose } from '../orders.personal.ts';
import { findOrder } from '../orders.queries.ts';
import * as queries from './notes.queries.ts';

export type OrderNotes = ReturnType<typeof createOrderNotes>;

/** @throws Fault `not_found` */
export async function listOrderNotes(context: Context, caller: Caller, orderId: number) {
  const { db, vault } = context;
  if (!(await findOrder(db, orderId))) throw new Fault('not_found');
  const rows = await queries.listNotes(db, orderId);
  // Recorded without a subject, because the customer must not learn that there are notes.
  if (rows.length > 0)
    await recordEvent(db, {
      kind: 'order.notes_opened',
      actorId: caller.userId,
      object: { kind: 'order', id: orderId },
    });
  const results = await presentStaffNotes(db, vault, textPurpose, rows);
  return { results, count: results.length };
}

/** @throws Fault `not_found` */
export async function addOrderNote(
  context: Context,
  caller: Caller,
  orderId: number,
  text: string,
  idempotency: Idempotency | undefined,
) {
  const { db, vault } = context;
  // Only the id is stored under the key, because the text must be stored nowhere but sealed.
  const result = await once(db, caller.userId, idempotency, 201, async (trx) => {
    const order = await findOrder(trx, orderId);
    if (!order) throw new Fault('not_found');
    // Serialises with an erasure of the customer, which must not miss this note.
    await lockPerson(trx, order.customer_id);
    const id = await queries.insertNote(trx, {
      orderId,
      authorId: caller.userId,
      textSealed: vault.sealText(text, textPurpose),
    });
    // Emitted to staff only: notes are invisible to the customer.
    await emit(trx, [{ audience: 'staff', event: { type: 'order_updated', orderId } }]);
    return { id };
  });
  const row = await queries.getNote(db, result.body.id);
  const [note] = await presentStaffNotes(db, vault, textPurpose, [row]);
  return result.with(note!);
}

export function createOrderNotes(deps: OrdersDeps) {
  return bindDeps(openContext(deps), { list: listOrderNotes, add: addOrderNote });
}
