// Use case: an owner sets a temporary password for a person.
import { hasRight } from '#contract/access.ts';
import { minimumTemporaryPasswordLength } from '#contract/accounts/rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { recordAccountControl } from '../account-controls.queries.ts';
import { temporaryPasswordEmail } from '../emails.ts';
import { logOutEverywhere } from '../security-change.ts';
import { getUserRow, type UsersDeps } from '../users/user-steps.ts';
import * as queries from '../users/users.queries.ts';
import { endLinksOf } from './password-reset.queries.ts';
import { hashPassword, makeSupportCode } from './passwords.ts';

const temporaryPasswordHours = 24;

/**
 * Sets a temporary password: at least six characters, for one sign-in within a day, after which it must be
 * replaced. Ends the user's sessions and links and notifies them by email. Requires the owner's second factor.
 * @throws Fault, FieldFault
 */
export async function setTemporaryPassword(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  { new_password: password, code }: { new_password: string; code?: string | undefined },
  origin: RequestOrigin,
): Promise<void> {
  const { reauthentication, db, mail } = deps;
  if (!hasRight(caller.roles, 'users.manage')) throw new Fault('not_allowed');
  if (password.length < minimumTemporaryPasswordLength)
    throw new FieldFault({ new_password: ['temporary_password_short'] });
  await reauthentication.verifyFactor(caller, code);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    await queries.lockUser(trx, id);
    const user = await getUserRow(trx, id);
    await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'reset' });
    await endLinksOf(trx, id);
    await queries.setTemporaryPassword(trx, id, passwordHash, makeSupportCode(), temporaryPasswordHours);
    await logOutEverywhere(trx, id);
    const letter = temporaryPasswordEmail(user.email, deps.publicOrigin);
    await mail.queue(trx, { ...letter, usefulMinutes: temporaryPasswordHours * 60 });
    await recordEvent(trx, {
      kind: 'password.set_by_staff',
      actorId: caller.userId,
      subjectId: id,
      ip: origin.ip,
    });
  });
}
