// All SQL of the demo, which alone may write to the tables of several modules.
import { sql } from 'kysely';
import type { Database, Trx } from './platform/database/connect.ts';

/** Finds the owner in whose name the demo is added; undefined if the demo exists already or the shop has no owner yet. */
export async function findDemoOwner(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where 'owner' = any(roles)
       and not exists (select from users where username like 'demo%@nothipotro.test')
     order by id limit 1`.execute(db);
  return rows[0]?.id;
}

export async function findUserId(db: Database, username: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from users where username = ${username}`.execute(db);
  return rows[0]?.id;
}

export async function findWalletVersion(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version::int as version from wallets where user_id = ${userId}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Resets the daily cash limits, because the demo posts months in one day. */
export async function forgetCashOfToday(db: Database): Promise<void> {
  await sql`delete from cash_days`.execute(db);
}

/** Confirms the invented addresses, and restores the owner's full cash limit of the day. */
export async function finishDemo(db: Database): Promise<void> {
  await sql`update users set is_email_active = true where username like 'demo%@nothipotro.test'`.execute(db);
  await forgetCashOfToday(db);
}

/** Movements of a wallet after one version and up to another, and the time to which they are dated back. */
export interface Past {
  readonly userId: number;
  readonly after: number;
  readonly until: number;
  readonly at: Date;
}

/**
 * Dates the demo's movements back, as the database's owner; amounts and their order stay. Orders, papers and recharges follow their movements. Does
 * nothing in a shop that has closed days or other people's movements.
 * @returns whether they were dated back
 */
export async function moveIntoPast(trx: Trx, past: readonly Past[]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('close days'))`.execute(trx);
  const column = <T>(read: (one: Past) => T) => past.map(read);
  const userIds = column(({ userId }) => userId);
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from ledger_days) or exists (select from ledger_transfers where user_id <> all(${userIds}::integer[])) as is_used`.execute(
    trx,
  );
  if (rows[0]!.is_used) return false;
  // A hold comes first; what settles it follows after one to four hours.
  await sql`
    update ledger_transfers t
       set created_at = p.at + case when t.hold_id is null then interval '0' else interval '1 hour' + (t.user_id * 7919 + t.wallet_version * 104729) % 180 * interval '1 minute' end
      from unnest(${userIds}::integer[], ${column(({ after }) => after)}::bigint[], ${column(({ until }) => until)}::bigint[],
                  ${column(({ at }) => at)}::timestamptz[]) p (user_id, after, until, at)
     where t.user_id = p.user_id and t.wallet_version > p.after and t.wallet_version <= p.until`.execute(trx);
  await sql`
    update orders o
       set created_on = h.created_at, due_on = h.created_at + (o.due_on - o.created_on), updated_on = coalesce(s.created_at, h.created_at),
           taken_at = case when o.operator_id is not null then h.created_at + (coalesce(s.created_at, h.created_at) - h.created_at) * 0.4 end,
           completed_at = case when o.completed_at is not null then s.created_at end
      from ledger_transfers h left join ledger_transfers s on s.hold_id = h.id
     where h.id = o.hold_id and h.created_at < o.created_on - interval '12 hours'`.execute(trx);
  await sql`
    update order_timeline l set at = case when l.status = 'pending' then o.created_on else o.updated_on end
      from orders o where o.id = l.order_id and o.updated_on < l.at - interval '6 hours'`.execute(trx);
  await sql`
    update files f set created_at = t.created_at from ledger_transfers t where t.ref = 'document:' || f.file_code`.execute(
    trx,
  );
  await sql`update file_versions v set made_at = f.created_at from files f where f.id = v.file_id and v.version = 1`.execute(
    trx,
  );
  await sql`
    update recharge_ways w set received_at = t.created_at from ledger_transfers t where t.kind = 'recharge' and t.ref = w.ref`.execute(
    trx,
  );
  await sql`
    update users u set date_joined = first.at - interval '20 minutes'
      from (select user_id, min(created_at) as at from ledger_transfers group by 1) first where first.user_id = u.id`.execute(
    trx,
  );
  await sql`
    update notices n
       set at = case when n.kind = 'order_created' then o.created_on else o.updated_on end,
           read_at = case when n.kind = 'order_created' then o.created_on else o.updated_on end
      from orders o
     where n.object_kind = 'order' and n.object_id = o.id::text and o.updated_on < now() - interval '12 hours'`.execute(
    trx,
  );
  // A notice about money refers to no movement: a person's first notice belongs to their first recharge, and so on.
  await sql`
    update notices n set at = t.created_at, read_at = case when t.created_at < now() - interval '12 hours' then t.created_at end
      from (select id, user_id, row_number() over (partition by user_id order by id) as nth from notices where kind = 'recharge_credited') told
      join (select user_id, created_at, row_number() over (partition by user_id order by wallet_version) as nth
              from ledger_transfers where kind = 'recharge' and actor_id is distinct from user_id) t
        on t.user_id = told.user_id and t.nth = told.nth
     where n.id = told.id`.execute(trx);
  return true;
}
