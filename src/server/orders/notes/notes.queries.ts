// All SQL about the notes of staff on orders.
import type { Reader, Trx } from '../../platform/database/connect.ts';

const selectNotes = (reader: Reader) =>
  reader
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'order_notes.author_id')
    .select([
      'order_notes.id',
      'text_sealed',
      'written_at',
      'author_id',
      'users.first_name',
      'users.last_name',
    ]);

export const listNotes = (reader: Reader, orderId: number) =>
  selectNotes(reader).where('order_id', '=', orderId).orderBy('order_notes.id').execute();

export const getNote = (reader: Reader, id: number) =>
  selectNotes(reader).where('order_notes.id', '=', id).executeTakeFirstOrThrow();

export type NoteRow = Awaited<ReturnType<typeof getNote>>;

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
