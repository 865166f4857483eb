// Scheduled prices, the order of the gallery, and the history of a service.
import type { PriceChange, ServiceChange } from '#contract/catalogue/change-calls.ts';
import { formatDecimal } from '#contract/money.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { emit } from '../platform/live/live.ts';
import type { Caller } from '../platform/request/caller.ts';
import { runInBatches } from '../platform/work/run-in-batches.ts';
import * as queries from './catalogue.queries.ts';
import * as changes from './changes.queries.ts';

const batch = 50;

/** Makes the open pages of customers and staff reload the catalogue. */
export const emitCatalogueChange = (trx: Trx): Promise<void> =>
  emit(trx, [{ audience: 'everybody', event: { type: 'catalogue' } }]);

async function readScheduled(reader: Reader, serviceId: number): Promise<PriceChange[]> {
  const rows = await changes.listPriceChanges(reader, serviceId);
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.made_by),
  );
  return rows.map((row) => ({
    id: row.id,
    sub_type: row.sub_type_id === null ? null : { id: row.sub_type_id, name: row.sub_type ?? '' },
    price: formatDecimal(row.price_paisa),
    from: row.from_day,
    by: { id: row.made_by, name: nameOf(row.made_by) },
  }));
}

function dayTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'price_changes_once_a_day')
    throw new FieldFault({ from: ['price_day_taken'] });
  throw error;
}

async function priceNow(trx: Trx, serviceId: number, subTypeId: number | null): Promise<bigint> {
  const service = await queries.lockServiceById(trx, serviceId);
  if (!service) throw new Fault('not_found');
  if (subTypeId === null) return service.charge_paisa;
  const subType = await queries.lockSubType(trx, subTypeId);
  if (subType?.service_id !== serviceId) throw new Fault('sub_type_mismatch');
  return subType.price_paisa;
}

export interface LaterPrice {
  subTypeId: number | null;
  pricePaisa: bigint;
  fromDay: string;
}

/** Schedules a price in the caller's transaction. @throws like `schedule` */
export async function schedulePrice(
  trx: Trx,
  caller: Caller,
  serviceId: number,
  change: LaterPrice,
): Promise<number> {
  const now = await priceNow(trx, serviceId, change.subTypeId);
  const id = await changes
    .insertPriceChange(trx, { serviceId, ...change, by: caller.userId })
    .catch(dayTaken);
  if (id === undefined) throw new FieldFault({ from: ['day_to_come'] });
  const price = formatDecimal(change.pricePaisa);
  await changes.insertChange(trx, {
    serviceId,
    subTypeId: change.subTypeId,
    what: 'price_scheduled',
    before: { price: formatDecimal(now) },
    after: { price, from: change.fromDay },
    by: caller.userId,
  });
  await recordEvent(trx, {
    kind: 'price.scheduled',
    actorId: caller.userId,
    object: { kind: 'service', id: serviceId },
    details: { price: `${formatDecimal(now)} → ${price}`, from: change.fromDay },
  });
  return id;
}

export type PriceChanges = ReturnType<typeof createPriceChanges>;

async function apply(trx: Trx, due: Awaited<ReturnType<typeof changes.claimDuePrices>>[number]) {
  const before = await priceNow(trx, due.service_id, due.sub_type_id);
  if (due.sub_type_id === null)
    await queries.updateService(trx, due.service_id, due.made_by, { chargePaisa: due.price_paisa });
  else await queries.updateSubType(trx, due.sub_type_id, { pricePaisa: due.price_paisa });
  const [was, is] = [formatDecimal(before), formatDecimal(due.price_paisa)];
  await changes.insertChange(trx, {
    serviceId: due.service_id,
    subTypeId: due.sub_type_id,
    what: 'price_applied',
    before: { price: was },
    after: { price: is },
    by: due.made_by,
  });
  await recordEvent(trx, {
    kind: 'price.applied',
    actorId: due.made_by,
    object: { kind: 'service', id: due.service_id },
    details: { price: `${was} → ${is}`, from: due.from_day },
  });
}

/** @throws Fault `not_found` */
export async function listPastChanges(
  db: Database,
  serviceId: number,
  page: { page: number; pageSize: number },
) {
  if (!(await queries.findServiceById(db, serviceId))) throw new Fault('not_found');
  const { rows, count } = await changes.listChanges(db, serviceId, page);
  const nameOf = await loadStaffNames(
    db,
    rows.map((row) => row.changed_by),
  );
  const results: ServiceChange[] = rows.map((row) => ({
    id: row.id,
    what: row.what,
    sub_type: row.sub_type,
    before: row.value_before as ServiceChange['before'],
    after: row.value_after as ServiceChange['after'],
    by: { id: row.changed_by, name: nameOf(row.changed_by) },
    at: row.changed_at.toISOString(),
  }));
  return { results, count };
}

export async function listScheduledPrices(db: Database, serviceId: number) {
  const results = await readScheduled(db, serviceId);
  return { results, count: results.length };
}

/** @throws Fault `not_found`, `sub_type_mismatch`; FieldFault for a day that isn't in the future or already has a change */
export async function schedulePriceChange(
  db: Database,
  caller: Caller,
  serviceId: number,
  change: LaterPrice,
): Promise<PriceChange> {
  return inTransaction(db, async (trx) => {
    const id = await schedulePrice(trx, caller, serviceId, change);
    return (await readScheduled(trx, serviceId)).find((row) => row.id === id)!;
  });
}

/** @throws Fault `not_found` if it was applied or cancelled already */
export async function cancelPrice(db: Database, caller: Caller, id: number) {
  return inTransaction(db, async (trx) => {
    const ended = await changes.cancelPriceChange(trx, id);
    if (!ended) throw new Fault('not_found');
    const price = formatDecimal(ended.price_paisa);
    await changes.insertChange(trx, {
      serviceId: ended.service_id,
      subTypeId: ended.sub_type_id,
      what: 'price_cancelled',
      before: { price, from: ended.from_day },
      by: caller.userId,
    });
    await recordEvent(trx, {
      kind: 'price.cancelled',
      actorId: caller.userId,
      object: { kind: 'service', id: ended.service_id },
      details: { price, from: ended.from_day },
    });
    return {};
  });
}

/** Applies due prices; run by a job. @returns how many */
export const applyDuePrices = (db: Database): Promise<number> =>
  runInBatches(batch, () =>
    inTransaction(db, async (trx) => {
      const due = await changes.claimDuePrices(trx, batch);
      for (const one of due) await apply(trx, one);
      if (due.length > 0) await emitCatalogueChange(trx);
      return due.length;
    }),
  );

/** Reorders the gallery. @throws Fault `record_changed` if its order has changed since it was read */
export async function arrangeServices(
  db: Database,
  caller: Caller,
  ids: readonly number[],
  seen: readonly number[],
) {
  await inTransaction(db, async (trx) => {
    const services = await changes.lockServicesInOrder(trx);
    const now = services.map(({ id }) => id);
    if (now.join() !== seen.join()) throw new Fault('record_changed');
    if ([...ids].sort().join() !== [...now].sort().join()) throw new FieldFault({ ids: ['invalid'] });
    await changes.updateServicePositions(trx, ids);
    const nameOf = new Map(services.map(({ id, name }) => [id, name]));
    const namesOf = (order: readonly number[]) => order.map((id) => nameOf.get(id)).join(', ');
    await recordEvent(trx, {
      kind: 'service.arranged',
      actorId: caller.userId,
      details: { before: namesOf(now), after: namesOf(ids) },
    });
    await emitCatalogueChange(trx);
  });
  return {};
}

export function createPriceChanges(db: Database) {
  return bindDeps(db, {
    history: listPastChanges,
    scheduled: listScheduledPrices,
    schedule: schedulePriceChange,
    cancel: cancelPrice,
    applyDue: applyDuePrices,
    arrange: arrangeServices,
  });
}
