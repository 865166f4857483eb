// All SQL about signed copies that are uploaded in parts.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import type { SealedPart } from '../../platform/request/upload-parts.ts';

const columns = ['id', 'byte_size', 'received'] as const;

export type CopyRow = NonNullable<Awaited<ReturnType<typeof findCopy>>>;

/** Serialises the copies of one customer, so that none is added between counting and inserting. */
export async function lockCopiesOf(trx: Trx, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('copy uploads'), ${ownerId}::int)`.execute(trx);
}

/** Deletes all but the newest of a customer's copies. */
export async function keepNewest(trx: Trx, ownerId: number, kept: number): Promise<void> {
  await trx
    .deleteFrom('copy_uploads')
    .where('id', 'in', (from) =>
      from
        .selectFrom('copy_uploads as old')
        .select('old.id')
        .where('old.owner_id', '=', ownerId)
        .orderBy('old.id', 'desc')
        .offset(kept),
    )
    .execute();
}

export const insertCopy = (trx: Trx, ownerId: number, byteSize: number): Promise<CopyRow> =>
  trx
    .insertInto('copy_uploads')
    .values({ owner_id: ownerId, byte_size: byteSize })
    .returning(columns)
    .executeTakeFirstOrThrow();

const ofOwner = (reader: Reader, ownerId: number, id: number) =>
  reader.selectFrom('copy_uploads').select(columns).where('id', '=', id).where('owner_id', '=', ownerId);

export function findCopy(reader: Reader, ownerId: number, id: number) {
  return ofOwner(reader, ownerId, id).executeTakeFirst();
}

export function lockCopy(trx: Trx, ownerId: number, id: number) {
  return ofOwner(trx, ownerId, id).forUpdate().executeTakeFirst();
}

export async function addPart(trx: Trx, id: number, part: SealedPart): Promise<CopyRow> {
  await trx
    .insertInto('copy_upload_parts')
    .values({ copy_upload_id: id, from_byte: part.from, bytes_sealed: part.sealed })
    .execute();
  return trx
    .updateTable('copy_uploads')
    .set({ received: part.from + part.byteSize })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function listParts(reader: Reader, id: number) {
  return reader
    .selectFrom('copy_upload_parts')
    .select('bytes_sealed')
    .where('copy_upload_id', '=', id)
    .orderBy('from_byte')
    .execute();
}

export async function deleteCopy(reader: Reader, ownerId: number, id: number): Promise<boolean> {
  const gone = await reader
    .deleteFrom('copy_uploads')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute();
  return gone.length > 0;
}

export async function deleteOldCopies(reader: Reader): Promise<void> {
  await reader
    .deleteFrom('copy_uploads')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
