// All SQL of queued mail.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader } from '../database/connect.ts';
import { todayInDhaka } from '../database/dhaka.ts';

/** As long as mail servers retry: a shop's server may be down for a weekend, or refuse the password until someone is back. */
export const maxRetryDays = 3;
/** A mail that a wrong clock has postponed by days is due as well. */
const isDue = sql<boolean>`next_attempt_at not between now() and now() + interval '2 hours'`;

export interface QueuedMail {
  readonly id: string;
  readonly sealedMail: Buffer;
  readonly recipientIndex: Buffer;
  readonly usefulMinutes: number | undefined;
}

export async function insertMail(
  reader: Reader,
  { id, sealedMail, recipientIndex, usefulMinutes }: QueuedMail,
): Promise<void> {
  await sql`
    insert into mails (id, sealed_mail, recipient_index, useful_until)
    values (${id}, ${sealedMail}, ${recipientIndex}, now() + ${usefulMinutes ?? null}::int * interval '1 minute')`.execute(
    reader,
  );
}

export interface ClaimedMail {
  id: string;
  sealed_mail: Buffer;
  attempts: number;
}

/** Claims a due mail until its next attempt. Mails that expire go first, because someone is waiting for them; expired ones are skipped. */
export async function claimMail(db: Database): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mails set attempts = attempts + 1, next_attempt_at = now() + least(attempts + 1, 60) * interval '1 minute'
     where id = (select id from mails where ${isDue} and (useful_until > now()) is not false
                  order by useful_until, next_attempt_at limit 1 for update skip locked)
    returning id, sealed_mail, attempts`.execute(db);
  return rows[0];
}

export async function removeMail(db: Database, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/**
 * Postpones all due mail when the server cannot be reached, as if each had been tried. The one that was tried comes last, because it may be at fault.
 * @returns whether any of them has now reached that many attempts
 */
export async function postponeMail(db: Database, tried: string, attempts: number): Promise<boolean> {
  const { rows } = await sql<{ attempts: number }>`
    update mails set attempts = attempts + (id <> ${tried})::int,
           next_attempt_at = now() + (least(attempts, 9) + 1) * interval '1 minute'
     where id = ${tried} or ${isDue}
    returning attempts`.execute(db);
  return rows.some((row) => row.attempts === attempts);
}

async function discard(db: Database, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given_up as (delete from mails where ${which} returning 1),
         counted as (insert into unsent_mails (day, count)
                     select ${todayInDhaka}, count(*) from given_up having count(*) > 0
                         on conflict (day) do update set count = unsent_mails.count + excluded.count)
    select count(*)::int as count from given_up`.execute(db);
  return rows[0]!.count;
}

/** Discards mail that expired before it could be sent. @returns how many */
export const discardExpired = (db: Database): Promise<number> =>
  discard(db, sql`useful_until <= now() and ${isDue}`);

/** Discards mail that could not be delivered for days. @param isAway whether the server is unreachable, so that all due mail is affected. @returns how many */
export const discardUndeliverable = (db: Database, tried: string, isAway: boolean): Promise<number> =>
  discard(
    db,
    sql`created_at <= now() - ${maxRetryDays} * interval '1 day' and (id = ${tried} or (${isAway} and ${isDue}))`,
  );

/** Counts mail that was discarded within the last week. */
export async function countUnsent(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from unsent_mails where day > ${todayInDhaka} - 7`.execute(
    reader,
  );
  return rows[0]!.count;
}

/** Returns when the oldest queued mail was written. */
export async function readOldestMail(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`select min(created_at) as oldest from mails`.execute(
    reader,
  );
  return rows[0]!.oldest;
}
