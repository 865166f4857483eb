// Changing settings. A change that weakens the protection of money or accounts waits for a second owner, or for a day if there is no
// independent one, and can be withdrawn meanwhile; see docs/decisions/0036.
import type { EventKind } from '#contract/audit-log/event-words.ts';
import { type Setting, settingSchemas } from '#contract/settings/calls.ts';
import { type SettingKey, settingKeys, weakenedBy } from '#contract/settings/rules.ts';
import { areIndependent } from '../accounts/account-controls.queries.ts';
import { assertIndependentApprover } from '../accounts/four-eyes.ts';
import type { Reauthentication } from '../accounts/reauthentication.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { listActiveOwners } from '../accounts/users/users.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import { parse } from '../platform/request/parse.ts';
import { type ProposalNews, proposalEmail } from './emails.ts';
import * as queries from './proposals.queries.ts';
import type { Settings } from './settings.service.ts';

const hoursAlone = 24;

export interface GuardedSettingsDeps {
  readonly db: Database;
  readonly settings: Settings;
  readonly reauthentication: Pick<Reauthentication, 'verifyFactor'>;
  readonly mail: Mail;
  readonly publicOrigin: string;
}

export type GuardedSettings = ReturnType<typeof createGuardedSettings>;

type Proposal = NonNullable<Awaited<ReturnType<typeof queries.lockPending>>>;

const pick = (value: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, value[name]]));

/** Whether another owner, who isn't under the requester's control, could decide. */
async function hasSecondOwner(reader: Reader, requesterId: number): Promise<boolean> {
  for (const owner of await listActiveOwners(reader))
    if (owner.id !== requesterId && (await areIndependent(reader, requesterId, owner.id))) return true;
  return false;
}

async function mailOwners(
  deps: GuardedSettingsDeps,
  trx: Trx,
  news: ProposalNews,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const { mail, publicOrigin } = deps;
  for (const { email } of await listActiveOwners(trx))
    await mail.queue(trx, proposalEmail(email, news, change, publicOrigin));
}

const recordSettingEvent = (
  trx: Trx,
  kind: EventKind,
  actorId: number | undefined,
  key: string,
  ip: string,
  details = {},
) =>
  recordEvent(trx, {
    kind,
    object: { kind: 'setting', id: key },
    ip,
    details,
    ...(actorId === undefined ? {} : { actorId }),
  });

async function withPending(deps: GuardedSettingsDeps, setting: Setting): Promise<Setting> {
  const { db } = deps;
  return { ...setting, pending: (await readPending(db)).get(setting.key) ?? null };
}

/** Reads the pending proposals, by key. */
async function readPending(reader: Reader): Promise<Map<string, NonNullable<Setting['pending']>>> {
  const rows = await queries.listPending(reader);
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.asked_by),
  );
  return new Map(rows.map((row) => [row.key, present(row, nameOf(row.asked_by))]));
}

const present = (row: queries.ProposalRow, name: string): NonNullable<Setting['pending']> => ({
  id: row.id,
  before: row.fields_before,
  after: row.fields_after,
  asked_by: { id: row.asked_by, name },
  asked_at: row.asked_at.toISOString(),
  applies_at: row.applies_at?.toISOString() ?? null,
});

async function propose(
  deps: GuardedSettingsDeps,
  caller: Caller,
  key: SettingKey,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  origin: RequestOrigin,
): Promise<void> {
  const { db, mail } = deps;
  await inTransaction(db, async (trx) => {
    const isAlone = !(await hasSecondOwner(trx, caller.userId));
    const hours = isAlone ? hoursAlone : null;
    if (!(await queries.insertProposal(trx, { key, before, after, by: caller.userId, hours })))
      throw new Fault('setting_waiting');
    const details = Object.fromEntries(
      Object.keys(after).map((name) => [name, `${before[name]} → ${after[name]}`]),
    );
    await recordSettingEvent(trx, 'setting.approval_asked', caller.userId, key, origin.ip, details);
    await mailOwners(deps, trx, isAlone ? 'waits_a_day' : 'asked', { before, after });
  });
  mail.wake();
}

/** Merges the fields into the current value, which keeps other changes made meanwhile. */
async function apply(
  deps: GuardedSettingsDeps,
  trx: Trx,
  proposal: Proposal,
  by: number | undefined,
  ip: string,
): Promise<void> {
  const { settings } = deps;
  await settings.putFields(trx, proposal.key as SettingKey, proposal.fields_after, proposal.asked_by, {
    ip,
    userAgent: '',
    language: 'bn',
  });
  await queries.decide(trx, proposal.id, 'applied', by);
  await mailOwners(deps, trx, 'applied', { before: proposal.fields_before, after: proposal.fields_after });
}

async function close(
  deps: GuardedSettingsDeps,
  trx: Trx,
  proposal: Proposal,
  by: number | undefined,
  ip: string,
): Promise<void> {
  await queries.decide(trx, proposal.id, 'closed', by);
  await recordSettingEvent(trx, 'setting.taken_back', by, proposal.key, ip);
  await mailOwners(deps, trx, 'closed', { before: proposal.fields_before, after: proposal.fields_after });
}

async function lockWaiting(trx: Trx, key: string): Promise<Proposal> {
  const proposal = await queries.lockPending(trx, key);
  if (!proposal) throw new Fault('already_decided');
  return proposal;
}

async function read(deps: GuardedSettingsDeps, key: SettingKey): Promise<Setting> {
  const { settings } = deps;
  const { results } = await settings.list();
  return withPending(deps, results.find((setting) => setting.key === key)!);
}

/** Applies, closes or reschedules a proposal. @returns whether it took effect */
async function reviewProposal(deps: GuardedSettingsDeps, trx: Trx, key: string): Promise<boolean> {
  const proposal = await queries.lockPending(trx, key);
  if (!proposal) return false;
  const owners = await listActiveOwners(trx);
  if (!owners.some(({ id }) => id === proposal.asked_by)) {
    await close(deps, trx, proposal, undefined, '');
    return false;
  }
  const isAlone = !(await hasSecondOwner(trx, proposal.asked_by));
  // The day starts when no independent second owner is found, so that nobody can sit out the wait and then remove that owner.
  if (isAlone !== (proposal.applies_at !== null))
    await queries.setDue(trx, proposal.id, isAlone ? hoursAlone : null);
  else if (proposal.is_due) {
    await apply(deps, trx, proposal, undefined, '');
    return true;
  }
  return false;
}

export async function listPendingSettings(deps: GuardedSettingsDeps) {
  const { settings, db } = deps;
  const { results } = await settings.list();
  const pending = await readPending(db);
  return {
    results: results.map((setting) => ({ ...setting, pending: pending.get(setting.key) ?? null })),
    count: settingKeys.length,
  };
}

/**
 * @returns `pending` if the change waits
 * @throws FieldFault; Fault `setting_changed`, `setting_waiting`, `wrong_code`, `too_many_requests`
 */
export async function changeGuardedSetting(
  deps: GuardedSettingsDeps,
  caller: Caller,
  key: SettingKey,
  { version, value, code }: { version: number; value: unknown; code?: string | undefined },
  origin: RequestOrigin,
): Promise<Setting & { status: 'saved' | 'pending' }> {
  const { settings, reauthentication } = deps;
  const after: Record<string, unknown> = parse(settingSchemas[key], value)!;
  const now = await read(deps, key);
  // Whether a change weakens a protection depends on the value that it replaces.
  if (now.version !== version) throw new Fault('setting_changed');
  const weakened = weakenedBy(key, now.value, after);
  if (weakened.length === 0) {
    const saved = await settings.change(caller, key, { version, value }, origin);
    return { ...(await withPending(deps, saved)), status: 'saved' };
  }
  await reauthentication.verifyFactor(caller, code);
  const moved = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(now.value[name]),
  );
  await propose(deps, caller, key, pick(now.value, moved), pick(after, moved), origin);
  return { ...(await read(deps, key)), status: 'pending' };
}

/**
 * Approves the proposal that the caller saw, not one that has replaced it since.
 * @throws Fault `already_decided`, `setting_changed`, `four_eyes`, `not_independent`, `asker_dismissed`, `wrong_code`, `too_many_requests`
 */
export async function approveSetting(
  deps: GuardedSettingsDeps,
  caller: Caller,
  key: SettingKey,
  { pending, code }: { pending: number; code?: string | undefined },
  origin: RequestOrigin,
) {
  const { reauthentication, db, mail } = deps;
  await reauthentication.verifyFactor(caller, code);
  await inTransaction(db, async (trx) => {
    const proposal = await lockWaiting(trx, key);
    if (proposal.id !== pending) throw new Fault('setting_changed');
    await assertIndependentApprover(trx, {
      requesterId: proposal.asked_by,
      approverId: caller.userId,
      right: 'settings.manage',
    });
    await recordSettingEvent(trx, 'setting.approved', caller.userId, key, origin.ip);
    await apply(deps, trx, proposal, caller.userId, origin.ip);
  });
  mail.wake();
  return { ...(await read(deps, key)), status: 'saved' as const };
}

/** Closes a proposal, as any owner may: the requester withdraws it, others reject it. @throws Fault `already_decided` */
export async function takeBackSetting(
  deps: GuardedSettingsDeps,
  caller: Caller,
  key: SettingKey,
  origin: RequestOrigin,
) {
  const { db, mail } = deps;
  await inTransaction(db, async (trx) => {
    await close(deps, trx, await lockWaiting(trx, key), caller.userId, origin.ip);
  });
  mail.wake();
  return { ...(await read(deps, key)), status: 'saved' as const };
}

/** Applies proposals that have waited for a day. @returns how many */
export async function applyDueSettings(deps: GuardedSettingsDeps): Promise<number> {
  const { db, mail } = deps;
  let applied = 0;
  for (const { key } of await queries.listPending(db))
    if (await inTransaction(db, (trx) => reviewProposal(deps, trx, key))) applied += 1;
  if (applied > 0) mail.wake();
  return applied;
}

export function createGuardedSettings(deps: GuardedSettingsDeps) {
  return bindDeps(deps, {
    list: listPendingSettings,
    change: changeGuardedSetting,
    approve: approveSetting,
    takeBack: takeBackSetting,
    applyDue: applyDueSettings,
  });
}
