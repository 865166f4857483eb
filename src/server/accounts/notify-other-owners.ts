// Notifies the other owners when one of them changes the staff; see docs/decisions/0195.
import type { Trx } from '../platform/database/connect.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { type StaffChange, staffChangeEmail } from './emails.ts';
import { listActiveOwners } from './users/users.queries.ts';

/** Emails the owners who neither made the change nor are its subject. */
export async function notifyOtherOwners(
  { mail, publicOrigin }: { readonly mail: Pick<Mail, 'queue'>; readonly publicOrigin: string },
  trx: Trx,
  { userId, byId }: { userId: number; byId: number },
  change: StaffChange,
): Promise<void> {
  // A deleted user has no page any more and is named only in the activity.
  const page = change === 'deleted' ? 'users/activity?kind=user.deleted' : `user/details/${userId}`;
  for (const { id, email } of await listActiveOwners(trx))
    if (id !== byId && id !== userId)
      await mail.queue(trx, staffChangeEmail(email, change, `${publicOrigin}/admin/${page}`));
}
