// Guessing slows down: by name and address, by name from unknown addresses, by address. A stranger's guesses never
// lock out somebody who signs in from where they signed in before.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Vault } from '../platform/vault.ts';

const windowMinutes = 15;
const freeTries = 5;
const triesFromUnknown = 20;
const triesFromAddress = 100;
const firstWaitSeconds = 30;
const longestWaitSeconds = 900;

interface Counts {
  here: number;
  here_last_age: number | null;
  elsewhere: number;
  address: number;
  is_known: boolean;
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

export function createSignInThrottle(vault: Vault) {
  const hashOf = (username: string) => vault.blindIndex(username.toLowerCase(), 'sign-in name');

  return {
    /** @throws Fault `too_many_requests` with the seconds to wait */
    async assertMayTry(
      reader: Reader,
      username: string,
      ip: string,
      userId: number | undefined,
    ): Promise<void> {
      const hash = hashOf(username);
      const since = sql`now() - ${windowMinutes} * interval '1 minute'`;
      const { rows } = await sql<Counts>`select
          count(*) filter (where account_hash = ${hash} and ip = ${ip})::int as here,
          extract(epoch from now() - max(at) filter (where account_hash = ${hash} and ip = ${ip}))::float8 as here_last_age,
          count(*) filter (where account_hash = ${hash} and ip <> ${ip})::int as elsewhere,
          count(*) filter (where ip = ${ip})::int as address,
          exists (select from sessions where user_id = ${userId ?? null}::integer and sessions.ip = ${ip}
                   and created_at > now() - interval '30 days') as is_known
        from sign_in_failures where at > ${since} and (account_hash = ${hash} or ip = ${ip})`.execute(reader);
      const counts = rows[0]!;
      let wait = 0;
      if (counts.here >= freeTries) {
        const pause = Math.min(firstWaitSeconds * 2 ** (counts.here - freeTries), longestWaitSeconds);
        wait = pause - (counts.here_last_age ?? 0);
      }
      if (!counts.is_known && counts.here + counts.elsewhere >= triesFromUnknown) wait = Math.max(wait, 60);
      if (counts.address >= triesFromAddress) wait = Math.max(wait, 60);
      if (wait > 0) {
        const seconds = Math.ceil(wait);
        throw new Fault('too_many_requests', { seconds }, seconds);
      }
    },

    async noteFailure(reader: Reader, username: string, ip: string): Promise<void> {
      await reader
        .insertInto('sign_in_failures')
        .values({ account_hash: hashOf(username), ip })
        .execute();
    },

    /** After a good sign-in the tries from there are forgotten. */
    async forget(reader: Reader, username: string, ip: string): Promise<void> {
      await reader
        .deleteFrom('sign_in_failures')
        .where('account_hash', '=', hashOf(username))
        .where('ip', '=', ip)
        .execute();
    },

    async removeOld(reader: Reader): Promise<void> {
      await sql`delete from sign_in_failures where at < now() - interval '1 day'`.execute(reader);
    },
  };
}
