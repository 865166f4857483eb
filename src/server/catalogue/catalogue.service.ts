// Use cases of the catalogue: adding and changing services and sub-types, and what an order needs of them.
import type { Service } from '#contract/catalogue/calls.ts';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import type { AutomaticServiceCode } from '#contract/documents/kinds.ts';
import { formatDecimal } from '#contract/money.ts';
import { orderPrice } from '#contract/orders/rules.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { ApiResponse } from '../platform/request/api-response.ts';
import type { Caller } from '../platform/request/caller.ts';
import { type Idempotency, once } from '../platform/request/idempotency.ts';
import { presentSubType, type SubTypeRow } from './catalogue.presenter.ts';
import * as queries from './catalogue.queries.ts';
import * as history from './changes.queries.ts';
import {
  describeFieldChanges,
  type FieldChanges,
  type FieldValues,
  findFieldChanges,
} from './field-changes.rules.ts';
import { emitCatalogueChange, type LaterPrice, schedulePrice } from './price-changes.service.ts';
import { firstServices } from './seed.ts';
import { nextServiceCode } from './service-codes.rules.ts';
import {
  listPublicServices,
  listServiceStatuses,
  listServices,
  listServicesForStaff,
  listSubTypes,
  lookUpService,
} from './service-lists.service.ts';

type Later = Omit<LaterPrice, 'subTypeId'>;

/** Records a change in the history and the audit log; saving without changes records nothing. */
async function recordChange(
  trx: Trx,
  caller: Caller,
  changes: FieldChanges,
  { kind, id, serviceId }: { kind: 'service' | 'sub_type'; id: number; serviceId: number },
): Promise<void> {
  if (Object.keys(changes.after).length === 0) return;
  await history.insertChange(trx, {
    ...changes,
    serviceId,
    ...(kind === 'sub_type' ? { subTypeId: id } : {}),
    what: kind === 'service' ? 'service_changed' : 'sub_type_changed',
    by: caller.userId,
  });
  await recordEvent(trx, {
    kind: kind === 'service' ? 'service.changed' : 'sub_type.changed',
    actorId: caller.userId,
    object: { kind, id },
    details: describeFieldChanges(changes),
  });
}

/** Values of a service that are compared and recorded on a change. */
const serviceValues = (row: queries.ServiceRow & { agent_contact: string | null }): FieldValues => ({
  name: row.name,
  name_en: row.name_en ?? '',
  description: row.description,
  description_en: row.description_en ?? '',
  charge: formatDecimal(row.charge_paisa),
  status: row.status,
  agent_contact: row.agent_contact ?? '',
  working_hours: row.working_hours,
});
const subTypeValues = (row: SubTypeRow): FieldValues => ({
  name: row.name,
  name_en: row.name_en ?? '',
  price: formatDecimal(row.price_paisa),
  agent_contact: row.agent_contact ?? '',
  working_hours: row.working_hours ?? '',
});

function nameTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'sub_types_name_once') throw new Fault('name_taken');
  if (constraint === 'services_name_unique') throw new Fault('service_name_taken');
  throw error;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

export interface Orderable {
  readonly serviceId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly serviceNameEn: string | null;
  readonly subTypeId: number;
  readonly subTypeName: string;
  readonly subTypeNameEn: string | null;
  readonly pricePaisa: bigint;
  readonly workingHours: number;
  /** The owner's form; undefined for the built-in fields of the code. */
  readonly form: { readonly id: number; readonly definition: ServiceForm } | undefined;
  /** Version of the rows that this was read from; see `isUnchangedSinceRead`. */
  readonly asRead: string;
}

const findForStaff = async (db: Database, id: number) =>
  (await listServicesForStaff(db, undefined)).find((service) => service.id === id)!;

/** Adds a manual service, which customers don't see until it has sub-types and is switched on. @throws Fault `service_name_taken` */
export async function addService(
  db: Database,
  caller: Caller,
  wish: Omit<queries.NewService, 'code'>,
  idempotency: Idempotency | undefined,
): Promise<ApiResponse<Service>> {
  const made = await once(db, caller.userId, idempotency, 201, async (trx) => {
    const code = nextServiceCode(await queries.lockServiceCodes(trx));
    const added = await queries.addService(trx, caller.userId, { ...wish, code }).catch(nameTaken);
    const row = (await queries.findServiceById(trx, added))!;
    const after = serviceValues(row);
    await history.insertChange(trx, { serviceId: added, what: 'service_changed', after, by: caller.userId });
    await recordEvent(trx, {
      kind: 'service.added',
      actorId: caller.userId,
      object: { kind: 'service', id: added },
      details: { name: row.name, charge: formatDecimal(row.charge_paisa) },
    });
    await emitCatalogueChange(trx);
    return { id: added };
  });
  return made.with(await findForStaff(db, made.body.id));
}

/** @throws Fault `auto_service_keeps_name`, `sub_types_missing` */
async function assertMayChange(
  trx: Trx,
  before: queries.ServiceRow,
  { name, status }: queries.ServiceChanges,
): Promise<void> {
  if (before.is_auto_service) {
    if (name !== undefined && name !== before.name) throw new Fault('auto_service_keeps_name');
    return;
  }
  if (status !== 'active' || before.status === 'active') return;
  if ((await queries.listSubTypes(trx, [before.id])).length === 0) throw new Fault('sub_types_missing');
}

/** @throws Fault `not_found`, `record_changed`, `service_name_taken`, `auto_service_keeps_name`, `sub_types_missing` */
export async function changeService(
  db: Database,
  caller: Caller,
  id: number,
  changes: queries.ServiceChanges,
  later?: Later,
): Promise<Service> {
  await inTransaction(db, async (trx) => {
    const before = await queries.lockServiceById(trx, id);
    if (!before) throw new Fault('not_found');
    await assertMayChange(trx, before, changes);
    if (!(await queries.updateService(trx, id, caller.userId, changes).catch(nameTaken)))
      throw new Fault('record_changed');
    const after = (await queries.findServiceById(trx, id))!;
    await recordChange(trx, caller, findFieldChanges(serviceValues(before), serviceValues(after)), {
      kind: 'service',
      id,
      serviceId: id,
    });
    if (later) await schedulePrice(trx, caller, id, { ...later, subTypeId: null });
    await emitCatalogueChange(trx);
  });
  return findForStaff(db, id);
}

/** @throws Fault `not_found`, `name_taken`, `record_changed` */
export async function changeSubType(
  db: Database,
  caller: Caller,
  id: number,
  changes: queries.SubTypeChanges,
  later?: Later,
) {
  return inTransaction(db, async (trx) => {
    const before = await queries.lockSubType(trx, id);
    if (!before) throw new Fault('not_found');
    const after = await queries.updateSubType(trx, id, changes).catch(nameTaken);
    if (!after) throw new Fault('record_changed');
    await recordChange(trx, caller, findFieldChanges(subTypeValues(before), subTypeValues(after)), {
      kind: 'sub_type',
      id,
      serviceId: before.service_id,
    });
    if (later) await schedulePrice(trx, caller, before.service_id, { ...later, subTypeId: id });
    await emitCatalogueChange(trx);
    return presentSubType(after);
  });
}

/** @throws Fault `not_found`, `name_taken`, `auto_service_has_none` */
export async function addSubType(
  db: Database,
  caller: Caller,
  serviceId: number,
  subType: {
    name: string;
    nameEn: string | null;
    pricePaisa: bigint;
    agentContact: string | null;
    workingHours: number | null;
  },
  idempotency: Idempotency | undefined,
) {
  const made = await once(db, caller.userId, idempotency, 201, async (trx) => {
    const service = await queries.findServiceById(trx, serviceId);
    if (!service) throw new Fault('not_found');
    if (service.is_auto_service) throw new Fault('auto_service_has_none');
    const added = await queries.insertSubType(trx, { serviceId, ...subType }).catch(nameTaken);
    await history.insertChange(trx, {
      serviceId,
      subTypeId: added.id,
      what: 'sub_type_added',
      after: subTypeValues(added),
      by: caller.userId,
    });
    await recordEvent(trx, {
      kind: 'sub_type.added',
      actorId: caller.userId,
      object: { kind: 'sub_type', id: added.id },
      details: { price: formatDecimal(added.price_paisa) },
    });
    await emitCatalogueChange(trx);
    return { id: added.id };
  });
  const subTypes = await queries.listSubTypes(db, [serviceId]);
  return made.with(presentSubType(subTypes.find(({ id }) => id === made.body.id)!));
}

/** Returns an active automatic service with its price in paisa. @throws Fault `service_inactive` */
export async function getOpenAutomaticService(
  _deps: Database,
  reader: Reader,
  code: AutomaticServiceCode,
): Promise<{ name: string; pricePaisa: bigint }> {
  const service = await queries.findServiceByCode(reader, code);
  if (service?.status !== 'active') throw new Fault('service_inactive');
  return { name: service.name, pricePaisa: service.charge_paisa };
}

/** @throws Fault `not_found`, `service_inactive`, `auto_service_not_orderable`, `sub_type_mismatch` */
export async function getOrderableService(
  _deps: Database,
  reader: Reader,
  serviceId: number,
  subTypeId: number,
): Promise<Orderable> {
  const row = await queries.findServiceWithSubType(reader, serviceId, subTypeId);
  if (!row) throw new Fault('not_found');
  if (row.is_auto_service) throw new Fault('auto_service_not_orderable');
  if (row.status !== 'active') throw new Fault('service_inactive');
  if (row.sub_type_id === null || row.sub_type_name === null || row.sub_type_price_paisa === null)
    throw new Fault('sub_type_mismatch');
  const pricePaisa = orderPrice(
    { enableCharge: row.enable_charge, chargePaisa: row.charge_paisa },
    { pricePaisa: row.sub_type_price_paisa },
  );
  return {
    serviceId: row.id,
    serviceCode: row.code,
    serviceName: row.name,
    serviceNameEn: row.name_en,
    subTypeId: row.sub_type_id,
    subTypeName: row.sub_type_name,
    subTypeNameEn: row.sub_type_name_en,
    pricePaisa,
    workingHours: row.working_hours,
    form:
      row.form_id === null ? undefined : { id: row.form_id, definition: row.form as unknown as ServiceForm },
    asRead: row.as_read,
  };
}

/** Fills an empty catalogue with the first services. */
export async function seedServices(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await queries.countServices(trx)) > 0) return;
    for (const [position, service] of firstServices.entries())
      await queries.insertService(trx, service, position);
  });
}

export function createCatalogue(db: Database) {
  return bindDeps(db, {
    list: listServices,
    listForStaff: listServicesForStaff,
    addService,
    changeService,
    changeSubType,
    addSubType,
    listStatuses: listServiceStatuses,
    listPublic: listPublicServices,
    lookUp: lookUpService,
    listSubTypes,
    getOpenAutomatic: getOpenAutomaticService,
    getOrderable: getOrderableService,
    seed: seedServices,
  });
}
