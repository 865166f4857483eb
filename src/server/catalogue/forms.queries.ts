// All SQL about the forms of services.
import { sql } from 'kysely';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export const listForms = (reader: Reader, serviceId: number) =>
  reader
    .selectFrom('service_forms')
    .innerJoin('services', 'services.id', 'service_forms.service_id')
    .select([
      'service_forms.id',
      'service_forms.service_id',
      'service_forms.number',
      'service_forms.state',
      'service_forms.definition',
      'service_forms.made_by',
      'service_forms.made_at',
      'services.form_id as current_id',
    ])
    .where('service_forms.service_id', '=', serviceId)
    .orderBy('service_forms.number', 'desc')
    .execute();

export const findForm = (reader: Reader, id: number) =>
  reader
    .selectFrom('service_forms')
    .select(['id', 'service_id', 'state', 'definition'])
    .where('id', '=', id)
    .executeTakeFirst();

export type NewestForm = NonNullable<Awaited<ReturnType<typeof findNewestForm>>>;

export const findNewestForm = (reader: Reader, serviceId: number) =>
  reader
    .selectFrom('service_forms')
    .select(['id', 'state', 'definition', 'made_by'])
    .where('service_id', '=', serviceId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks the service's row, which serialises changes of its forms. */
export const lockService = (trx: Trx, id: number) =>
  trx
    .selectFrom('services')
    .select(['id', 'name', 'is_auto_service', 'form_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Stores a draft under a new id each time, so that a publication names the draft that its author saw. */
export async function putDraft(
  trx: Trx,
  serviceId: number,
  form: ServiceForm,
  madeBy: number,
): Promise<number> {
  const definition = JSON.stringify(form);
  const { rows } = await sql<{ id: number }>`
    insert into service_forms (service_id, number, definition, made_by)
    values (${serviceId}, (select coalesce(max(number), 0) + 1 from service_forms where service_id = ${serviceId}), ${definition}::jsonb, ${madeBy})
    on conflict (service_id) where state = 'draft'
      do update set id = default, definition = excluded.definition, made_by = excluded.made_by, made_at = now()
    returning id`.execute(trx);
  return rows[0]!.id;
}

export async function setPublished(trx: Trx, id: number, by: number): Promise<void> {
  await trx
    .updateTable('service_forms')
    .set({ state: 'published', made_by: by, made_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .execute();
}

export async function setCurrentForm(trx: Trx, serviceId: number, id: number | null): Promise<void> {
  await trx.updateTable('services').set({ form_id: id }).where('id', '=', serviceId).execute();
}
