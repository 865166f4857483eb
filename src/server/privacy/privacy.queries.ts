// SQL of personal data archives. Each module declares its contents in its `x.personal.ts`.
import { sql } from 'kysely';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import type { ArchiveSection } from '../platform/personal-data.ts';
import { aboutPerson } from './erasure.queries.ts';
import { archiveFiles } from './personal-data.ts';

export type ExportRow = Awaited<ReturnType<typeof findNewestExport>>;

export function findNewestExport(reader: Reader, userId: number) {
  return reader
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`requested_at > now() + interval '1 minute'`)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the user ever had a staff role. Every change of roles is in the audit log. */
export async function wasStaff(reader: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from trail where subject_id = ${userId} and kind = 'user.roles_changed') as was`.execute(
    reader,
  );
  return rows[0]!.was;
}

/** Requests an export, unless one is pending or running. */
export async function insertExport(reader: Reader, id: string, userId: number): Promise<void> {
  await sql`insert into data_exports (id, user_id) values (${id}, ${userId})
    on conflict (user_id) where state in ('waiting', 'making') do nothing`.execute(reader);
}

const maxAttempts = 3;
/** Also matches exports that were started while the clock was ahead. */
const isSilent = sql`state = 'making' and touched_at not between now() - interval '10 minutes' and now() + interval '1 minute'`;

/** An attempt at an export. A process that was suspended so long that another one took over can't write to the export any more. */
export interface Attempt {
  readonly id: string;
  readonly attempts: number;
}
const isOwn = ({ id, attempts }: Attempt) => sql`id = ${id} and state = 'making' and attempts = ${attempts}`;

/** Claims the oldest pending export, or one whose worker has been silent for ten minutes, dropping the parts already stored. */
export async function takeExport(trx: Trx): Promise<(Attempt & { user_id: number }) | undefined> {
  await sql`update data_exports set state = 'failed', touched_at = now() where ${isSilent} and attempts >= ${maxAttempts}`.execute(
    trx,
  );
  const { rows } = await sql<Attempt & { user_id: number }>`
    update data_exports set state = 'making', touched_at = now(), done = 0, attempts = attempts + 1
     where id = (select id from data_exports where state = 'waiting' or (${isSilent})
                  order by requested_at limit 1 for update skip locked)
    returning id, user_id, attempts`.execute(trx);
  if (rows[0]) await trx.deleteFrom('data_export_parts').where('export_id', '=', rows[0].id).execute();
  return rows[0];
}

export async function recordProgress(
  db: Database,
  attempt: Attempt,
  done: number,
  total: number,
): Promise<void> {
  await sql`update data_exports set done = ${done}, total = ${total}, touched_at = now() where ${isOwn(attempt)}`.execute(
    db,
  );
}

/** Does nothing if the person was erased meanwhile. */
export async function insertPart(
  db: Database,
  attempt: Attempt,
  part: { position: number; storageKey: string; byteSize: number },
): Promise<void> {
  await sql`insert into data_export_parts (export_id, position, storage_key, byte_size)
    select id, ${part.position}, ${part.storageKey}, ${part.byteSize} from data_exports where ${isOwn(attempt)}`.execute(
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

export async function finishExport(db: Database, attempt: Attempt): Promise<void> {
  await sql`update data_exports set state = 'ready', done = total, touched_at = now(), expires_at = now() + interval '7 days',
      byte_size = (select sum(byte_size) from data_export_parts where export_id = ${attempt.id})
    where ${isOwn(attempt)}`.execute(db);
}

/** Requeues the export, for up to three attempts. */
export async function failExport(db: Database, attempt: Attempt): Promise<void> {
  await sql`update data_exports set state = case when attempts < ${maxAttempts} then 'waiting' else 'failed' end, touched_at = now()
    where ${isOwn(attempt)}`.execute(db);
}

export async function expireExports(db: Database): Promise<void> {
  await sql`update data_exports set state = 'expired' where state = 'ready' and expires_at not between now() and now() + interval '8 days'`.execute(
    db,
  );
  await sql`delete from data_export_parts where export_id in (select id from data_exports where state in ('expired', 'failed'))`.execute(
    db,
  );
}

/** Reads the rows of a section in batches from one snapshot. Encrypted columns aren't decrypted. */
export async function* readSection(
  db: Database,
  id: number,
  { select }: ArchiveSection,
): AsyncGenerator<Record<string, unknown>[]> {
  const rowsAtOnce = 1_000;
  const trx = await db.startTransaction().execute();
  try {
    // Each batch is stored before the next is read, so the transaction may be idle for a while.
    await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(trx);
    await sql`declare section cursor for ${aboutPerson(select, { id })}`.execute(trx);
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(rowsAtOnce)} from section`.execute(
        trx,
      );
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    await trx.rollback().execute();
  }
}

export interface PersonFile {
  name: string;
  storage_key: string;
}

/** Lists all files that modules store about the person. */
export async function listPersonFiles(reader: Reader, id: number): Promise<PersonFile[]> {
  const selects = archiveFiles.map((select) => aboutPerson(select, { id }));
  const { rows } = await sql<PersonFile>`${sql.join(selects, sql` union all `)}`.execute(reader);
  return rows;
}
