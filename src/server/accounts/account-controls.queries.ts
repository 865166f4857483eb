// All SQL about who controls whose account.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

const days = 7;

/** Records that a person reset or promoted an account, which gives them control over it for a week. */
export async function recordAccountControl(
  trx: Trx,
  control: { userId: number; byId: number; what: 'reset' | 'raised' },
): Promise<void> {
  if (control.userId === control.byId) return;
  await trx
    .insertInto('account_controls')
    .values({ user_id: control.userId, by_id: control.byId, what: control.what })
    .execute();
}

/** Whether neither person controls the other's account, and no third person set both passwords. */
export async function areIndependent(
  reader: Reader,
  requesterId: number,
  approverId: number,
): Promise<boolean> {
  const since = sql`now() - ${days} * interval '1 day'`;
  const { rows } = await sql<{ is_bound: boolean }>`
    with controls as (
      select user_id, by_id, what = 'raised' as only_raised from account_controls
       where user_id in (${requesterId}, ${approverId}) and at > ${since}
      union all
      select id, created_by, false from users
       where id in (${requesterId}, ${approverId}) and created_by is not null and date_joined > ${since})
    select exists (
      select from controls where user_id = ${approverId} and by_id = ${requesterId}
      union all
      select from controls where user_id = ${requesterId} and by_id = ${approverId} and not only_raised
      union all
      select from controls one join controls other on other.by_id = one.by_id
       where one.user_id = ${requesterId} and other.user_id = ${approverId}
         and not one.only_raised and not other.only_raised) as is_bound`.execute(reader);
  return !rows[0]!.is_bound;
}
