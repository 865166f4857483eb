// All SQL of the copy of a person's data. It reads the tables of every module.
import { sql } from 'kysely';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';

export type ExportRow = Awaited<ReturnType<typeof findNewestExport>>;

export function findNewestExport(reader: Reader, userId: number) {
  return reader
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** One that waits or is being made is left as it is. */
export async function insertExport(reader: Reader, id: string, userId: number): Promise<void> {
  await sql`insert into data_exports (id, user_id) values (${id}, ${userId})
    on conflict (user_id) where state in ('waiting', 'making') do nothing`.execute(reader);
}

/** The oldest that waits, or one whose maker has been silent for ten minutes. */
export async function takeExport(trx: Trx): Promise<{ id: string; user_id: number } | undefined> {
  const { rows } = await sql<{ id: string; user_id: number }>`
    update data_exports set state = 'making', touched_at = now(), done = 0
     where id = (select id from data_exports
                  where state = 'waiting' or (state = 'making' and touched_at < now() - interval '10 minutes')
                  order by requested_at limit 1 for update skip locked)
    returning id, user_id`.execute(trx);
  return rows[0];
}

export async function noteProgress(db: Database, id: string, done: number, total: number): Promise<void> {
  await sql`update data_exports set done = ${done}, total = ${total}, touched_at = now() where id = ${id}`.execute(
    db,
  );
}

export async function finishExport(
  db: Database,
  id: string,
  storageKey: string,
  byteSize: number,
): Promise<void> {
  await sql`update data_exports set state = 'ready', storage_key = ${storageKey}, byte_size = ${byteSize}, done = total,
      touched_at = now(), expires_at = now() + interval '7 days' where id = ${id} and state = 'making'`.execute(
    db,
  );
}

export async function failExport(db: Database, id: string): Promise<void> {
  await sql`update data_exports set state = 'failed', touched_at = now() where id = ${id}`.execute(db);
}

export async function expireExports(db: Database): Promise<void> {
  await sql`update data_exports set state = 'expired', storage_key = null where state = 'ready' and expires_at < now()`.execute(
    db,
  );
}

type Rows = Record<string, unknown>[];
const all = async (reader: Reader, query: ReturnType<typeof sql<Record<string, unknown>>>): Promise<Rows> =>
  (await query.execute(reader)).rows;

/** What is kept about a person, under the name of the file that it fills. Sealed columns come as they are. */
export async function readPerson(reader: Reader, id: number) {
  return {
    profile: await all(
      reader,
      sql`select id, username, email, first_name, last_name, phone, gender, birth_date, address, bio, roles, terms_version,
                 terms_accepted_at, date_joined, last_seen from users where id = ${id}`,
    ),
    sessions: await all(
      reader,
      sql`select user_agent, ip, created_at, last_seen_at, ended_at, end_reason from sessions where user_id = ${id} order by created_at`,
    ),
    wallet: await all(
      reader,
      sql`select kind, case when credit_account = 'wallet:' || user_id then 'in' else 'out' end as direction, amount_paisa, posted_after_paisa,
                 held_after_paisa, ref, reason, created_at from ledger_transfers where user_id = ${id} order by wallet_version`,
    ),
    payments: await all(
      reader,
      sql`select id, provider, amount_paisa, state, created_at from payments where user_id = ${id} order by created_at`,
    ),
    orders: await all(
      reader,
      sql`select o.id, s.name as service, t.name as sub_type, o.status, o.name, o.number_sealed, o.nid_pair_sealed, o.text_content_sealed,
                 o.note, o.staff_note, o.price_paisa, o.created_on, o.completed_at
            from orders o join services s on s.id = o.service_id join sub_types t on t.id = o.sub_type_id where o.customer_id = ${id} order by o.id`,
    ),
    documents: await all(
      reader,
      sql`select f.number, f.kind, f.full_name, f.number_sealed, f.created_at, f.current_version, r.sealed_record
            from files f left join document_records r on r.id = f.record_id where f.owner_id = ${id} order by f.id`,
    ),
    notices: await all(
      reader,
      sql`select kind, object_kind, object_id, facts, at, read_at from notices where user_id = ${id} order by id`,
    ),
    trail: await all(
      reader,
      sql`select at, kind, actor_id, object_kind, object_id, reason, ip, details from trail where subject_id = ${id} order by id`,
    ),
  };
}

export interface PersonFile {
  name: string;
  storage_key: string;
}

/** Every version of every paper, delivered files, and the picture. */
export async function listPersonFiles(reader: Reader, id: number): Promise<PersonFile[]> {
  const { rows } = await sql<PersonFile>`
    select 'papers/' || f.number || '-v' || v.version || '.pdf' as name, v.storage_key
      from files f join file_versions v on v.file_id = f.id where f.owner_id = ${id} and v.storage_key <> ''
    union all select 'delivered/' || id || '-' || name, storage_key from attachments where owner_id = ${id} and storage_key <> ''
    union all select 'picture.jpg', profile_image_key from users where id = ${id} and profile_image_key is not null`.execute(
    reader,
  );
  return rows;
}
