// Revokes access after a change of address, password, second factor or role, by the user or by staff: ends other sessions and all open links, and
// notifies the user, at the old address as well. A change between staff roles ends no session. A change in a session that can still be disowned leaves
// the links for that live, and its email contains another one.
import type { Trx } from '../platform/database/connect.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { type EndReason, endSessionsOf } from './accounts.queries.ts';
import { endLinksOf as endConfirmationsOf } from './email-confirmation/email-confirmation.queries.ts';
import { disownableChangeEmail, type SecurityChange, securityEmail } from './emails.ts';
import { type ChangedBy, endLinksOf } from './passwords/password-reset.queries.ts';
import { duplicateDisownLink } from './passwords/reset-links.ts';
import { forgetDevices } from './sessions/known-devices.queries.ts';

export interface SecurityChangeEvent {
  readonly userId: number;
  readonly what: SecurityChange;
  /** Addresses to notify: after a change of address, the old and the new one. */
  readonly addresses: readonly string[];
  readonly reason: EndReason;
  /** Sessions stay open. What they may do is checked on every request. */
  readonly keepsSessions?: boolean;
  /** A session that stays open. */
  readonly exceptSessionId?: string | undefined;
  /** For a change of password or second factor: how the user made it. */
  readonly by?: ChangedBy | undefined;
}

export type RevokeAndNotify = (trx: Trx, change: SecurityChangeEvent) => Promise<void>;

/** Ends all sessions and forgets all devices, for a password that ends while its owner isn't signed in. */
export async function logOutEverywhere(trx: Trx, userId: number): Promise<void> {
  await endSessionsOf(trx, userId, 'password');
  await forgetDevices(trx, userId);
}

export function createRevokeAndNotify(mail: Pick<Mail, 'queue'>, publicOrigin: string): RevokeAndNotify {
  return async (trx, { userId, what, addresses, reason, keepsSessions, exceptSessionId, by }) => {
    const sessionId = typeof by === 'object' ? by.sessionId : undefined;
    if (!keepsSessions) await endSessionsOf(trx, userId, reason, exceptSessionId);
    // A device that knew the old password may belong to anybody.
    if (what === 'password') await forgetDevices(trx, userId, sessionId);
    await endLinksOf(trx, userId, by);
    const notMe = sessionId && (await duplicateDisownLink(trx, userId, sessionId, publicOrigin));
    // A pending address confirmation stays valid, unless the address itself changed.
    if (what === 'email') await endConfirmationsOf(trx, userId);
    for (const to of new Set(addresses))
      await mail.queue(
        trx,
        notMe ? disownableChangeEmail(to, what, notMe) : securityEmail(to, what, publicOrigin),
      );
  };
}
