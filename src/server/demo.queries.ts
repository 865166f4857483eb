// All SQL of the demo: it fills the tables of several modules, which nothing else may.
import { sql } from 'kysely';
import type { Database } from './platform/database/connect.ts';

/** The owner in whose name the demo is added; undefined if it exists already or nobody owns the shop yet. */
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

/** Confirms the invented addresses, and gives the owner back the full cash limit of the day. */
export async function finishDemo(db: Database): Promise<void> {
  await sql`update users set is_email_active = true where username like 'demo%@nothipotro.test'`.execute(db);
  await sql`delete from cash_days`.execute(db);
}
