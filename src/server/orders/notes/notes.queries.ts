// All SQL about staff's notes on orders.
import type { Reader, Trx } from '../../platform/database/connect.ts';

const selectNotes = (reader: Reader) =>
  reader.selectFrom('order_notes').select(['id', 'text_sealed', 'written_at', 'author_id']);

export const listNotes = (reader: Reader, orderId: number) =>
  selectNotes(reader).where('order_id', '=', orderId).orderBy('id').execute();

export const getNote = (reader: Reader, id: number) =>
  selectNotes(reader).where('id', '=', id).executeTakeFirstOrThrow();

export async function insertNote(
  trx: Trx,
  note: { orderId: number; authorId: number; textSealed: Buffer },
): Promise<number> {
  const { id } = await trx
    .insertInto('order_notes')
    .values({ order_id: note.orderId, author_id: note.authorId, text_sealed: note.textSealed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
