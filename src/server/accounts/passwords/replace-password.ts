// Changes a user's password, confirmed by the old one or by a link. All sessions and open links end, the user is notified, and it is recorded.
import { recordEvent } from '../../audit-log/record-event.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { updatePassword } from '../accounts.queries.ts';
import type { RevokeAndNotify } from '../security-change.ts';
import type { ChangedBy } from './password-reset.queries.ts';
import { makeSupportCode } from './passwords.ts';

export async function replacePassword(
  trx: Trx,
  revokeAndNotify: RevokeAndNotify,
  changed: {
    user: { id: number; email: string };
    passwordHash: string;
    ip: string;
    by: ChangedBy | undefined;
  },
): Promise<void> {
  const { user, passwordHash, ip, by } = changed;
  const { id, email } = user;
  await updatePassword(trx, id, passwordHash, makeSupportCode(), false);
  await revokeAndNotify(trx, {
    userId: id,
    what: 'password',
    addresses: [email],
    reason: 'password',
    by,
  });
  await recordEvent(trx, { kind: 'password.changed', actorId: id, subjectId: id, ip });
}
