// All SQL about finished documents and delivered attachments.
import { type RawBuilder, sql } from 'kysely';
import type { FileType } from '#contract/documents/kinds.ts';
import { recordCall } from '../audit-log/record-event.ts';
import { batchReads } from '../platform/database/batching/batch-reads.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { type Columns, toColumnArrays, unnestRows } from '../platform/database/unnest-rows.ts';

export interface NewFile {
  ownerId: number;
  type: FileType;
  kind: string;
  fullName: string;
  numberSealed: Buffer;
  numberIndex: Buffer;
  numberLast4: string;
  fileCode: string;
  documentNumber: string;
  chargePaisa: bigint;
}

/** SQL fragment that inserts a file. @param from a relation with `record_id` and `balance_paisa`, with one row if the file is to be inserted */
export const insertFileSql = (from: RawBuilder<unknown>, file: NewFile): RawBuilder<unknown> => sql`
  insert into files (owner_id, type, kind, full_name, number_sealed, number_index, number_last4, file_code, number, charge_paisa, record_id, balance_after_paisa)
  select ${file.ownerId}::int, ${file.type}::text, ${file.kind}::text, ${file.fullName}::text, ${file.numberSealed}::bytea, ${file.numberIndex}::bytea,
    ${file.numberLast4}::text, ${file.fileCode}::text, ${file.documentNumber}::text, ${file.chargePaisa}::bigint, record_id, balance_paisa from ${from}
  returning id`;

export interface NewVersion {
  version: number;
  verificationCode: string;
  storageKey: string;
  sha256: Buffer;
  byteSize: number;
  maskedName: string;
  provenance: { registry: number; extracted: number; customer: number };
  madeAt: Date;
}

/** SQL fragment that inserts a version of a file. @param from a relation with the file's `id`, with one row if the version is to be inserted */
export const insertVersionSql = (from: RawBuilder<unknown>, version: NewVersion): RawBuilder<unknown> => sql`
  insert into file_versions (file_id, version, verification_code, storage_key, sha256, byte_size, masked_name, provenance, made_at)
  select id, ${version.version}::int, ${version.verificationCode}::text, ${version.storageKey}::text, ${version.sha256}::bytea, ${version.byteSize}::int,
    ${version.maskedName}::text, ${JSON.stringify(version.provenance)}::jsonb, ${version.madeAt}::timestamptz from ${from}`;

export async function insertVersion(trx: Trx, fileId: number, version: NewVersion): Promise<void> {
  await insertVersionSql(sql`(select ${fileId}::int as id) as file`, version).execute(trx);
}

export function findFileNumber(reader: Reader, id: number) {
  return reader
    .selectFrom('files')
    .select(['owner_id', 'kind', 'number_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findRecentFile(
  reader: Reader,
  ownerId: number,
  kind: string,
  numberIndexes: readonly Buffer[],
): Promise<number | undefined> {
  if (numberIndexes.length === 0) return undefined;
  const found = await reader
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('number_index', 'in', [...numberIndexes])
    .where('revoked_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Reads the file of a record under a row lock, which serialises corrections of one document. */
export function lockFileOfRecord(trx: Trx, recordId: number) {
  return trx
    .selectFrom('files')
    .select(['id', 'owner_id', 'file_code', 'number', 'current_version', 'kind'])
    .where('record_id', '=', recordId)
    .forUpdate()
    .executeTakeFirst();
}

export function findFileOfRecord(reader: Reader, recordId: number) {
  return reader
    .selectFrom('files')
    .innerJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'files.id')
        .onRef('file_versions.version', '=', 'files.current_version'),
    )
    .select([
      'files.id',
      'files.file_code',
      'files.number',
      'files.current_version',
      'file_versions.verification_code',
      'file_versions.made_at',
    ])
    .where('record_id', '=', recordId)
    .executeTakeFirst();
}

export async function advanceFile(
  trx: Trx,
  id: number,
  next: { version: number; fullName: string; numberSealed: Buffer; numberIndex: Buffer; numberLast4: string },
): Promise<void> {
  await trx
    .updateTable('files')
    .set({
      current_version: next.version,
      full_name: next.fullName,
      number_sealed: next.numberSealed,
      number_index: next.numberIndex,
      number_last4: next.numberLast4,
    })
    .where('id', '=', id)
    .execute();
}

export interface OpenedRow {
  readonly id: number;
  readonly number: string;
  readonly storage_key: string;
  readonly media_type: string;
}

/** A document to open: whose documents the reader may open, and the reason. */
export interface Opening {
  readonly kind: string;
  readonly fileCode: string;
  readonly owner: number | 'any';
  readonly actorId: number;
  readonly reason: string;
  readonly ip: string;
  readonly details: object;
}

const columns: Columns<Opening & { at: number }> = {
  at: ['int', ({ at }) => at],
  kind: ['text', ({ kind }) => kind],
  file_code: ['text', ({ fileCode }) => fileCode],
  owner_id: ['int', ({ owner }) => (owner === 'any' ? null : owner)],
  actor_id: ['int', ({ actorId }) => actorId],
  reason: ['text', ({ reason }) => reason],
  ip: ['text', ({ ip }) => ip],
  details: ['jsonb', ({ details }) => JSON.stringify(details)],
};

const recorded = recordCall(sql`found`, {
  kind: 'document.opened',
  actorId: sql`found.actor_id`,
  subjectId: sql`found.owner_id`,
  object: { kind: 'file', id: sql`found.id` },
  reason: sql`found.reason`,
  ip: sql`found.ip`,
  details: sql`found.details`,
});

const openings = compileOnce<unknown[][], OpenedRow & { at: number }>((reader, ...values) => ({
  compile: () =>
    sql<OpenedRow & { at: number }>`
      with opened as materialized (select * from ${unnestRows(columns, values)} as given),
        found as materialized (
          select opened.at, opened.actor_id, opened.reason, opened.ip, opened.details,
                 files.id, files.owner_id, files.number, file_versions.storage_key, file_versions.media_type
            from opened join files on files.file_code = opened.file_code and files.kind = opened.kind
              join file_versions on file_versions.file_id = files.id and file_versions.version = files.current_version
           where file_versions.storage_key <> '' and (opened.owner_id is null or files.owner_id = opened.owner_id)),
        recorded as (${recorded})
      select at, id, number, storage_key, media_type from found`.compile(reader),
}));

/**
 * Opens documents, each with its audit event, which is written before any byte is read. This happens so often that concurrent opens share a statement
 * and its flush to disk.
 */
export const createOpener = (reader: Reader) =>
  batchReads<Opening, OpenedRow>(async (asked) => {
    const rows = await openings(
      reader,
      ...toColumnArrays(
        columns,
        asked.map((opening, at) => ({ ...opening, at })),
      ),
    );
    return new Map(rows.map((row) => [asked[row.at]!, row]));
  }, 32);

export function findVersion(reader: Reader, by: { verificationCode: string } | { sha256: Buffer }) {
  const query = reader
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .select([
      'files.id',
      'files.kind',
      'files.number',
      'files.current_version',
      'files.revoked_at',
      'files.owner_id',
      'file_versions.version',
      'file_versions.made_at',
      'file_versions.sha256',
      'file_versions.masked_name',
      'file_versions.provenance',
    ]);
  return 'sha256' in by
    ? query.where('file_versions.sha256', '=', by.sha256).executeTakeFirst()
    : query.where('file_versions.verification_code', '=', by.verificationCode).executeTakeFirst();
}

/** Counts a check of a paper. Who checked isn't stored. */
export async function countCheck(reader: Reader, fileId: number): Promise<void> {
  await sql`insert into file_checks (file_id, checks, last_at) values (${fileId}, 1, now())
    on conflict (file_id) do update set checks = file_checks.checks + 1, last_at = now()`.execute(reader);
}

export interface NewAttachment {
  fileCode: string;
  ownerId: number;
  storageKey: string;
  name: string;
  mediaType: string;
  byteSize: number;
}

export async function insertAttachment(trx: Trx, attachment: NewAttachment): Promise<number> {
  const { id } = await trx
    .insertInto('attachments')
    .values({
      file_code: attachment.fileCode,
      owner_id: attachment.ownerId,
      storage_key: attachment.storageKey,
      name: attachment.name,
      media_type: attachment.mediaType,
      byte_size: attachment.byteSize,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes attachments that nothing references any more; the sweep removes their bytes. */
export async function deleteAttachments(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom('attachments')
      .where('id', 'in', [...ids])
      .execute();
}

/** Marks an attachment as replaced, so that only staff can open it. */
export async function markAttachmentReplaced(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('attachments').set({ replaced_at: sql`now()` }).where('id', '=', id).execute();
}

export function findAttachmentByCode(reader: Reader, fileCode: string) {
  return reader
    .selectFrom('attachments')
    .select(['id', 'owner_id', 'storage_key', 'media_type', 'name', 'byte_size', 'replaced_at'])
    .where('file_code', '=', fileCode)
    .where('storage_key', '<>', '')
    .executeTakeFirst();
}
