// Confirms an account's email address by a one-time link, valid for three days and stored as a hash.
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../../audit-log/record-event.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type Limit, networkOfAddress } from '../../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { findUserById } from '../accounts.queries.ts';
import { confirmAddressEmail } from '../emails.ts';
import { hashToken } from '../sessions/tokens.ts';
import { lockUser } from '../users/users.queries.ts';
import * as queries from './email-confirmation.queries.ts';

const linkHours = 72;
const resends: Limit = [
  { tries: 3, seconds: 3_600 },
  { tries: 10, seconds: 86_400 },
];
const guessedLinks: Limit = [{ tries: 20, seconds: 600 }];

export interface EmailConfirmationDeps {
  readonly db: Database;
  readonly limiter: RateLimiter;
  readonly mail: Mail;
  readonly publicOrigin: string;
}

export type EmailConfirmation = ReturnType<typeof createEmailConfirmation>;

export function createEmailConfirmation(deps: EmailConfirmationDeps) {
  const { db, limiter, mail, publicOrigin } = deps;

  /** Called in the transaction that opens the account or changes its address. */
  async function sendLink(trx: Reader, user: { id: number; email: string }): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    await queries.insertLink(trx, { tokenHash: hashToken(token), userId: user.id, hours: linkHours });
    // In the fragment, so that the token never reaches a server's log or another page's referrer.
    await mail.queue(trx, {
      ...confirmAddressEmail(user.email, `${publicOrigin}/confirm-email#confirm=${token}`),
      usefulMinutes: linkHours * 60,
    });
  }

  /** Confirms the address when any emailed link is used. */
  async function prove(trx: Trx, userId: number, ip: string): Promise<void> {
    await queries.endLinksOf(trx, userId);
    if (await queries.markConfirmed(trx, userId))
      await recordEvent(trx, { kind: 'email.confirmed', actorId: userId, subjectId: userId, ip });
  }

  return {
    sendLink,
    prove,

    /** Sends another link unless the address is confirmed. @throws Fault `too_many_requests` */
    async resend(caller: Caller): Promise<void> {
      const user = await findUserById(db, caller.userId);
      if (!user || user.is_email_active) return;
      await limiter.take({ purpose: 'confirmation again', key: String(caller.userId), limit: resends });
      await inTransaction(db, async (trx) => {
        // A link confirms the account's current address, so it must be sent to that one.
        await lockUser(trx, user.id);
        const now = await findUserById(trx, user.id);
        if (now && !now.is_email_active) await sendLink(trx, now);
      });
      mail.wake();
    },

    /** @throws Fault `confirmation_link_dead`, `too_many_requests` */
    async confirm(token: string, { ip }: RequestOrigin): Promise<void> {
      const tokenHash = hashToken(token);
      const guess = await limiter.take({
        purpose: 'confirmation link',
        key: networkOfAddress(ip),
        limit: guessedLinks,
      });
      let userId: number | undefined;
      const isGood = await limiter.judge(guess, async () => {
        userId = await queries.findOwner(db, tokenHash);
        return userId !== undefined;
      });
      if (!isGood || userId === undefined) throw new Fault('confirmation_link_dead');
      const id = userId;
      await inTransaction(db, async (trx) => {
        // Locks the user first, like an address change, so that a later confirmation finds its link invalidated.
        await lockUser(trx, id);
        if (!(await queries.useLink(trx, tokenHash))) throw new Fault('confirmation_link_dead');
        await prove(trx, id, ip);
      });
    },

    isConfirmed: (userId: number): Promise<boolean> => queries.isConfirmed(db, userId),
  };
}
