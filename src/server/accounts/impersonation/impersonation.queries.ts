// SQL of impersonation.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

export interface NewImpersonation {
  id: string;
  tokenHash: Buffer;
  staffId: number;
  staffSessionId: string;
  customerId: number;
  reason: string;
  ip: string;
  minutes: number;
}

/** Serialises the starts of impersonations in one session, since a later one ends the earlier. */
export async function lockSession(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function insertImpersonation(trx: Trx, view: NewImpersonation): Promise<Date> {
  const row = await trx
    .insertInto('customer_views')
    .values({
      id: view.id,
      token_hash: view.tokenHash,
      staff_id: view.staffId,
      staff_session_id: view.staffSessionId,
      customer_id: view.customerId,
      reason: view.reason,
      ip: view.ip,
      expires_at: sql<Date>`now() + ${view.minutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** How a request identifies its impersonation: by token, or by id together with the staff session it was started in. */
export type ImpersonationKey = { tokenHash: Buffer } | { id: string; staffSessionId: string };

/** Finds an open impersonation, as long as its staff session and both users are valid. Runs on every request. */
export function findImpersonation(reader: Reader, named: ImpersonationKey, ip: string) {
  return reader
    .selectFrom('customer_views as v')
    .innerJoin('sessions as s', 's.id', 'v.staff_session_id')
    .innerJoin('users as staff', 'staff.id', 'v.staff_id')
    .innerJoin('users as customer', 'customer.id', 'v.customer_id')
    .select([
      'v.id',
      'v.reason',
      'v.staff_id',
      'v.customer_id',
      'staff.roles as staff_roles',
      'customer.roles as customer_roles',
    ])
    .where((is) =>
      'tokenHash' in named
        ? is('v.token_hash', '=', named.tokenHash)
        : is.and({ 'v.id': named.id, 'v.staff_session_id': named.staffSessionId }),
    )
    .where('v.ip', '=', ip)
    .where('v.ended_at', 'is', null)
    .where('v.expires_at', '>', sql<Date>`now()`)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('staff.is_active', '=', true)
    .where('staff.deleted_at', 'is', null)
    .where('customer.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** @returns whether this is the area's first access in this impersonation */
export async function insertViewedArea(reader: Reader, viewId: string, what: string): Promise<boolean> {
  const row = await reader
    .insertInto('customer_view_looks')
    .values({ view_id: viewId, what })
    .onConflict((conflict) => conflict.doNothing())
    .returning('what')
    .executeTakeFirst();
  return row !== undefined;
}

export interface EndedImpersonation {
  id: string;
  staff_id: number;
  customer_id: number;
  reason: string;
}

const endedColumns = sql`v.id, v.staff_id, v.customer_id, v.reason`;

/** Ends a staff member's open impersonations: one by id, or those of one session. */
export async function endImpersonations(
  trx: Trx,
  staffId: number,
  which: { id: string } | { sessionId: string },
): Promise<EndedImpersonation[]> {
  const chosen =
    'id' in which ? sql`v.id::text = ${which.id}` : sql`v.staff_session_id = ${which.sessionId}::uuid`;
  const { rows } = await sql<EndedImpersonation>`update customer_views v set ended_at = now()
    where v.ended_at is null and v.staff_id = ${staffId} and ${chosen} returning ${endedColumns}`.execute(
    trx,
  );
  return rows;
}

/** Ends impersonations that have expired or whose staff session has ended. */
export async function endLapsedImpersonations(trx: Trx): Promise<EndedImpersonation[]> {
  const { rows } = await sql<EndedImpersonation>`update customer_views v set ended_at = now()
     from sessions s, users u
    where v.ended_at is null and s.id = v.staff_session_id and u.id = v.staff_id
      and (v.expires_at <= now() or s.ended_at is not null or s.expires_at <= now() or not u.is_active)
    returning ${endedColumns}`.execute(trx);
  return rows;
}
