// All SQL of the copy of a person's data. It reads the tables of every module.
import { type RawBuilder, sql } from 'kysely';
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

const maxAttempts = 3;
const isSilent = sql`state = 'making' and touched_at < now() - interval '10 minutes'`;

/** The oldest that waits, or one whose maker has been silent for ten minutes; what its maker had stored of it is let go. */
export async function takeExport(trx: Trx): Promise<{ id: string; user_id: number } | undefined> {
  await sql`update data_exports set state = 'failed', touched_at = now() where ${isSilent} and attempts >= ${maxAttempts}`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; user_id: number }>`
    update data_exports set state = 'making', touched_at = now(), done = 0, attempts = attempts + 1
     where id = (select id from data_exports where state = 'waiting' or (${isSilent})
                  order by requested_at limit 1 for update skip locked)
    returning id, user_id`.execute(trx);
  if (rows[0]) await trx.deleteFrom('data_export_parts').where('export_id', '=', rows[0].id).execute();
  return rows[0];
}

export async function noteProgress(db: Database, id: string, done: number, total: number): Promise<void> {
  await sql`update data_exports set done = ${done}, total = ${total}, touched_at = now() where id = ${id}`.execute(
    db,
  );
}

/** Does nothing for an archive whose person was erased meanwhile. */
export async function insertPart(
  db: Database,
  id: string,
  part: { position: number; storageKey: string; byteSize: number },
): Promise<void> {
  await sql`insert into data_export_parts (export_id, position, storage_key, byte_size)
    select id, ${part.position}, ${part.storageKey}, ${part.byteSize} from data_exports where id = ${id} and state = 'making'`.execute(
    db,
  );
}

export function listParts(reader: Reader, id: string) {
  return reader
    .selectFrom('data_export_parts')
    .select(['storage_key', 'byte_size'])
    .where('export_id', '=', id)
    .orderBy('position')
    .execute();
}

export async function finishExport(db: Database, id: string): Promise<void> {
  await sql`update data_exports set state = 'ready', done = total, touched_at = now(), expires_at = now() + interval '7 days',
      byte_size = (select sum(byte_size) from data_export_parts where export_id = ${id})
    where id = ${id} and state = 'making'`.execute(db);
}

/** Another try, until there were three. */
export async function failExport(db: Database, id: string): Promise<void> {
  await sql`update data_exports set state = case when attempts < ${maxAttempts} then 'waiting' else 'failed' end, touched_at = now()
    where id = ${id} and state = 'making'`.execute(db);
}

export async function expireExports(db: Database): Promise<void> {
  await sql`update data_exports set state = 'expired' where state = 'ready' and expires_at < now()`.execute(
    db,
  );
  await sql`delete from data_export_parts where export_id in (select id from data_exports where state in ('expired', 'failed'))`.execute(
    db,
  );
}

type Query = RawBuilder<Record<string, unknown>>;

/** What is kept about a person, under the name of the file that it fills. Sealed columns come as they are. */
const sections = (id: number): Record<string, Query> => ({
  profile: sql`select id, username, email, first_name, last_name, phone, gender, birth_date, address, bio, roles, terms_version,
                 terms_accepted_at, date_joined, last_seen from users where id = ${id}`,
  sessions: sql`select user_agent, ip, created_at, last_seen_at, ended_at, end_reason from sessions where user_id = ${id} order by created_at`,
  wallet: sql`select kind, case when credit_account = 'wallet:' || user_id then 'in' else 'out' end as direction, amount_paisa, posted_after_paisa,
                 held_after_paisa, ref, reason, created_at from ledger_transfers where user_id = ${id} order by wallet_version`,
  payments: sql`select id, provider, amount_paisa, state, created_at from payments where user_id = ${id} order by created_at`,
  orders: sql`select o.id, s.name as service, t.name as sub_type, o.status, o.name, o.number_sealed, o.nid_pair_sealed, o.text_content_sealed,
                 o.note, o.staff_note, o.price_paisa, o.created_on, o.completed_at
            from orders o join services s on s.id = o.service_id join sub_types t on t.id = o.sub_type_id where o.customer_id = ${id} order by o.id`,
  documents: sql`select f.number, f.kind, f.full_name, f.number_sealed, f.created_at, f.current_version, r.sealed_record
            from files f left join document_records r on r.id = f.record_id where f.owner_id = ${id} order by f.id`,
  notices: sql`select kind, object_kind, object_id, facts, at, read_at from notices where user_id = ${id} order by id`,
  trail: sql`select at, kind, actor_id, object_kind, object_id, reason, ip, details from trail where subject_id = ${id} order by id`,
});

export const sectionNames = Object.keys(sections(0));

/** The rows of a section, some at a time. */
export async function* readSection(
  reader: Reader,
  id: number,
  name: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const rowsAtOnce = 1_000;
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from (${sections(id)[name]!}) section limit ${rowsAtOnce} offset ${offset}`.execute(reader);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
  }
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
