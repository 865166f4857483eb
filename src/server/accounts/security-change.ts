// Follow-up to a change of address, password, second factor or role, whoever made it: other sessions and all open links end, and the user is
// notified, at the old address as well. A change from one staff role to another ends no session. What was done in a session that can still be
// disowned does not end the links by which it is, and the email about it has one more.
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
  /** Where to notify the user: after an address change, both the old and the new one. */
  readonly addresses: readonly string[];
  readonly reason: EndReason;
  /** Sessions stay open: what they may do is checked at every call. */
  readonly keepsSessions?: boolean;
  /** The session that goes on. */
  readonly exceptSessionId?: string | undefined;
  /** Of a change of password or second factor: how the user made it. */
  readonly by?: ChangedBy | undefined;
}

export type HandleSecurityChange = (trx: Trx, followed: SecurityChangeEvent) => Promise<void>;

/** Where the password ends without its owner being signed in: nobody is any more, and each device is new again. */
export async function logOutEverywhere(trx: Trx, userId: number): Promise<void> {
  await endSessionsOf(trx, userId, 'password');
  await forgetDevices(trx, userId);
}

export function createSecurityChangeHandler(
  mail: Pick<Mail, 'queue'>,
  publicOrigin: string,
): HandleSecurityChange {
  return async (trx, { userId, what, addresses, reason, keepsSessions, exceptSessionId, by }) => {
    const sessionId = typeof by === 'object' ? by.sessionId : undefined;
    if (!keepsSessions) await endSessionsOf(trx, userId, reason, exceptSessionId);
    // A device on which the old password was used may be anybody's.
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
