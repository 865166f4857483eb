// All SQL about notices and how people want to be told.
import { type RawBuilder, sql } from 'kysely';
import { rights } from '#contract/access.ts';
import { type NoticeKind, staffNoticeKinds } from '#contract/notices/rules.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

/** By the index of those who are more than customers: a shop has a hundred thousand users and a handful of staff. */
const withRole = (roles: readonly string[]) =>
  sql`u.roles <> '{customer}' and u.roles && ${sql.val([...roles])}::text[]`;

export interface NewNotice {
  readonly kind: NoticeKind;
  /** One person, or everybody active with one of the roles but the one whose doing it is. */
  readonly to: { readonly userId: number } | { readonly roles: readonly string[]; readonly except?: number };
  readonly object?: { readonly kind: string; readonly id: string | number };
  /** Numbers, sums, names of services: nothing personal. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Nobody is told who still has the same unread. */
  readonly once?: boolean;
}

/** Writes the notice for each who wants it in the bell. @returns the addresses of those who want it by mail */
export async function insertNotices(reader: Reader, notice: NewNotice): Promise<string[]> {
  const { kind, to, object, facts = {}, once = false } = notice;
  const objectId = String(object?.id ?? '');
  const who =
    'userId' in to ? sql`u.id = ${to.userId}` : sql`${withRole(to.roles)} and u.id <> ${to.except ?? 0}`;
  const { rows } = await sql<{ email: string }>`
    with people as materialized (
      select u.id, u.email, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, false) as by_mail
        from users u left join notice_choices c on c.user_id = u.id and c.kind = ${kind}
       where u.is_active and ${who}
         and (not ${once}::boolean or not exists (select from notices n where n.user_id = u.id and n.kind = ${kind}
              and n.object_id = ${objectId} and n.read_at is null))),
    told as (
      insert into notices (user_id, kind, object_kind, object_id, facts)
      select id, ${kind}, ${object?.kind ?? ''}, ${objectId}, ${JSON.stringify(facts)}::jsonb from people where in_bell)
    select email from people where by_mail`.execute(reader);
  return rows.map(({ email }) => email);
}

/**
 * The parts of a statement that tell staff of the order that the statement itself makes: who is told, which the statement must call `people`, and
 * the notices. Who wants it by mail is read from `people`.
 */
export const newOrderNotices = (order: {
  readonly id: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly except: number;
}) => ({
  people: sql`
    select u.id, u.email, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, false) as by_mail
      from users u left join notice_choices c on c.user_id = u.id and c.kind = 'order_created'
     where u.is_active and ${withRole(rights[staffNoticeKinds.order_created])} and u.id <> ${order.except}`,
  insert: sql`
    insert into notices (user_id, kind, object_kind, object_id, facts)
    select people.id, 'order_created', 'order', ${order.id}::text, ${order.facts} from people, ${order.from} where people.in_bell`,
});

/** The same for one person, of something that has its id already. */
export const personalNotice = (notice: {
  readonly kind: NoticeKind;
  readonly userId: number;
  readonly object: { readonly kind: string; readonly id: number };
  readonly facts: Readonly<Record<string, string | number>>;
  readonly from: RawBuilder<unknown>;
}) => ({
  people: sql`
    select u.id, u.email, coalesce(c.in_bell, true) as in_bell, coalesce(c.by_mail, false) as by_mail
      from users u left join notice_choices c on c.user_id = u.id and c.kind = ${notice.kind}
     where u.is_active and u.id = ${notice.userId}`,
  insert: sql`
    insert into notices (user_id, kind, object_kind, object_id, facts)
    select people.id, ${notice.kind}, ${notice.object.kind}, ${String(notice.object.id)}, ${JSON.stringify(notice.facts)}::jsonb
      from people, ${notice.from} where people.in_bell`,
});

export async function countUnread(reader: Reader, userId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('notices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listNotices(
  reader: Reader,
  userId: number,
  filter: { onlyUnread: boolean; page: number; pageSize: number },
) {
  let query = reader.selectFrom('notices').where('user_id', '=', userId);
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

/** @returns whether there is such a notice of this person, read before or not */
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

/** For everybody with one of the roles: the index goes by person. */
export async function markReadAbout(
  reader: Reader,
  kind: NoticeKind,
  objectId: string,
  roles: readonly string[],
): Promise<void> {
  await sql`update notices set read_at = now() where kind = ${kind} and object_id = ${objectId} and read_at is null
     and user_id in (select u.id from users u where ${withRole(roles)})`.execute(reader);
}

export async function markAllRead(reader: Reader, userId: number, upTo: number | undefined): Promise<void> {
  let query = reader
    .updateTable('notices')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (upTo !== undefined) query = query.where('id', '<=', upTo);
  await query.execute();
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

/** What was read is kept for a quarter of a year, what was not for a year. */
export async function removeOld(reader: Reader): Promise<void> {
  await sql`delete from notices where at < now() - interval '90 days' and (read_at is not null or at < now() - interval '365 days')`.execute(
    reader,
  );
}
