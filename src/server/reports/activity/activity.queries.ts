// Reads the audit log; only recordEvent writes it.
import { type Expression, type SqlBool, sql } from 'kysely';
import { isStaff } from '#contract/access.ts';
import { kindInWords } from '#contract/audit-log/detail-words.ts';
import { eventKinds } from '#contract/audit-log/event-words.ts';
import { fullName } from '../../accounts/person-name.queries.ts';
import { loadStaffNames } from '../../accounts/staff-names.queries.ts';
import { usersMatching } from '../../accounts/users/user-lists.queries.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { endOfDay, startOfDay } from '../../platform/database/dhaka.ts';
import {
  countUpTo,
  maxCounted,
  type Page,
  readList,
  type SearchedList,
  type Sql,
  tooMany,
  whereAll,
} from '../../platform/database/searched-list.ts';

/** Lists a kind itself, or all kinds of a group: `order` stands for `order.placed` and the others. */
const kindsUnder = (kind: string): string[] => [
  kind,
  ...Object.keys(eventKinds.bn).filter((one) => one.startsWith(`${kind}.`)),
];

export interface AuditLogFilter {
  /** Only events about this person. */
  subjectId: number | undefined;
  /** Only events by or about this person. */
  user: number | undefined;
  kind: string | undefined;
  search: string;
  /** Days in Dhaka, `YYYY-MM-DD`, both included. */
  from: string | undefined;
  to: string | undefined;
  /** A single entry. */
  id?: number | undefined;
  /** Cursor: only entries after this one in the list. */
  beforeId?: bigint | undefined;
  page: number;
  pageSize: number;
}

export interface AuditRow {
  id: bigint;
  at: Date;
  kind: string;
  actor_id: number | null;
  actor_name: string | null;
  actor_roles: string[] | null;
  subject_id: number | null;
  subject_name: string | null;
  object_kind: string;
  object_id: string;
  reason: string;
  ip: string;
  details: Record<string, unknown>;
}

/** Lists the kinds whose code or label, in either language, contains the text. */
const kindsCalled = (text: string): string[] =>
  Object.keys(eventKinds.bn).filter((kind) =>
    [kind, kindInWords(kind, 'bn'), kindInWords(kind, 'en')].some((words) =>
      words.toLowerCase().includes(text.toLowerCase()),
    ),
  );

/** A search text in the names of this many people counts as common, however few entries they have. */
const maxPeople = 10_000;

function conditionsOf(filter: AuditLogFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.subjectId !== undefined) conditions.push(sql`trail.subject_id = ${filter.subjectId}`);
  if (filter.user !== undefined)
    conditions.push(sql`(trail.subject_id = ${filter.user} or trail.actor_id = ${filter.user})`);
  if (filter.id !== undefined) conditions.push(sql`trail.id = ${filter.id}`);
  if (filter.beforeId !== undefined) conditions.push(sql`trail.id < ${filter.beforeId}`);
  if (filter.kind) conditions.push(sql`trail.kind = any(${kindsUnder(filter.kind)})`);
  if (filter.from) conditions.push(sql`trail.at >= ${startOfDay(filter.from)}`);
  if (filter.to) conditions.push(sql`trail.at < ${endOfDay(filter.to)}`);
  return conditions;
}

function isFound({ search }: AuditLogFilter): Sql {
  const people = usersMatching(search);
  return sql`(trail.object_id = ${search} or trail.kind = any(${kindsCalled(search)}) or trail.actor_id in (${people}) or trail.subject_id in (${people}))`;
}

/**
 * Selects the newest events by or about `people`. The `between` keeps the index on the column in use: with a plain equality, the planner read the whole
 * table by id for each person without events, because a few people cause most of them.
 */
const newestOf = (column: string, rest: Sql, bound: Sql): Sql => sql`
    select theirs.id from people, lateral (select id from trail where ${sql.ref(column)} between people.id and people.id and ${rest}
      order by ${sql.ref(column)}, id desc ${bound}) theirs ${bound}`;

function matchesOf(filter: AuditLogFilter): Sql {
  const rest = whereAll(conditionsOf(filter));
  const bound = sql`limit ${sql.lit(maxCounted + 1)}`;
  return sql`
    with people as materialized (${usersMatching(filter.search)} limit ${sql.lit(maxPeople)})
    (select id from trail where object_id = ${filter.search} and ${rest} ${bound})
    union (select id from trail where kind = any(${kindsCalled(filter.search)}) and ${rest} ${bound})
    union (${newestOf('actor_id', rest, bound)})
    union (${newestOf('subject_id', rest, bound)})
    union (select ${sql.lit(tooMany)} from people limit 1 offset ${sql.lit(maxPeople - 1)})`;
}

const events: SearchedList<AuditLogFilter, AuditRow> = {
  table: 'trail',
  conditions: conditionsOf,
  order: () => sql`trail.id desc`,
  total: (filter) => countUpTo(maxCounted, sql`select from trail where ${whereAll(conditionsOf(filter))}`),
  mayStopCounting: true,
  isFound,
  matches: matchesOf,
  isNarrow: ({ subjectId, user, id }) => subjectId !== undefined || user !== undefined || id !== undefined,
  rows: () => sql<AuditRow>`trail.id, trail.at, trail.kind, trail.actor_id, ${fullName('a')} as actor_name, a.roles as actor_roles,
    trail.subject_id, ${fullName('s')} as subject_name, trail.object_kind, trail.object_id, trail.reason, trail.ip, trail.details
    from trail left join users a on a.id = trail.actor_id left join users s on s.id = trail.subject_id`,
  key: ({ kind, from, to }) => [kind, from, to],
};

/** Names the staff of entries. Namesakes are distinguished by their ids, since people may change their own names. */
export async function nameStaff(reader: Reader, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const acting = rows.flatMap(({ actor_id: id, actor_roles: roles, subject_id: subject }) =>
    id !== null && (id !== subject || isStaff(roles ?? [])) ? id : [],
  );
  const nameOf = await loadStaffNames(reader, acting, 'id');
  return rows.map((row) => ({
    ...row,
    actor_name: nameOf(row.actor_id) || row.actor_name,
    subject_name: nameOf(row.subject_id) || row.subject_name,
  }));
}

export const listEvents = (reader: Reader, filter: AuditLogFilter): Promise<Page<AuditRow>> =>
  readList(reader, events, filter);
