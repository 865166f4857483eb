// Use cases of impersonation: starting it, authenticating its requests, and ending it.
import { randomBytes, randomUUID } from 'node:crypto';
import { hasRight, isStaff } from '#contract/access.ts';
import { impersonationMinutes, impersonationTokenPrefix } from '#contract/accounts/impersonation-rules.ts';
import type { EventKind } from '#contract/audit-log/event-words.ts';
import type { Endpoint, ViewedArea } from '#contract/endpoint.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { findUserById } from '../accounts.queries.ts';
import { userInfo } from '../accounts.service.ts';
import type { VerifyFactor } from '../reauthentication.ts';
import { hashToken } from '../sessions/tokens.ts';
import * as queries from './impersonation.queries.ts';

const areaEvents: Record<ViewedArea, EventKind> = {
  orders: 'view.orders',
  files: 'view.files',
  money: 'view.money',
  account: 'view.account',
  notices: 'view.notices',
};

export interface ImpersonationDeps {
  readonly db: Database;
  readonly verifyFactor: VerifyFactor;
  /** Notifies the customer; injected, because the notices module depends on this one. */
  readonly notifyUser: (
    reader: Reader,
    customerId: number,
    kind: 'account_viewed',
    about: { kind: 'trail'; id: number },
  ) => Promise<void>;
}

export type Impersonations = ReturnType<typeof createImpersonation>;

async function recordEnds(trx: Trx, ended: readonly queries.EndedImpersonation[], ip = ''): Promise<void> {
  for (const view of ended)
    await recordEvent(trx, {
      kind: 'view.ended',
      actorId: view.staff_id,
      subjectId: view.customer_id,
      reason: view.reason,
      ip,
    });
}

/**
 * Starts an impersonation. A session has one at a time, so a new one ends the previous.
 * @throws Fault `not_found`, `staff_not_viewed`, `wrong_code`, `too_many_requests`; FieldFault `code`
 */
export async function startImpersonation(
  deps: ImpersonationDeps,
  caller: Caller,
  customerId: number,
  { reason, code }: { reason: string; code?: string | undefined },
  origin: RequestOrigin,
) {
  const { db, verifyFactor, notifyUser } = deps;
  const customer = await findUserById(db, customerId);
  if (!customer) throw new Fault('not_found');
  if (isStaff(customer.roles)) throw new Fault('staff_not_viewed');
  await verifyFactor(caller, code);
  const id = randomUUID();
  const token = impersonationTokenPrefix + randomBytes(32).toString('base64url');
  return inTransaction(db, async (trx) => {
    await queries.lockSession(trx, caller.sessionId);
    await recordEnds(
      trx,
      await queries.endImpersonations(trx, caller.userId, { sessionId: caller.sessionId }),
      origin.ip,
    );
    const expiresAt = await queries.insertImpersonation(trx, {
      id,
      tokenHash: hashToken(token),
      staffId: caller.userId,
      staffSessionId: caller.sessionId,
      customerId,
      reason,
      ip: origin.ip,
      minutes: impersonationMinutes,
    });
    await recordEvent(trx, {
      kind: 'view.started',
      actorId: caller.userId,
      subjectId: customerId,
      reason,
      ip: origin.ip,
    });
    await notifyUser(trx, customerId, 'account_viewed', { kind: 'trail', id: customerId });
    return {
      id,
      token,
      expires_at: expiresAt.toISOString(),
      user_info: { ...userInfo(customer), must_change_password: false },
    };
  });
}

/** Returns the customer as the caller, together with the impersonator; undefined once the impersonation, its session or the right has ended. */
export async function findImpersonatingCaller(
  deps: ImpersonationDeps,
  named: queries.ImpersonationKey,
  ip: string,
): Promise<Caller | undefined> {
  const { db } = deps;
  const row = await queries.findImpersonation(db, named, ip);
  if (!row || isStaff(row.customer_roles) || !hasRight(row.staff_roles, 'users.view_as')) return undefined;
  return {
    userId: row.customer_id,
    sessionId: row.id,
    roles: row.customer_roles,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    view: { id: row.id, staffId: row.staff_id, staffRoles: row.staff_roles, reason: row.reason },
  };
}

/** Records the access to an area or order, once per impersonation, however often the screen requests it. */
export async function recordImpersonatedAccess(
  deps: ImpersonationDeps,
  caller: Caller,
  { viewedArea }: Endpoint,
  request: { readonly ip: string; readonly params: unknown },
): Promise<void> {
  const { db } = deps;
  const { view } = caller;
  if (!view || !viewedArea) return;
  const { id } = (request.params ?? {}) as { id?: unknown };
  const about = viewedArea !== 'account' && /^\d{1,10}$/.test(String(id)) ? String(id) : '';
  const isOrder = viewedArea === 'orders' && about !== '';
  if (!(await queries.insertViewedArea(db, view.id, isOrder ? `${viewedArea} ${about}` : viewedArea))) return;
  await recordEvent(db, {
    kind: areaEvents[viewedArea],
    actorId: view.staffId,
    subjectId: caller.userId,
    reason: view.reason,
    ip: request.ip,
    ...(isOrder ? { object: { kind: 'order', id: about } } : {}),
  });
}

/** Idempotent: an ended or unknown impersonation is not an error. */
export const endImpersonation = (
  deps: ImpersonationDeps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<void> =>
  inTransaction(deps.db, async (trx) =>
    recordEnds(trx, await queries.endImpersonations(trx, caller.userId, { id }), origin.ip),
  );

export const endLapsedImpersonations = (deps: ImpersonationDeps): Promise<void> =>
  inTransaction(deps.db, async (trx) => recordEnds(trx, await queries.endLapsedImpersonations(trx)));

export function createImpersonation(deps: ImpersonationDeps) {
  return bindDeps(deps, {
    start: startImpersonation,
    findCaller: findImpersonatingCaller,
    recordAccess: recordImpersonatedAccess,
    end: endImpersonation,
    endLapsed: endLapsedImpersonations,
  });
}
