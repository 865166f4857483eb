// Use cases of notifications. They are written in the transaction of the change they report, so that both commit or neither does.
import { rights } from '#contract/access.ts';
import type { Notice } from '#contract/notices/calls.ts';
import { noticeTarget } from '#contract/notices/notice-target.ts';
import {
  isForStaff,
  isMailedByDefault,
  type NoticeKind,
  noticeKindsFor,
  noticeKindsHiddenFrom,
  type StaffNoticeKind,
  staffNoticeKinds,
} from '#contract/notices/rules.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { emit } from '../platform/live/live.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Caller } from '../platform/request/caller.ts';
import { noticeEmail } from './emails.ts';
import * as queries from './notices.queries.ts';

export type Notices = ReturnType<typeof createNotices>;

type Facts = NonNullable<queries.NewNotice['facts']>;
type About = NonNullable<queries.NewNotice['object']>;

export interface NoticesDeps {
  readonly db: Database;
  readonly mail: Pick<Mail, 'queue'>;
  readonly publicOrigin: string;
}

async function write(deps: NoticesDeps, reader: Reader, notice: queries.NewNotice): Promise<void> {
  await mailTo(deps, reader, await queries.insertNotices(reader, notice), notice);
}

async function mailTo(
  deps: NoticesDeps,
  reader: Reader,
  addresses: readonly string[],
  notice: Pick<queries.NewNotice, 'kind' | 'object' | 'facts'>,
): Promise<void> {
  const { publicOrigin, mail } = deps;
  const { kind, id } = notice.object ?? { kind: '', id: '' };
  const area = isForStaff(notice.kind) ? 'admin' : 'app';
  const { to: page, search } = noticeTarget({ kind, id: String(id) }, area);
  const link = `${publicOrigin}${page}${search ? `?${new URLSearchParams(search)}` : ''}`;
  for (const to of addresses)
    await mail.queue(reader, noticeEmail(notice.kind, notice.facts ?? {}, to, link));
}

const unreadOf = async (deps: NoticesDeps, caller: Caller) => ({
  unread: await queries.countUnread(deps.db, caller.userId, noticeKindsHiddenFrom(caller.roles)),
});

/** Whether a user wants notifications of this kind in the bell. Sounds and other signals follow the same choice. */
async function wantsInBell(
  _: NoticesDeps,
  reader: Reader,
  userId: number,
  kind: NoticeKind,
): Promise<boolean> {
  return queries.wantsInBell(reader, userId, kind);
}

async function choicesOf(deps: NoticesDeps, caller: Caller) {
  const { db } = deps;
  const made = new Map((await queries.listChoices(db, caller.userId)).map((row) => [row.kind, row]));
  const results = noticeKindsFor(caller.roles).map((kind) => ({
    kind,
    bell: made.get(kind)?.in_bell ?? true,
    mail: made.get(kind)?.by_mail ?? isMailedByDefault(kind),
  }));
  return { results, count: results.length };
}

/** Notifies one person without a live event, because their open pages reload on another event of the same transaction. */
export const notifyWithoutEvent = (
  deps: NoticesDeps,
  reader: Reader,
  userId: number,
  kind: NoticeKind,
  about: About | undefined,
  facts: Facts,
) => write(deps, reader, { kind, to: { userId }, facts, ...(about ? { object: about } : {}) });

/** Notifies one person, and makes their open pages reload the notices. */
export async function notifyUser(
  deps: NoticesDeps,
  reader: Reader,
  userId: number,
  kind: NoticeKind,
  about: About,
  facts: Facts = {},
) {
  await notifyWithoutEvent(deps, reader, userId, kind, about, facts);
  await emit(reader, [{ audience: `user:${userId}`, event: { type: 'notice' } }]);
}

/** Emails staff about a new order; its notification is written by the statement that places it. */
export const mailOfOrder = (
  deps: NoticesDeps,
  reader: Reader,
  addresses: readonly string[],
  about: About,
  facts: Facts,
) => mailTo(deps, reader, addresses, { kind: 'order_created', object: about, facts });

/** Notifies everyone with the kind's right, except the person who caused it and those who still have the same one unread. */
export async function notifyStaff(
  deps: NoticesDeps,
  reader: Reader,
  kind: StaffNoticeKind,
  about: About,
  facts: Facts = {},
  except = 0,
): Promise<void> {
  await write(deps, reader, {
    kind,
    to: { roles: rights[staffNoticeKinds[kind]], except },
    object: about,
    facts,
    once: true,
  });
  await emit(reader, [{ audience: 'staff', event: { type: 'notice' } }]);
}

/** Marks a request as read for all staff once it is decided. */
export async function recallNotices(
  _deps: NoticesDeps,
  reader: Reader,
  kind: StaffNoticeKind,
  about: About,
): Promise<void> {
  await queries.markReadAbout(reader, kind, String(about.id), rights[staffNoticeKinds[kind]]);
  await emit(reader, [{ audience: 'staff', event: { type: 'notice' } }]);
}

export async function listNotices(
  deps: NoticesDeps,
  caller: Caller,
  filter: { onlyUnread: boolean; page: number; pageSize: number },
) {
  const { db } = deps;
  const { rows, count } = await queries.listNotices(
    db,
    caller.userId,
    noticeKindsHiddenFrom(caller.roles),
    filter,
  );
  const results: Notice[] = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    object: { kind: row.object_kind, id: row.object_id },
    facts: row.facts as Notice['facts'],
    at: row.at.toISOString(),
    is_read: row.read_at !== null,
  }));
  return { results, count, ...(await unreadOf(deps, caller)) };
}

/** @throws Fault `not_found` for someone else's notification */
export async function markRead(deps: NoticesDeps, caller: Caller, id: number) {
  const { db } = deps;
  if (!(await queries.markRead(db, caller.userId, id))) throw new Fault('not_found');
  return unreadOf(deps, caller);
}

export async function markAllRead(deps: NoticesDeps, caller: Caller, upTo: number | undefined) {
  const { db } = deps;
  await queries.markAllRead(db, caller.userId, noticeKindsHiddenFrom(caller.roles), upTo);
  return unreadOf(deps, caller);
}

/** @throws FieldFault for a kind that the caller never receives */
export async function changeNoticeChoices(
  deps: NoticesDeps,
  caller: Caller,
  choices: readonly { kind: string; bell: boolean; mail: boolean }[],
) {
  const { db } = deps;
  const known: readonly string[] = noticeKindsFor(caller.roles);
  if (choices.some(({ kind }) => !known.includes(kind))) throw new FieldFault({ choices: ['invalid'] });
  await inTransaction(db, (trx) => queries.putChoices(trx, caller.userId, choices));
  return choicesOf(deps, caller);
}

export const removeOldNotices = (deps: NoticesDeps) => queries.removeOld(deps.db);

export function createNotices(deps: NoticesDeps) {
  return bindDeps(deps, {
    notifyUser,
    notifyWithoutEvent,
    wantsInBell,
    mailOfOrder,
    notifyStaff,
    recall: recallNotices,
    list: listNotices,
    unread: unreadOf,
    read: markRead,
    readAll: markAllRead,
    choices: choicesOf,
    change: changeNoticeChoices,
    removeOld: removeOldNotices,
  });
}
