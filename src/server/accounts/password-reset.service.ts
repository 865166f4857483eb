// A forgotten password: a one-time link by mail, good for thirty minutes, kept as a hash.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/http/caller.ts';
import type { Mail } from '../platform/mail.ts';
import * as accounts from './accounts.queries.ts';
import type { NoteEvent } from './accounts.service.ts';
import { passwordChangedLetter, passwordResetLetter } from './letters.ts';
import { hashPassword, makeSupportCode } from './passwords.ts';
import { hashToken } from './tokens.ts';

const linkMinutes = 30;
/** More links an hour than this are not sent, and nobody is told: the answer is always the same. */
const linksAnHour = 5;

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export function createPasswordReset(db: Database, mail: Mail, noteEvent: NoteEvent, publicOrigin: string) {
  return {
    /** Sends a link when the address has an active account. */
    async request(email: string, caller: Caller | undefined, origin: RequestOrigin): Promise<void> {
      await inTransaction(db, async (trx) => {
        const user = await accounts.findUserByUsername(trx, email);
        if (!user?.is_active) return;
        const { count } = await trx
          .selectFrom('password_resets')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('user_id', '=', user.id)
          .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
          .executeTakeFirstOrThrow();
        if (count >= linksAnHour) return;
        const token = randomBytes(32).toString('base64url');
        await trx
          .insertInto('password_resets')
          .values({
            token_hash: hashToken(token),
            user_id: user.id,
            requested_by: caller?.userId ?? null,
            expires_at: sql<Date>`now() + ${linkMinutes} * interval '1 minute'`,
          })
          .execute();
        // After the #, so that the token never reaches a server's log or another page's referrer.
        await mail.queue(
          trx,
          passwordResetLetter(user.email, `${publicOrigin}/reset-password#token=${token}`),
        );
        await noteEvent(trx, {
          kind: 'password.link_sent',
          actorId: caller?.userId ?? user.id,
          subjectId: user.id,
          ip: origin.ip,
        });
      });
    },

    /** @throws Fault `reset_link_dead` for an unknown, used or old link */
    async confirm(token: string, password: string, origin: RequestOrigin): Promise<void> {
      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (trx) => {
        const used = await trx
          .updateTable('password_resets')
          .set({ used_at: sql`now()` })
          .where('token_hash', '=', hashToken(token))
          .where('used_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning('user_id')
          .executeTakeFirst();
        const user = used && (await accounts.findUserById(trx, used.user_id));
        if (!user?.is_active) throw new Fault('reset_link_dead');
        await accounts.updatePassword(trx, user.id, passwordHash, makeSupportCode(), false);
        await accounts.endSessionsOf(trx, user.id, 'password');
        await mail.queue(trx, passwordChangedLetter(user.email, publicOrigin));
        await noteEvent(trx, {
          kind: 'password.changed',
          actorId: user.id,
          subjectId: user.id,
          ip: origin.ip,
        });
      });
    },
  };
}
