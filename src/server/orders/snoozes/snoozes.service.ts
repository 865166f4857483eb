// Use cases of snoozing an order: it leaves the queue until a given time. The customer doesn't see it, and the due time stays. See decision 0083.
import { isOpen, type OrderStatus } from '#contract/orders/flow.ts';
import { maximumSnoozeMs } from '#contract/orders/rules.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import { emit } from '../../platform/live/live.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { runInBatches } from '../../platform/work/run-in-batches.ts';
import {
  type Context,
  factsOf,
  getPresented,
  lockForStaff,
  type OrdersDeps,
  openContext,
} from '../order-steps.ts';
import { textPurpose } from '../orders.personal.ts';
import { insertTimeline } from '../timeline.queries.ts';
import * as queries from './snoozes.queries.ts';

const batch = 50;

export type Snoozes = ReturnType<typeof createSnoozes>;

/** @throws Fault `not_found`, `order_state_conflict`, `order_taken_by_other` */
async function lockOpen(trx: Trx, id: number, caller: Caller) {
  const order = await lockForStaff(trx, id, caller);
  const status = order.status as OrderStatus;
  if (!isOpen(status)) throw new Fault('order_state_conflict');
  return status;
}

/** Emitted to staff only: snoozes are invisible to the customer. */
const emitToStaff = (trx: Trx, orderId: number) =>
  emit(trx, [{ audience: 'staff', event: { type: 'order_updated', orderId } }]);

/** @throws FieldFault for a time in the past or more than a week away; Fault like `lockOpen` */
export async function snoozeOrder(context: Context, caller: Caller, id: number, until: Date, reason: string) {
  const { clock, db, vault } = context;
  const aheadMs = until.getTime() - clock.now().getTime();
  if (aheadMs <= 0 || aheadMs > maximumSnoozeMs) throw new FieldFault({ until: ['date_invalid'] });
  return inTransaction(db, async (trx) => {
    const status = await lockOpen(trx, id, caller);
    const reasonSealed = reason === '' ? null : vault.sealText(reason, textPurpose);
    await queries.putSnooze(trx, id, { until, reasonSealed });
    await queries.putWake(trx, { orderId: id, personId: caller.userId, until });
    await insertTimeline(trx, {
      orderId: id,
      what: 'snooze',
      status,
      note: '',
      actorId: caller.userId,
      snooze: { until, noteSealed: reasonSealed },
    });
    await emitToStaff(trx, id);
    return { snooze: { until: until.toISOString(), reason } };
  });
}

/** Ends a snooze early; has no effect on an order that is awake. @throws like `lockOpen` */
export async function wakeOrder(context: Context, caller: Caller, id: number) {
  return inTransaction(context.db, async (trx) => {
    const status = await lockOpen(trx, id, caller);
    if (await queries.isOrderAsleep(trx, id)) {
      await queries.putSnooze(trx, id, { until: null, reasonSealed: null });
      await insertTimeline(trx, { orderId: id, what: 'wake', status, note: '', actorId: caller.userId });
      await emitToStaff(trx, id);
    }
    return { snooze: null };
  });
}

async function notifyWokenBatch(context: Context): Promise<number> {
  const { db, notices } = context;
  return inTransaction(db, async (trx) => {
    const woken = await queries.takeWoken(trx, batch);
    for (const { id, personId } of woken.toNotify) {
      const facts = factsOf(await getPresented(context, trx, id));
      await notices.notifyWithoutEvent(trx, personId, 'order_woken', { kind: 'order', id }, facts);
      const isQuiet = !(await notices.wantsInBell(trx, personId, 'order_woken'));
      const event = { type: 'notice', woken: id, ...(isQuiet ? { quiet: true } : {}) } as const;
      await emit(trx, [{ audience: `user:${personId}`, event }]);
    }
    return woken.taken;
  });
}

/** Notifies each woken order's operator, or the person who snoozed it. @returns how many wake-ups were due */
export const notifyWoken = (context: Context): Promise<number> =>
  runInBatches(batch, () => notifyWokenBatch(context));

export function createSnoozes(deps: OrdersDeps) {
  return bindDeps(openContext(deps), { snooze: snoozeOrder, wake: wakeOrder, notifyWoken });
}
