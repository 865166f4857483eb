// All SQL of the demonstration: it fills the tables of several modules, which nothing else may.
import { sql } from 'kysely';
import type { Database } from './platform/database/connect.ts';

/** The owner for whom the demonstration is added; undefined when it is there already or nobody owns the shop yet. */
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

/** Confirms the invented addresses, and leaves the owner the whole sum of the day. */
export async function finishDemo(db: Database): Promise<void> {
  await sql`update users set is_email_active = true where username like 'demo%@nothipotro.test'`.execute(db);
  await sql`delete from cash_days`.execute(db);
}
