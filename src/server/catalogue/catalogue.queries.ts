// All SQL about services and their sub-types.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

const columns = [
  'id',
  'code',
  'name',
  'description',
  'place_holder_name',
  'status',
  'enable_charge',
  'charge_paisa',
  'is_auto_service',
] as const;

export type ServiceRow = NonNullable<Awaited<ReturnType<typeof findServiceById>>>;

export function findServiceById(reader: Reader, id: number) {
  return reader.selectFrom('services').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findServiceByCode(reader: Reader, code: string) {
  return reader
    .selectFrom('services')
    .select(columns)
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
}

export function findServiceByName(reader: Reader, name: string) {
  return reader
    .selectFrom('services')
    .select(columns)
    .where(sql<boolean>`normalize(name, nfc) collate bangla = normalize(${name}::text, nfc)`)
    .executeTakeFirst();
}

export function listServices(reader: Reader, status: string | undefined) {
  let query = reader.selectFrom('services').select(columns).orderBy('position').orderBy('id');
  if (status !== undefined) query = query.where('status', '=', status);
  return query.execute();
}

export function listSubTypes(reader: Reader, serviceIds: readonly number[]) {
  if (serviceIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('sub_types')
    .select(['id', 'service_id', 'name', 'price_paisa', 'agent_contact'])
    .where('service_id', 'in', serviceIds)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** A service with one of its sub-types, whose columns are undefined-like nulls when it has no such sub-type. */
export function findServiceWithSubType(reader: Reader, serviceId: number, subTypeId: number) {
  return reader
    .selectFrom('services')
    .leftJoin('sub_types', (join) =>
      join.onRef('sub_types.service_id', '=', 'services.id').on('sub_types.id', '=', subTypeId),
    )
    .select([
      'services.id',
      'services.code',
      'services.status',
      'services.is_auto_service',
      'services.enable_charge',
      'services.charge_paisa',
      'sub_types.id as sub_type_id',
      'sub_types.price_paisa as sub_type_price_paisa',
    ])
    .where('services.id', '=', serviceId)
    .executeTakeFirst();
}

export interface SeedService {
  code: string;
  name: string;
  description: string;
  placeHolder: string;
  chargePaisa: bigint;
  isAutomatic: boolean;
  workingHours: number;
  subTypes: readonly { name: string; pricePaisa: bigint }[];
}

export async function insertService(trx: Trx, service: SeedService, position: number): Promise<void> {
  const { id } = await trx
    .insertInto('services')
    .values({
      code: service.code,
      name: service.name,
      description: service.description,
      place_holder_name: service.placeHolder,
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
        price_paisa: subType.pricePaisa,
        position: index,
      })),
    )
    .execute();
}

export async function countServices(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('services')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
