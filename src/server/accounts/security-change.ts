// What follows when an address, a password, the second factor or a role changed, whoever did it: other sessions and every open
// link end, and the person hears of it, at the address that it was as well.
import type { Trx } from '../platform/database/connect.ts';
import type { Mail } from '../platform/mail.ts';
import { type EndReason, endSessionsOf } from './accounts.queries.ts';
import { endLinksOf as endConfirmationsOf } from './email-confirmation.queries.ts';
import { type SecurityChange, securityEmail } from './emails.ts';
import { endLinksOf } from './passwords/password-reset.queries.ts';

export interface Followed {
  readonly userId: number;
  readonly what: SecurityChange;
  /** Where the person is told: after a change of the address the old and the new one. */
  readonly addresses: readonly string[];
  readonly reason: EndReason;
  /** In which the person made the change. */
  readonly keptSessionId?: string | undefined;
}

export type FollowChange = (trx: Trx, followed: Followed) => Promise<void>;

export function createFollowChange(mail: Pick<Mail, 'queue'>, publicOrigin: string): FollowChange {
  return async (trx, { userId, what, addresses, reason, keptSessionId }) => {
    await endSessionsOf(trx, userId, reason, keptSessionId);
    await endLinksOf(trx, userId);
    // An open confirmation of the address goes on, unless it is the address that changed.
    if (what === 'email') await endConfirmationsOf(trx, userId);
    for (const to of new Set(addresses)) await mail.queue(trx, securityEmail(to, what, publicOrigin));
  };
}
