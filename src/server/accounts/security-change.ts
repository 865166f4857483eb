// Follow-up to a change of address, password, second factor or role, whoever made it: other sessions and all open links end, and the user is
// notified, at the old address as well. A change from one staff role to another ends no session.
import type { Trx } from '../platform/database/connect.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { type EndReason, endSessionsOf } from './accounts.queries.ts';
import { endLinksOf as endConfirmationsOf } from './email-confirmation/email-confirmation.queries.ts';
import { type SecurityChange, securityEmail } from './emails.ts';
import { endLinksOf } from './passwords/password-reset.queries.ts';

export interface Followed {
  readonly userId: number;
  readonly what: SecurityChange;
  /** Where to notify the user: after an address change, both the old and the new one. */
  readonly addresses: readonly string[];
  readonly reason: EndReason;
  /** Sessions stay open: what they may do is checked at every call. */
  readonly keepsSessions?: boolean;
  /** The session in which the user made the change. */
  readonly exceptSessionId?: string | undefined;
}

export type FollowChange = (trx: Trx, followed: Followed) => Promise<void>;

export function createFollowChange(mail: Pick<Mail, 'queue'>, publicOrigin: string): FollowChange {
  return async (trx, { userId, what, addresses, reason, keepsSessions, exceptSessionId }) => {
    if (!keepsSessions) await endSessionsOf(trx, userId, reason, exceptSessionId);
    await endLinksOf(trx, userId);
    // A pending address confirmation stays valid, unless the address itself changed.
    if (what === 'email') await endConfirmationsOf(trx, userId);
    for (const to of new Set(addresses)) await mail.queue(trx, securityEmail(to, what, publicOrigin));
  };
}
