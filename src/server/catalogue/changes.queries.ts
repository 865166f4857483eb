// All SQL about changes to services: their order, scheduled prices, and who changed what.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { todayInDhaka } from '../platform/database/dhaka.ts';

type Value = Record<string, unknown>;

export interface NewChange {
  serviceId: number;
  subTypeId?: number | null;
  what:
    | 'service_changed'
    | 'sub_type_added'
    | 'sub_type_changed'
    | 'price_scheduled'
    | 'price_cancelled'
    | 'price_applied';
  before?: Value;
  after?: Value;
  by: number;
}

export async function insertChange(trx: Trx, change: NewChange): Promise<void> {
  await trx
    .insertInto('catalogue_changes')
    .values({
      service_id: change.serviceId,
      sub_type_id: change.subTypeId ?? null,
      what: change.what,
      value_before: JSON.stringify(change.before ?? {}),
      value_after: JSON.stringify(change.after ?? {}),
      changed_by: change.by,
    })
    .execute();
}

interface ChangeRow {
  id: number;
  what: NewChange['what'];
  sub_type: string | null;
  value_before: Value;
  value_after: Value;
  changed_by: number;
  changed_at: Date;
}

export async function listChanges(
  reader: Reader,
  serviceId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ChangeRow[]; count: number }> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from catalogue_changes where service_id = ${serviceId}`.execute(reader);
  const { rows } = await sql<ChangeRow>`
    select c.id, c.what, t.name as sub_type, c.value_before, c.value_after, c.changed_by, c.changed_at
      from catalogue_changes c left join sub_types t on t.id = c.sub_type_id
     where c.service_id = ${serviceId} order by c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    reader,
  );
  return { rows, count: counted.rows[0]!.count };
}

export interface PriceChangeRow {
  id: number;
  service_id: number;
  sub_type_id: number | null;
  sub_type: string | null;
  price_paisa: bigint;
  from_day: string;
  made_by: number;
}

export async function listPriceChanges(reader: Reader, serviceId: number): Promise<PriceChangeRow[]> {
  const { rows } = await sql<PriceChangeRow>`
    select p.id, p.service_id, p.sub_type_id, t.name as sub_type, p.price_paisa, p.from_day, p.made_by
      from price_changes p left join sub_types t on t.id = p.sub_type_id
     where p.service_id = ${serviceId} and p.state = 'scheduled' order by p.from_day, p.id`.execute(reader);
  return rows;
}

/** @returns undefined if the day isn't in the future, since today's prices are changed directly */
export async function insertPriceChange(
  trx: Trx,
  change: { serviceId: number; subTypeId: number | null; pricePaisa: bigint; fromDay: string; by: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into price_changes (service_id, sub_type_id, price_paisa, from_day, made_by)
      select ${change.serviceId}, ${change.subTypeId}, ${change.pricePaisa}, ${change.fromDay}::date, ${change.by}
       where ${change.fromDay}::date > ${todayInDhaka}
    returning id`.execute(trx);
  return rows[0]?.id;
}

type Ended = Pick<
  PriceChangeRow,
  'id' | 'service_id' | 'sub_type_id' | 'price_paisa' | 'from_day' | 'made_by'
>;

export async function cancelPriceChange(trx: Trx, id: number): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    update price_changes set state = 'cancelled', ended_at = now() where id = ${id} and state = 'scheduled'
    returning id, service_id, sub_type_id, price_paisa, from_day, made_by`.execute(trx);
  return rows[0];
}

/** Claims due price changes, oldest first, each for one process only. */
export async function claimDuePrices(trx: Trx, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with due as (
      select id from price_changes where state = 'scheduled' and from_day <= ${todayInDhaka}
       order by from_day, id limit ${limit} for update skip locked)
    update price_changes p set state = 'applied', ended_at = now() from due where p.id = due.id
    returning p.id, p.service_id, p.sub_type_id, p.price_paisa, p.from_day, p.made_by`.execute(trx);
  return rows.sort((a, b) => (a.from_day === b.from_day ? a.id - b.id : a.from_day < b.from_day ? -1 : 1));
}

/** Locks all services and reads them in their order. */
export async function lockServicesInOrder(trx: Trx) {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from services order by position, id for update`.execute(trx);
  return rows;
}

export async function updateServicePositions(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`update services s set position = o.place - 1
    from unnest(${[...ids]}::int[]) with ordinality as o (id, place) where o.id = s.id`.execute(trx);
}
