// Outages of external servers, reported by staff or detected after three failed lookups in a row. The clocks of the service's open orders stop.
import type { AutomaticServiceCode } from '#contract/documents/kinds.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as services from '../../catalogue/catalogue.queries.ts';
import { emitCatalogueChange } from '../../catalogue/price-changes.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { emitOrderUpdate, type OrdersDeps } from '../order-steps.ts';
import { orderFacts } from '../orders.rules.ts';
import * as queries from './outages.queries.ts';
import { findOutagePauses } from './outages.rules.ts';

export type Outages = ReturnType<typeof createOutages>;

type OutagesDeps = Pick<OrdersDeps, 'db' | 'notices' | 'pauseRule' | 'clock'>;

/** Consecutive failed lookups that count as an outage. */
const failedLookups = 3;

function openContext(deps: OutagesDeps) {
  const failures = new Map<AutomaticServiceCode, number>();
  return { ...deps, failures };
}
type Context = ReturnType<typeof openContext>;

/** @throws Fault `not_found` */
export async function startOutage({ db }: Context, caller: Caller, serviceId: number, reason: string) {
  return inTransaction(db, async (trx) => {
    const row = await services.beginOutage(trx, serviceId, { reason, isAutomatic: false });
    if (!row) throw new Fault('not_found');
    await recordBeginning(trx, serviceId, caller);
    return { since: row.outage_since!.toISOString(), reason: row.outage_reason };
  });
}

async function recordBeginning(trx: Trx, serviceId: number, caller: Caller | undefined) {
  await recordEvent(trx, {
    kind: 'service.outage_began',
    ...(caller ? { actorId: caller.userId } : {}),
    object: { kind: 'service', id: serviceId },
  });
  await emitCatalogueChange(trx);
}

/** Moves the due times by the outage's working time and notifies the customers. Without a caller, only an automatically detected outage ends. */
export async function endOutage(context: Context, caller: Caller | undefined, serviceId: number) {
  const { db, notices, pauseRule, clock } = context;
  const move = await pauseRule();
  return inTransaction(db, async (trx) => {
    const service = await services.endOutage(trx, serviceId, caller === undefined);
    if (!service) return { resumed: 0 };
    const outage = { from: service.outage_since, to: clock.now() };
    const orders = await queries.lockOpenOrders(trx, serviceId, outage.from);
    const moved = orders.map((order) => {
      const stoppedSince = (from: Date) => findOutagePauses(outage, from, order.waits);
      const dueOn = stoppedSince(order.promised_on).reduce((due, span) => move(due, span), order.due_on);
      return { id: order.id, dueOn, pausedSeconds: queries.secondsOf(stoppedSince(order.created_on)) };
    });
    await queries.moveDueTimes(trx, moved);
    for (const { id, customer_id } of orders) {
      const facts = orderFacts(id, service.name, service.name_en);
      await notices.notifyWithoutEvent(trx, customer_id, 'order_resumed', { kind: 'order', id }, facts);
      await emitOrderUpdate(trx, { id, customerId: customer_id, movedBalance: false });
    }
    await recordEvent(trx, {
      kind: 'service.outage_ended',
      ...(caller ? { actorId: caller.userId } : {}),
      object: { kind: 'service', id: serviceId },
    });
    await emitCatalogueChange(trx);
    return { resumed: orders.length };
  });
}

/** Records whether a lookup succeeded. A detected outage ends with the first success, in whichever process. */
export async function recordLookupOutcome(context: Context, code: AutomaticServiceCode, isAnswered: boolean) {
  const { db, failures, notices } = context;
  const count = isAnswered ? 0 : (failures.get(code) ?? 0) + 1;
  if (!isAnswered && count < failedLookups) return void failures.set(code, count);
  // Counted from zero again: another process, whose lookups succeed, may end the outage.
  failures.set(code, 0);
  const service = await services.findServiceByCode(db, code);
  if (!service) return;
  if (isAnswered) {
    if (service.outage_since && service.outage_is_automatic) await endOutage(context, undefined, service.id);
    return;
  }
  await inTransaction(db, async (trx) => {
    if (!(await services.beginOutage(trx, service.id, { reason: '', isAutomatic: true }))) return;
    await recordBeginning(trx, service.id, undefined);
    await notices.notifyStaff(
      trx,
      'outage_attention',
      { kind: 'service', id: service.id },
      { service: service.name },
    );
  });
}

/** @throws Fault `not_found` for an unknown service */
async function endKnownOutage(context: Context, caller: Caller, serviceId: number) {
  if (!(await services.findServiceById(context.db, serviceId))) throw new Fault('not_found');
  return endOutage(context, caller, serviceId);
}

export const createOutages = (deps: OutagesDeps) =>
  bindDeps(openContext(deps), { start: startOutage, end: endKnownOutage, recordLookupOutcome });
