// All SQL about files that customers attach to orders.
import { sql } from 'kysely';
import { type Database, inTransaction, type Reader, type Trx } from '../../platform/database/connect.ts';
import type { SealedPart } from '../../platform/request/upload-parts.ts';

const columns = ['id', 'owner_id', 'order_id', 'name', 'byte_size', 'received', 'attachment_id'] as const;

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

export const countUnused = async (reader: Reader, ownerId: number): Promise<number> =>
  (
    await reader
      .selectFrom('order_attachments')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('owner_id', '=', ownerId)
      .where('order_id', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export const insertUpload = (
  trx: Trx,
  upload: { ownerId: number; name: string; byteSize: number },
): Promise<UploadRow> =>
  trx
    .insertInto('order_attachments')
    .values({ owner_id: upload.ownerId, name: upload.name, byte_size: upload.byteSize })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Finds an upload of the owner that no order uses yet. */
export function findUpload(reader: Reader, ownerId: number, id: number) {
  return reader
    .selectFrom('order_attachments')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('order_id', 'is', null)
    .executeTakeFirst();
}

export function lockUpload(trx: Trx, ownerId: number, id: number) {
  return trx
    .selectFrom('order_attachments')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('order_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Serialises the uploads of one customer, so that none is added between counting and inserting. */
export async function lockUploadsOf(trx: Trx, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order attachments'), ${ownerId}::int)`.execute(trx);
}

export async function addPart(trx: Trx, id: number, part: SealedPart): Promise<UploadRow> {
  await trx
    .insertInto('order_attachment_parts')
    .values({ order_attachment_id: id, from_byte: part.from, bytes_sealed: part.sealed })
    .execute();
  return trx
    .updateTable('order_attachments')
    .set({ received: part.from + part.byteSize })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function listParts(reader: Reader, id: number) {
  return reader
    .selectFrom('order_attachment_parts')
    .select('bytes_sealed')
    .where('order_attachment_id', '=', id)
    .orderBy('from_byte')
    .execute();
}

/** Marks the upload as complete and checked, and drops its parts. */
export async function finishUpload(
  trx: Trx,
  id: number,
  done: { attachmentId: number; name: string },
): Promise<UploadRow> {
  await trx.deleteFrom('order_attachment_parts').where('order_attachment_id', '=', id).execute();
  return trx
    .updateTable('order_attachments')
    .set({ attachment_id: done.attachmentId, name: done.name })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns the files that nothing references any more */
export const deleteUpload = async (trx: Trx, ownerId: number, id: number) =>
  trx
    .deleteFrom('order_attachments')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('order_id', 'is', null)
    .returning('attachment_id')
    .execute();

/** Deletes uploads older than a day that no order used. @returns their files */
export const deleteUnused = (trx: Trx, limit: number) =>
  trx
    .deleteFrom('order_attachments')
    .where('id', 'in', (from) =>
      from
        .selectFrom('order_attachments as old')
        .select('old.id')
        .where('old.order_id', 'is', null)
        .where('old.created_at', '<', sql<Date>`now() - interval '1 day'`)
        .orderBy('old.id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('attachment_id')
    .execute();

/** Locks the given uploads that the owner may still attach to an order. @returns how many */
export const lockReadyUploads = async (trx: Trx, ownerId: number, ids: readonly number[]): Promise<number> =>
  (
    await trx
      .selectFrom('order_attachments')
      .select('id')
      .where('id', 'in', [...ids])
      .where('owner_id', '=', ownerId)
      .where('order_id', 'is', null)
      .where('attachment_id', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute()
  ).length;

export interface NamedUpload {
  readonly id: number;
  /** Key of the paper in the order's form; null for an upload that the form doesn't ask for. */
  readonly paper: string | null;
}

export async function attachUploads(
  trx: Trx,
  orderId: number,
  uploads: readonly NamedUpload[],
): Promise<void> {
  await sql`
    update order_attachments set order_id = ${orderId}, paper = named.paper
      from unnest(${uploads.map(({ id }) => id)}::int[], ${uploads.map(({ paper }) => paper)}::text[]) as named (id, paper)
     where order_attachments.id = named.id`.execute(trx);
}

/** Reads uploads without locking them. */
export async function findReady(reader: Reader, ownerId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('order_attachments')
    .select(['id', 'name', 'byte_size'])
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .where('attachment_id', 'is not', null)
    .execute();
  return rows.map(({ id, name, byte_size }) => ({ id, name, byteSize: byte_size }));
}

export function listOfOrder(reader: Reader, orderId: number) {
  return reader
    .selectFrom('order_attachments')
    .innerJoin('attachments', 'attachments.id', 'order_attachments.attachment_id')
    .select([
      'order_attachments.id',
      'order_attachments.created_at',
      'order_attachments.paper',
      'attachments.name',
      'attachments.media_type',
      'attachments.byte_size',
      'attachments.file_code',
    ])
    .where('order_attachments.order_id', '=', orderId)
    .where('attachments.storage_key', '<>', '')
    .orderBy('order_attachments.id')
    .execute();
}

/** Removes unused uploads in portions. @param removeFiles removes the rows of their files */
export async function removeUnused(
  db: Database,
  removeFiles: (trx: Trx, ids: readonly number[]) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await inTransaction(db, async (trx) => {
      const rows = await deleteUnused(trx, 200);
      await removeFiles(
        trx,
        rows.flatMap(({ attachment_id }) => attachment_id ?? []),
      );
      return rows.length;
    });
    removed += gone;
    if (gone < 200) return removed;
  }
}
