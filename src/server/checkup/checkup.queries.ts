// All SQL of the check-up.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** Lists random papers. */
export async function listPapers(reader: Reader, limit: number): Promise<{ storage_key: string }[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from file_versions where storage_key <> '' order by random() limit ${limit}`.execute(
    reader,
  );
  return rows;
}

/** Reads the database's clock, and the latest time that was ever recorded. */
export async function readDatabaseTime(reader: Reader): Promise<{ now: Date; latest: Date | null }> {
  const { rows } = await sql<{ now: Date; latest: Date | null }>`
    select clock_timestamp() as now, (select max(at) from trail) as latest`.execute(reader);
  return rows[0]!;
}

/** Whether statements have a timeout; connections through a pooler have the limits that the pooler sets. */
export async function isTimeLimited(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ limited: boolean }>`
    select current_setting('statement_timeout') <> '0' and current_setting('idle_in_transaction_session_timeout') <> '0' as limited`.execute(
    reader,
  );
  return rows[0]!.limited;
}

/** Whether the database's log records the parameters of statements, which hold personal data. */
export async function recordsParameters(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ records: boolean }>`
    select current_setting('log_parameter_max_length') <> '0'
           and (current_setting('log_statement') in ('mod', 'all')
                or current_setting('log_min_duration_statement') <> '-1'
                or current_setting('log_min_duration_sample') <> '-1'
                or current_setting('log_transaction_sample_rate') <> '0') as records`.execute(reader);
  return rows[0]!.records;
}

/** Reads the sender of the shop's mail, if an owner has set one, and how many emails the server rejected three times or more. */
export async function readMail(reader: Reader): Promise<{ sender: string | null; failing: number }> {
  const { rows } = await sql<{ sender: string | null; failing: number }>`
    select (select value->>'sender' from shop_settings where key = 'mail') as sender,
           (select count(*)::int from mails where attempts >= 3) as failing`.execute(reader);
  return rows[0]!;
}

/** Counts active staff, and active owners without a second factor or with an address that receives no mail (RFC 2606). */
export async function countStaff(reader: Reader) {
  const { rows } = await sql<{ staff: number; unprotected: number; unreachable: number }>`
    select count(*)::int as staff,
           count(*) filter (where 'owner' = any(roles) and totp_confirmed_at is null)::int as unprotected,
           count(*) filter (where 'owner' = any(roles) and email ilike '%.test')::int as unreachable
      from users where roles <> '{customer}' and is_active and deleted_at is null`.execute(reader);
  return rows[0]!;
}
