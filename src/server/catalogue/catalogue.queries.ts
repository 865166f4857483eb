// All SQL about services and their sub-types.
import { sql } from 'kysely';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

const columns = [
  'id',
  'code',
  'name',
  'name_en',
  'description',
  'description_en',
  'place_holder_name',
  'place_holder_name_en',
  'status',
  'enable_charge',
  'charge_paisa',
  'is_auto_service',
  'working_hours',
  'agent_contact',
  'version',
  'outage_since',
  'outage_reason',
  'outage_is_automatic',
  'form_id',
] as const;

const subTypeColumns = [
  'id',
  'service_id',
  'name',
  'name_en',
  'price_paisa',
  'agent_contact',
  'working_hours',
  'version',
] as const;

export type ServiceRow = NonNullable<Awaited<ReturnType<typeof findServiceById>>>;

export function findServiceById(reader: Reader, id: number) {
  return reader.selectFrom('services').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Reads a service under a lock, so that a change can be recorded against it. */
export const lockServiceById = (trx: Trx, id: number) =>
  trx.selectFrom('services').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export function findServiceByCode(reader: Reader, code: string) {
  return reader
    .selectFrom('services')
    .select(columns)
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
}

const everyService = (reader: Reader) =>
  reader.selectFrom('services').select(columns).orderBy('position').orderBy('id');

export function listServices(reader: Reader, status: string | undefined) {
  const query = everyService(reader);
  return (status === undefined ? query : query.where('status', '=', status)).execute();
}

/** Selects services that customers know of, which leaves out those that were never switched on. */
const everyKnownService = (reader: Reader) =>
  everyService(reader).where(
    sql<boolean>`(status = 'active' or created_by is null or exists (select from catalogue_changes c
      where c.service_id = services.id and c.sub_type_id is null and c.value_after ->> 'status' = 'active'))`,
  );

export const listKnownServices = (reader: Reader) => everyKnownService(reader).execute();

export const findKnownServiceByCode = (reader: Reader, code: string) =>
  everyKnownService(reader).where('code', '=', code.toUpperCase()).executeTakeFirst();

export const findKnownServiceByName = (reader: Reader, name: string) =>
  everyKnownService(reader)
    .where(sql<boolean>`normalize(name, nfc) collate bangla = normalize(${name}::text, nfc)`)
    .executeTakeFirst();

export function listSubTypes(reader: Reader, serviceIds: readonly number[]) {
  if (serviceIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('sub_types')
    .select(subTypeColumns)
    .where('service_id', 'in', serviceIds)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Version of the two rows; every change of a row gives it a new `xmin`. */
const rowsAsRead = sql<string>`services.xmin::text || ' ' || sub_types.xmin::text`;

/** A service with one of its sub-types; that one's columns are null if the service has no such sub-type. */
const servicesWithSubType = compileOnce((reader, serviceId: number, subTypeId: number) =>
  reader
    .selectFrom('services')
    .leftJoin('sub_types', (join) =>
      join.onRef('sub_types.service_id', '=', 'services.id').on('sub_types.id', '=', subTypeId),
    )
    .leftJoin('service_forms', 'service_forms.id', 'services.form_id')
    .select([
      'services.id',
      'services.code',
      'services.name',
      'services.name_en',
      'services.status',
      'services.is_auto_service',
      'services.enable_charge',
      'services.charge_paisa',
      'services.form_id',
      'service_forms.definition as form',
      'sub_types.id as sub_type_id',
      'sub_types.name as sub_type_name',
      'sub_types.name_en as sub_type_name_en',
      'sub_types.price_paisa as sub_type_price_paisa',
      sql<number>`coalesce(sub_types.working_hours, services.working_hours)`.as('working_hours'),
      rowsAsRead.as('as_read'),
    ])
    .where('services.id', '=', serviceId),
);

/** Condition that service and sub-type haven't changed since they were read. @param row relation with `service_id`, `sub_type_id` and `as_read` */
export const isUnchangedSinceRead = (row: string) =>
  sql`exists (select from services join sub_types on sub_types.service_id = services.id
    where services.id = ${sql.ref(`${row}.service_id`)} and sub_types.id = ${sql.ref(`${row}.sub_type_id`)} and ${rowsAsRead} = ${sql.ref(`${row}.as_read`)})`;

export async function findServiceWithSubType(reader: Reader, serviceId: number, subTypeId: number) {
  return (await servicesWithSubType(reader, serviceId, subTypeId))[0];
}

export const lockSubType = (trx: Trx, id: number) =>
  trx.selectFrom('sub_types').select(subTypeColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export interface SeedService {
  code: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  placeHolder: string;
  placeHolderEn: string | null;
  chargePaisa: bigint;
  isAutomatic: boolean;
  workingHours: number;
  subTypes: readonly { name: string; nameEn: string; pricePaisa: bigint; workingHours?: number }[];
}

export async function insertService(trx: Trx, service: SeedService, position: number): Promise<void> {
  const { id } = await trx
    .insertInto('services')
    .values({
      code: service.code,
      name: service.name,
      name_en: service.nameEn,
      description: service.description,
      description_en: service.descriptionEn,
      place_holder_name: service.placeHolder,
      place_holder_name_en: service.placeHolderEn,
      charge_paisa: service.chargePaisa,
      enable_charge: true,
      is_auto_service: service.isAutomatic,
      working_hours: service.workingHours,
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (service.subTypes.length === 0) return;
  await trx
    .insertInto('sub_types')
    .values(
      service.subTypes.map((subType, index) => ({
        service_id: id,
        name: subType.name,
        name_en: subType.nameEn,
        price_paisa: subType.pricePaisa,
        working_hours: subType.workingHours ?? null,
        position: index,
      })),
    )
    .execute();
}

/** Serialises additions, because a new service's code follows from all others. @returns the codes in use */
export async function lockServiceCodes(trx: Trx): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('service codes'))`.execute(trx);
  return (await trx.selectFrom('services').select('code').execute()).map(({ code }) => code);
}

export interface NewService {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly description: string;
  readonly descriptionEn: string | null;
  readonly chargePaisa: bigint;
  readonly workingHours: number | undefined;
}

/** Adds an inactive service at the end. @throws a unique violation for a name that is taken */
export async function addService(trx: Trx, by: number, service: NewService): Promise<number> {
  const { id } = await trx
    .insertInto('services')
    .values({
      code: service.code,
      name: service.name,
      name_en: service.nameEn,
      description: service.description,
      description_en: service.descriptionEn,
      charge_paisa: service.chargePaisa,
      ...(service.workingHours === undefined ? {} : { working_hours: service.workingHours }),
      status: 'inactive',
      position: sql<number>`(select coalesce(max(position), -1) + 1 from services)`,
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countServices(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('services')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the creator and last editor of each service, for the back office. */
export async function listAuthors(reader: Reader) {
  return reader
    .selectFrom('services')
    .leftJoin('users as maker', 'maker.id', 'services.created_by')
    .leftJoin('users as changer', 'changer.id', 'services.updated_by')
    .select([
      'services.id',
      'services.agent_contact',
      'services.created_on',
      'services.updated_on',
      'maker.id as maker_id',
      'maker.first_name as maker_first_name',
      'maker.last_name as maker_last_name',
      'maker.username as maker_username',
      'changer.id as changer_id',
      'changer.first_name as changer_first_name',
      'changer.last_name as changer_last_name',
      'changer.username as changer_username',
    ])
    .execute();
}

/**
 * Begins an outage; a known one keeps its start. A report by staff overrides a detected outage, but not the other way round.
 * @returns undefined for an unknown service, and for a detected outage of one that has an outage already
 */
export function beginOutage(trx: Trx, id: number, outage: { reason: string; isAutomatic: boolean }) {
  return trx
    .updateTable('services')
    .set({
      outage_since: sql`coalesce(outage_since, now())`,
      outage_reason: outage.reason,
      outage_is_automatic: outage.isAutomatic,
    })
    .where('id', '=', id)
    .$if(outage.isAutomatic, (query) => query.where('outage_since', 'is', null))
    .returning(['outage_since', 'outage_reason'])
    .executeTakeFirst();
}

/** @param isAutomatic true ends a detected outage only @returns the service with the outage that has ended; undefined if there was none */
export async function endOutage(trx: Trx, id: number, isAutomatic: boolean) {
  const before = await trx
    .selectFrom('services')
    .select(['id', 'name', 'name_en', 'outage_since', 'outage_is_automatic'])
    .where('id', '=', id)
    .where('outage_since', 'is not', null)
    .$if(isAutomatic, (query) => query.where('outage_is_automatic', '=', true))
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await trx
    .updateTable('services')
    .set({ outage_since: null, outage_reason: '', outage_is_automatic: false })
    .where('id', '=', id)
    .execute();
  return { ...before, outage_since: before.outage_since! };
}

/** Condition on a table named `orders`: the order's service has no outage. */
export const isServiceUp = sql<boolean>`not exists (select from services where services.id = orders.service_id and services.outage_since is not null)`;

export interface ServiceChanges {
  name?: string | undefined;
  nameEn?: string | null | undefined;
  description?: string | undefined;
  descriptionEn?: string | null | undefined;
  chargePaisa?: bigint | undefined;
  status?: string | undefined;
  agentContact?: string | null | undefined;
  workingHours?: number | undefined;
  /** Version that was read; if undefined, it isn't checked. */
  version?: number | undefined;
}

/** @returns false if the version has changed @throws a unique violation for a name that is taken */
export async function updateService(
  trx: Trx,
  id: number,
  by: number,
  changes: ServiceChanges,
): Promise<boolean> {
  const row = await trx
    .updateTable('services')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.nameEn === undefined ? {} : { name_en: changes.nameEn }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(changes.descriptionEn === undefined ? {} : { description_en: changes.descriptionEn }),
      ...(changes.chargePaisa === undefined ? {} : { charge_paisa: changes.chargePaisa }),
      ...(changes.status === undefined ? {} : { status: changes.status }),
      ...(changes.agentContact === undefined ? {} : { agent_contact: changes.agentContact }),
      ...(changes.workingHours === undefined ? {} : { working_hours: changes.workingHours }),
      updated_by: by,
      updated_on: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .$if(changes.version !== undefined, (one) => one.where('version', '=', changes.version!))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface SubTypeChanges {
  name?: string | undefined;
  nameEn?: string | null | undefined;
  pricePaisa?: bigint | undefined;
  agentContact?: string | null | undefined;
  workingHours?: number | null | undefined;
  version?: number | undefined;
}

/** @returns the changed row; undefined if the version has changed @throws a unique violation for a name that is taken */
export function updateSubType(trx: Trx, id: number, changes: SubTypeChanges) {
  return trx
    .updateTable('sub_types')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.nameEn === undefined ? {} : { name_en: changes.nameEn }),
      ...(changes.pricePaisa === undefined ? {} : { price_paisa: changes.pricePaisa }),
      ...(changes.agentContact === undefined ? {} : { agent_contact: changes.agentContact }),
      ...(changes.workingHours === undefined ? {} : { working_hours: changes.workingHours }),
      updated_on: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .$if(changes.version !== undefined, (one) => one.where('version', '=', changes.version!))
    .returning(subTypeColumns)
    .executeTakeFirst();
}

export function insertSubType(
  trx: Trx,
  subType: {
    serviceId: number;
    name: string;
    nameEn: string | null;
    pricePaisa: bigint;
    agentContact: string | null;
    workingHours: number | null;
  },
) {
  return trx
    .insertInto('sub_types')
    .values({
      service_id: subType.serviceId,
      name: subType.name,
      name_en: subType.nameEn,
      price_paisa: subType.pricePaisa,
      agent_contact: subType.agentContact,
      working_hours: subType.workingHours,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from sub_types where service_id = ${subType.serviceId})`,
    })
    .returning(subTypeColumns)
    .executeTakeFirstOrThrow();
}
