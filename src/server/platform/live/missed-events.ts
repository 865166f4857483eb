// What a page missed between its first data and its channel, so that it loads only that again.
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Audience, LiveEvent } from './live.ts';
import type { Ticket } from './tickets.ts';

/** Read from the newest backwards: more are not looked through. */
const maxEvents = 1_000;
const longestMs = 10 * 60_000;
/** A transaction is dated by its start, and a replica is behind. */
const slackMs = 10_000;

/**
 * The kinds of events that were written for these audiences. Who has an order's page open is told anew to whoever opens it.
 * @param unheardMs since when, before the ticket was there: the page counts to its arrival, so that what the line takes is counted in
 * @returns undefined if that cannot be told
 */
export async function findMissedEvents(
  db: Database,
  { issuedAt }: Ticket,
  audiences: readonly Audience[],
  unheardMs: number,
): Promise<LiveEvent['type'][] | undefined> {
  if (!(unheardMs >= 0 && unheardMs <= longestMs)) return undefined;
  const { rows } = await sql<{ missed: LiveEvent['type'][]; seen: bigint }>`
    select coalesce(array_agg(distinct message ->> 'type') filter (
             where audience = any(${audiences}) and message ->> 'type' <> 'viewers'), '{}') as missed,
           count(*) as seen
      from (select audience, message, created_at from live_events order by id desc limit ${maxEvents}) newest
     where created_at >= ${new Date(issuedAt.getTime() - unheardMs - slackMs)}`.execute(db);
  const [{ missed, seen }] = rows as [(typeof rows)[number]];
  return Number(seen) < maxEvents ? missed : undefined;
}
