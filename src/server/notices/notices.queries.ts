// All SQL about notifications and their preferences.
import { type RawBuilder, sql } from 'kysely';
import { rights } from '#contract/access.ts';
import { isForStaff, isMailedByDefault, type NoticeKind, staffNoticeKinds } from '#contract/notices/rules.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

/** Uses the partial index on staff, since a shop has a hundred thousand users and a handful of staff. */
const withRole = (roles: readonly string[]) =>
  sql`u.roles <> '{customer}' and u.roles && ${sql.val([...roles])}::text[]`;

export interface NewNotice {
  readonly kind: NoticeKind;
  /** One person, or every active user with one of the roles, except the person who caused it. */
  readonly to: { readonly userId: number } | { readonly roles: readonly string[]; readonly except?: number };
  readonly object?: { readonly kind: string; readonly id: string | number };
  /** Numbers, amounts and names of services, nothing personal. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Skips users who still have the same notification unread. */
  readonly once?: boolean;
}

/** Selects the recipients. A notice for staff reaches a person only while they have its right, since people leave before what they started ends. */
function whoOf(kind: NoticeKind, to: NewNotice['to']): RawBuilder<unknown> {
  if (!('userId' in to)) return sql`${withRole(to.roles)} and u.id <> ${to.except ?? 0}`;
  return isForStaff(kind)
    ? sql`u.id = ${to.userId} and ${withRole(rights[staffNoticeKinds[kind]])}`
    : sql`u.id = ${to.userId}`;
}

/** Inserts the notification for everyone who wants it in the portal. @returns the addresses of those who want it by email */
export async function insertNotices(reader: Reader, notice: NewNotice): Promise<string[]> {
  const { kind, to, object, facts = {}, once = false } = notice;
  const objectId = String(object?.id ?? '');
  const { rows } = await sql<{ email: string }>`
    with people as materialized (
      select u.id, u.email, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, ${isMailedByDefault(kind)}::boolean) as by_mail
        from users u left join notice_choices c on c.user_id = u.id and c.kind = ${kind}
       where u.is_active and ${whoOf(kind, to)}
         and (not ${once}::boolean or not exists (select from notices n where n.user_id = u.id and n.kind = ${kind}
              and n.object_id = ${objectId} and n.read_at is null))),
    told as (
      insert into notices (user_id, kind, object_kind, object_id, facts)
      select id, ${kind}, ${object?.kind ?? ''}, ${objectId}, ${JSON.stringify(facts)}::jsonb from people where in_bell)
    select email from people where by_mail`.execute(reader);
  return rows.map(({ email }) => email);
}

/**
 * SQL fragments that notify staff of the orders that their statement inserts: the recipients, for a CTE that must be named `people`, and the
 * notifications. Recipients who want an email can be read from `people`.
 * @param order columns of `from`, which has a row for each order; `by` isn't notified of their own order
 */
export const newOrderNotices = (order: {
  readonly id: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly by: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
}) => ({
  people: sql`
    select u.id, u.email, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, false) as by_mail
      from users u left join notice_choices c on c.user_id = u.id and c.kind = 'order_created'
     where u.is_active and ${withRole(rights[staffNoticeKinds.order_created])}`,
  insert: sql`
    insert into notices (user_id, kind, object_kind, object_id, facts)
    select people.id, 'order_created', 'order', ${order.id}::text, ${order.facts} from people, ${order.from}
     where people.in_bell and people.id <> ${order.by}`,
});

/**
 * The same for customers, about existing orders.
 * @param notice columns of `from`, which has a row for each order, and `changed`, a relation with the `id` of each order that was actually changed
 */
export const customerNotices = (notice: {
  readonly kind: NoticeKind;
  readonly from: RawBuilder<unknown>;
  readonly orderId: RawBuilder<unknown>;
  readonly userId: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly changed: RawBuilder<unknown>;
}) => ({
  people: sql`
    select ${notice.orderId} as order_id, ${notice.facts} as facts, u.id, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, false) as by_mail
      from ${notice.from} join users u on u.id = ${notice.userId}
        left join notice_choices c on c.user_id = u.id and c.kind = ${sql.lit(notice.kind)}
     where u.is_active`,
  insert: sql`
    insert into notices (user_id, kind, object_kind, object_id, facts)
    select people.id, ${sql.lit(notice.kind)}, 'order', people.order_id::text, people.facts
      from people, ${notice.changed} as changed where changed.id = people.order_id and people.in_bell`,
});

const isShown = (hidden: readonly NoticeKind[]) => sql<boolean>`kind <> all(${sql.val([...hidden])}::text[])`;

/** @param hidden kinds that the reader may not see */
const noticesOf = (reader: Reader, userId: number, hidden: readonly NoticeKind[]) =>
  reader.selectFrom('notices').where('user_id', '=', userId).where(isShown(hidden));

export async function countUnread(
  reader: Reader,
  userId: number,
  hidden: readonly NoticeKind[],
): Promise<number> {
  const { count } = await noticesOf(reader, userId, hidden)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listNotices(
  reader: Reader,
  userId: number,
  hidden: readonly NoticeKind[],
  filter: { onlyUnread: boolean; page: number; pageSize: number },
) {
  let query = noticesOf(reader, userId, hidden);
  if (filter.onlyUnread) query = query.where('read_at', 'is', null);
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return { rows, count };
}

/** @returns whether this person has such a notification, read or unread */
export async function markRead(reader: Reader, userId: number, id: number): Promise<boolean> {
  const row = await reader
    .updateTable('notices')
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks notices as read for everyone with one of the roles, since the index is by user. */
export async function markReadAbout(
  reader: Reader,
  kind: NoticeKind,
  objectId: string,
  roles: readonly string[],
): Promise<void> {
  await sql`update notices set read_at = now() where kind = ${kind} and object_id = ${objectId} and read_at is null
     and user_id in (select u.id from users u where ${withRole(roles)})`.execute(reader);
}

export async function markAllRead(
  reader: Reader,
  userId: number,
  hidden: readonly NoticeKind[],
  upTo: number | undefined,
): Promise<void> {
  let query = reader
    .updateTable('notices')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where(isShown(hidden))
    .where('read_at', 'is', null);
  if (upTo !== undefined) query = query.where('id', '<=', upTo);
  await query.execute();
}

/** Whether the user gets notifications of this kind in the bell. */
export async function wantsInBell(reader: Reader, userId: number, kind: NoticeKind): Promise<boolean> {
  const { rows } = await sql`
    select from users u left join notice_choices c on c.user_id = u.id and c.kind = ${kind}
     where u.is_active and coalesce(c.in_bell, true) and ${whoOf(kind, { userId })}`.execute(reader);
  return rows.length > 0;
}

export function listChoices(reader: Reader, userId: number) {
  return reader
    .selectFrom('notice_choices')
    .select(['kind', 'in_bell', 'by_mail'])
    .where('user_id', '=', userId)
    .execute();
}

export async function putChoices(
  trx: Trx,
  userId: number,
  choices: readonly { kind: string; bell: boolean; mail: boolean }[],
): Promise<void> {
  for (const { kind, bell, mail } of choices) {
    await trx
      .insertInto('notice_choices')
      .values({ user_id: userId, kind, in_bell: bell, by_mail: mail })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind']).doUpdateSet({ in_bell: bell, by_mail: mail }),
      )
      .execute();
  }
}

/** Removes read notifications after three months, unread ones after a year. */
export async function removeOld(reader: Reader): Promise<void> {
  await sql`delete from notices where at < now() - interval '90 days' and (read_at is not null or at < now() - interval '365 days')`.execute(
    reader,
  );
}
