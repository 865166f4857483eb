// All SQL about the tags of orders.
import { type RawBuilder, sql } from 'kysely';
import type { OrderTag } from '#contract/orders/calls.ts';
import type { Reader, Trx } from '../../platform/database/connect.ts';

const columns = ['id', 'name', 'color'] as const;

/** Column on a table or subquery named `orders`: its tags, sorted by name. */
export const tagsOfOrder: RawBuilder<OrderTag[]> = sql<OrderTag[]>`(
  select coalesce(json_agg(json_build_object('id', order_tags.id, 'name', order_tags.name, 'color', order_tags.color) order by order_tags.name collate bangla), '[]')
    from tagged_orders join order_tags on order_tags.id = tagged_orders.tag_id where tagged_orders.order_id = orders.id)`;

/** Condition on a table or subquery named `orders`. */
export const hasTag = (tagId: number) =>
  sql<boolean>`orders.id in (select order_id from tagged_orders where tag_id = ${tagId})`;

export const listTags = (reader: Reader) =>
  reader.selectFrom('order_tags').select(columns).orderBy(sql`name collate bangla`).execute();

export interface TagChange {
  name?: string | undefined;
  color?: string | undefined;
}

/** Takes the first free slot; insertions are serialised. @throws a not-null violation if none is free */
export async function insertTag(trx: Trx, tag: Required<TagChange>, by: number) {
  await sql`select pg_advisory_xact_lock(hashtext('order tags'))`.execute(trx);
  const { rows } = await sql<{ id: number; name: string; color: string }>`
    insert into order_tags (place, name, color, made_by)
    values ((select min(free.place) from generate_series(1, 30) as free (place)
              where not exists (select from order_tags where order_tags.place = free.place)),
            ${tag.name}, ${tag.color}, ${by})
    returning id, name, color`.execute(trx);
  return rows[0]!;
}

export const updateTag = (trx: Trx, id: number, tag: TagChange) =>
  trx
    .updateTable('order_tags')
    .set({
      name: tag.name ?? sql<string>`name`,
      color: tag.color ?? sql<string>`color`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

export async function deleteTag(trx: Trx, id: number): Promise<boolean> {
  const row = await trx.deleteFrom('order_tags').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Locks the tag against deletion. @returns whether it exists */
export async function lockTag(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('order_tags')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the orders that didn't have the tag */
export async function tagOrders(
  trx: Trx,
  tagId: number,
  ids: readonly number[],
  by: number,
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    insert into tagged_orders (order_id, tag_id, set_by)
    select id, ${tagId}, ${by} from orders where id = any(${[...ids]}::int[]) order by id
    on conflict do nothing returning order_id`.execute(trx);
  return rows.map(({ order_id }) => order_id);
}

/** @returns the orders that had the tag */
export async function untagOrders(trx: Trx, tagId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .deleteFrom('tagged_orders')
    .where('tag_id', '=', tagId)
    .where('order_id', 'in', [...ids])
    .returning('order_id')
    .execute();
  return rows.map(({ order_id }) => order_id);
}
