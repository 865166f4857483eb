// Use case: an owner changes the roles of a person.
import { isStaff } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/live/live.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { recordAccountControl } from '../account-controls.queries.ts';
import { notifyOtherOwners } from '../notify-other-owners.ts';
import { getUserRecord, getUserRow, lockWhoGoes, openUserRecord, type UsersDeps } from './user-steps.ts';
import * as queries from './users.queries.ts';

/** Keeps only staff roles; a person without any is a customer. */
const ofStaff = (roles: readonly string[]) => [...new Set(roles.filter((role) => role !== 'customer'))];
const isSame = (one: readonly string[], other: readonly string[]) =>
  ofStaff(one).sort().join() === ofStaff(other).sort().join();

/** @throws Fault `not_found`, `last_owner`, `record_changed`, `wrong_code`, `too_many_requests`; FieldFault `code` */
export async function changeRoles(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  {
    roles,
    seen,
    code,
  }: { roles: readonly string[]; seen?: readonly string[] | undefined; code?: string | undefined },
  origin: RequestOrigin,
): Promise<UserRecord> {
  const { reauthentication, db, revokeAndNotify } = deps;
  await reauthentication.verifyFactor(caller, code);
  const staff = ofStaff(roles);
  return inTransaction(db, async (trx) => {
    const lock = () => queries.lockUser(trx, id);
    await (staff.includes('owner') ? lock() : lockWhoGoes(trx, id, lock));
    const user = await getUserRow(trx, id);
    const next = staff.length === 0 ? ['customer'] : staff;
    if (isSame(next, user.roles)) return openUserRecord(trx, caller, id, origin.ip);
    if (seen && !isSame(seen, user.roles)) throw new Fault('record_changed');
    await queries.updateUser(trx, id, { roles: next });
    if (staff.some((role) => !user.roles.includes(role)))
      await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'raised' });
    await revokeAndNotify(trx, {
      userId: id,
      what: 'roles',
      addresses: [user.email],
      reason: 'ended_by_staff',
      // Staff who gain or lose a right in the middle of a shift can finish what they are typing.
      keepsSessions: staff.length > 0 && isStaff(user.roles),
      exceptSessionId: caller.sessionId,
    });
    // Channels opened with the earlier roles close before this is sent, and their pages then read their new rights.
    await emit(trx, [{ audience: 'staff', event: { type: 'notice', quiet: true } }]);
    const change = { before: user.roles.join(' '), after: next.join(' ') };
    await notifyOtherOwners(deps, trx, { userId: id, byId: caller.userId }, change);
    await recordEvent(trx, {
      kind: 'user.roles_changed',
      actorId: caller.userId,
      subjectId: id,
      ip: origin.ip,
      details: change,
    });
    return getUserRecord(trx, id);
  });
}
