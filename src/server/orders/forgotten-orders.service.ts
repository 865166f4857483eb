// Returns forgotten orders to the queue; see docs/decisions/0081.
import { recordEvent } from '../audit-log/record-event.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { runInBatches } from '../platform/work/run-in-batches.ts';
import { findIdle, type IdleOrder, listIdle } from './forgotten-orders.queries.ts';
import {
  type Context,
  emitOrderUpdate,
  factsOf,
  getPresented,
  type OrdersDeps,
  openContext,
} from './order-steps.ts';
import * as queries from './orders.queries.ts';
import { insertTimeline } from './timeline.queries.ts';

interface ForgottenDeps extends OrdersDeps {
  /** Reads the rule that decides whether an order without activity since a given time is forgotten. */
  readonly forgottenRule: () => Promise<(activeAt: Date, now: Date) => boolean>;
}

type IsForgotten = (order: IdleOrder) => boolean;

const batch = 50;

/** @returns false if the order is no longer forgotten once it is locked */
async function returnOrder(context: Context, id: number, isForgotten: IsForgotten): Promise<boolean> {
  const { db, notices } = context;
  return inTransaction(db, async (trx) => {
    const order = await queries.lockOrder(trx, id);
    // Read under the lock, which waits for a note that is being written, so that the note counts as activity.
    const idle = await findIdle(trx, id);
    if (!order || !idle || !isForgotten(idle)) return false;
    const status = 'pending';
    await queries.updateOrder(trx, id, { status, operatorId: null, holdId: order.hold_id });
    await insertTimeline(trx, { orderId: id, what: 'hand_back', status, note: '', actorId: null });
    const about = { kind: 'order', id } as const;
    await recordEvent(trx, { kind: 'order.hand_back', subjectId: order.customer_id, object: about });
    await emitOrderUpdate(trx, { id, customerId: order.customer_id, movedBalance: false });
    const facts = factsOf(await getPresented(context, trx, id));
    await notices.notifyUser(trx, idle.operator_id, 'order_returned', about, facts);
    return true;
  });
}

export function createForgottenOrders(deps: ForgottenDeps) {
  const context = openContext(deps);
  return {
    /** @returns how many orders were returned */
    async returnAll(): Promise<number> {
      const rule = await deps.forgottenRule();
      // An operator who has lost the right can't hand the order back, and colleagues may not take it from them.
      const isForgotten: IsForgotten = ({ is_left, active_at }) =>
        is_left || rule(active_at, deps.clock.now());
      return runInBatches(batch, async () => {
        let returned = 0;
        for (const order of await listIdle(deps.db, batch))
          if (isForgotten(order) && (await returnOrder(context, order.id, isForgotten))) returned += 1;
        return returned;
      });
    },
  };
}
