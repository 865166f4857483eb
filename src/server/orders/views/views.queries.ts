// All SQL about saved views.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

const selectViews = (reader: Reader) =>
  reader
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.owner_id')
    .select([
      'saved_views.id',
      'saved_views.name',
      'list',
      'query',
      'is_shared',
      'owner_id',
      'users.first_name',
      'users.last_name',
    ]);

/** Lists the person's own views before those of others. */
export const listViews = (reader: Reader, userId: number) =>
  selectViews(reader)
    .where((view) => view.or([view('owner_id', '=', userId), view('is_shared', '=', true)]))
    .orderBy(sql`owner_id <> ${userId}`)
    .orderBy(sql`saved_views.name collate bangla`)
    .orderBy('saved_views.id')
    .execute();

export const findView = (reader: Reader, id: number) =>
  selectViews(reader).where('saved_views.id', '=', id).executeTakeFirst();

export const lockView = (trx: Trx, id: number) =>
  selectViews(trx).where('saved_views.id', '=', id).forUpdate('saved_views').executeTakeFirst();

export type ViewRow = NonNullable<Awaited<ReturnType<typeof findView>>>;

export interface NewView {
  ownerId: number;
  name: string;
  list: string;
  query: object;
  isShared: boolean;
}

/** Takes the owner's first free slot; insertions are serialised. @throws a not-null violation if none is free */
export async function insertView(trx: Trx, view: NewView): Promise<ViewRow> {
  await sql`select pg_advisory_xact_lock(hashtext('saved views'), ${view.ownerId}::int)`.execute(trx);
  const { rows } = await sql<ViewRow>`
    with made as (insert into saved_views (owner_id, place, name, list, query, is_shared)
    values (${view.ownerId}, (select min(free.place) from generate_series(1, 20) as free (place)
              where not exists (select from saved_views where owner_id = ${view.ownerId} and saved_views.place = free.place)),
            ${view.name}, ${view.list}, ${JSON.stringify(view.query)}::jsonb, ${view.isShared})
      returning *)
    select made.id, made.name, list, query, is_shared, owner_id, users.first_name, users.last_name
      from made join users on users.id = owner_id`.execute(trx);
  return rows[0]!;
}

export interface ViewChange {
  name?: string | undefined;
  is_shared?: boolean | undefined;
  query?: object | undefined;
}

export async function updateView(reader: Reader, id: number, change: ViewChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await reader
    .updateTable('saved_views')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.is_shared === undefined ? {} : { is_shared: change.is_shared }),
      ...(change.query === undefined ? {} : { query: JSON.stringify(change.query) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteView(reader: Reader, id: number): Promise<void> {
  await reader.deleteFrom('saved_views').where('id', '=', id).execute();
}
