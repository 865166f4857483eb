// Reads the audit log; only recordEvent writes it.
import { sql } from 'kysely';
import { kindInWords } from '#contract/audit-log/detail-words.ts';
import { eventKinds } from '#contract/audit-log/event-words.ts';
import { usersMatching } from '../../accounts/accounts.queries.ts';
import { fullName } from '../../accounts/person-name.queries.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { endOfDay, startOfDay } from '../../platform/database/dhaka.ts';

export interface AuditLogFilter {
  /** Only events about this person. */
  subjectId: number | undefined;
  /** What the subject did alone does not count as done by staff. */
  user: number | undefined;
  kind: string | undefined;
  search: string;
  /** Days in Dhaka, `YYYY-MM-DD`, both included. */
  from: string | undefined;
  to: string | undefined;
  /** A single entry. */
  id?: number | undefined;
  /** Continues after this entry, without counting. */
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

/** Kinds whose code or label, in either language, contains the text. */
const kindsCalled = (text: string): string[] =>
  Object.keys(eventKinds.bn).filter((kind) =>
    [kind, kindInWords(kind, 'bn'), kindInWords(kind, 'en')].some((words) =>
      words.toLowerCase().includes(text.toLowerCase()),
    ),
  );

export async function listEvents(
  reader: Reader,
  filter: AuditLogFilter,
): Promise<{ rows: AuditRow[]; count: number }> {
  const conditions = [sql`true`];
  if (filter.subjectId !== undefined) conditions.push(sql`t.subject_id = ${filter.subjectId}`);
  if (filter.user !== undefined)
    conditions.push(sql`(t.subject_id = ${filter.user} or t.actor_id = ${filter.user})`);
  if (filter.id !== undefined) conditions.push(sql`t.id = ${filter.id}`);
  if (filter.beforeId !== undefined) conditions.push(sql`t.id < ${filter.beforeId}`);
  if (filter.kind)
    conditions.push(sql`(t.kind = ${filter.kind} or starts_with(t.kind, ${`${filter.kind}.`}))`);
  if (filter.from) conditions.push(sql`t.at >= ${startOfDay(filter.from)}`);
  if (filter.to) conditions.push(sql`t.at < ${endOfDay(filter.to)}`);
  if (filter.search !== '') {
    // As an array; otherwise the planner would scan the whole audit log instead of using the index for each person.
    const people = sql`any(array(${usersMatching(filter.search)}))`;
    conditions.push(sql`t.id in (
      select id from trail where object_id = ${filter.search}
      union all select id from trail where kind = any(${kindsCalled(filter.search)})
      union all select id from trail where actor_id = ${people}
      union all select id from trail where subject_id = ${people})`);
  }
  const from = sql`from trail t left join users a on a.id = t.actor_id left join users s on s.id = t.subject_id
    where ${sql.join(conditions, sql` and `)}`;
  const counted =
    filter.beforeId === undefined
      ? (await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(reader)).rows[0]!.count
      : 0;
  const { rows } = await sql<AuditRow>`
    select t.id, t.at, t.kind, t.actor_id, ${fullName('a')} as actor_name, a.roles as actor_roles,
           t.subject_id, ${fullName('s')} as subject_name, t.object_kind, t.object_id, t.reason, t.ip, t.details
      ${from} order by t.id desc limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(
    reader,
  );
  return { rows, count: counted };
}
