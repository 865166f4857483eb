// Finds the events that a page missed between loading its data, or losing its last channel, and opening this one, so that it reloads only what they affect.
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Audience, LiveEvent } from './live.ts';
import type { Ticket } from './tickets.ts';

/** Events to search, from the newest backwards. */
const maxEvents = 1_000;
const longestMs = 10 * 60_000;
/** Event times are those of the transaction's start, and a replica may be behind. */
const slackMs = 10_000;

/**
 * Returns the types of events that were written for these audiences. Viewers of an order are left out: whoever opens its page receives them anyway.
 * @param unheardMs time between loading the data and the arrival of the ticket, measured by the page, so that it includes the network's delay
 * @returns undefined if it cannot be determined
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
