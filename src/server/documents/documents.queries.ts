// All SQL about document records and readings. Their contents are already encrypted here.
import { sql } from 'kysely';
import type { DocumentKind } from '#contract/documents/kinds.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export async function insertReading(
  reader: Reader,
  reading: {
    id: string;
    ownerId: number;
    kind: 'extraction' | 'lookup';
    sealed: Buffer;
    pictureIndexes: readonly Buffer[];
  },
): Promise<void> {
  await reader
    .insertInto('document_readings')
    .values({
      id: reading.id,
      owner_id: reading.ownerId,
      kind: reading.kind,
      sealed_reading: reading.sealed,
      picture_indexes: [...reading.pictureIndexes],
    })
    .execute();
}

export async function findReading(reader: Reader, id: string, ownerId: number): Promise<Buffer | undefined> {
  const row = await reader
    .selectFrom('document_readings')
    .select('sealed_reading')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.sealed_reading;
}

/** Finds the owner's readings that one of these pictures came from. */
export function findReadingsWithPictures(reader: Reader, ownerId: number, indexes: readonly Buffer[]) {
  return reader
    .selectFrom('document_readings')
    .select(['id', 'sealed_reading', 'picture_indexes'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`picture_indexes && ${[...indexes]}::bytea[]`)
    .execute();
}

/** @returns how many were deleted per owner */
export async function deleteOldReadings(
  reader: Reader,
  days: number,
): Promise<{ owner_id: number; removed: number }[]> {
  const { rows } = await sql<{ owner_id: number; removed: number }>`
    with gone as (delete from document_readings where created_at < now() - ${days} * interval '1 day' returning owner_id)
    select owner_id, count(*)::int as removed from gone group by owner_id`.execute(reader);
  return rows;
}

/** Reserves the numbers of a document that is about to be made. If it fails, they stay unused. */
export async function nextNumbers(reader: Reader): Promise<{ recordId: number; documentNumber: number }> {
  const { rows } = await sql<{ recordId: number; documentNumber: number }>`
    select nextval('document_records_id_seq')::int as "recordId", nextval('document_numbers')::int as "documentNumber"`.execute(
    reader,
  );
  return rows[0]!;
}

export function findRecord(reader: Reader, id: number, kind: DocumentKind) {
  return reader
    .selectFrom('document_records')
    .select(['id', 'owner_id', 'sealed_record', 'version'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** @returns false if a newer version has been saved meanwhile */
export async function updateRecord(
  trx: Trx,
  id: number,
  fromVersion: number,
  sealed: Buffer,
): Promise<boolean> {
  const result = await trx
    .updateTable('document_records')
    .set({ sealed_record: sealed, version: fromVersion + 1, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('version', '=', fromVersion)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
