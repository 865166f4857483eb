// Tickets with which a page opens its live channel, because a browser's web socket cannot send an Authorization header.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../request/caller.ts';

/** Whose ticket it was. */
export interface TicketHolder {
  readonly sessionId: string;
  readonly userId: number;
}

export interface Ticket extends TicketHolder {
  readonly issuedAt: Date;
}

interface TicketDeps {
  readonly db: Database;
}

const ticketSeconds = 60;
/** Unused tickets per session; a further one replaces the oldest. */
const maxTickets = 200;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

export async function makeTicket(
  { db }: TicketDeps,
  caller: Caller,
): Promise<{ ticket: string; expires_in: number }> {
  const ticket = randomBytes(24).toString('base64url');
  await sql`
    delete from ws_tickets where session_id = ${caller.sessionId} and ticket_hash not in (
      select ticket_hash from ws_tickets where session_id = ${caller.sessionId}
       order by expires_at desc limit ${maxTickets - 1})`.execute(db);
  await db
    .insertInto('ws_tickets')
    .values({
      ticket_hash: hashOf(ticket),
      user_id: caller.userId,
      session_id: caller.sessionId,
      expires_at: sql<Date>`now() + ${ticketSeconds} * interval '1 second'`,
    })
    .execute();
  return { ticket, expires_in: ticketSeconds };
}

/** Uses a ticket up. @returns its holder; undefined if it does not exist or has expired */
export async function useTicket({ db }: TicketDeps, ticket: string): Promise<Ticket | undefined> {
  const row = await db
    .deleteFrom('ws_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .returning([
      'session_id',
      'user_id',
      sql<boolean>`expires_at > now()`.as('is_live'),
      sql<Date>`expires_at - ${ticketSeconds} * interval '1 second'`.as('issued_at'),
    ])
    .executeTakeFirst();
  return row?.is_live
    ? { sessionId: row.session_id, userId: row.user_id, issuedAt: row.issued_at }
    : undefined;
}

export async function removeOldTickets({ db }: TicketDeps): Promise<void> {
  await sql`delete from ws_tickets where expires_at < now()`.execute(db);
}
