// All SQL about staff notes on customers.
import type { Reader, Trx } from '../../platform/database/connect.ts';

const selectNotes = (reader: Reader) =>
  reader.selectFrom('user_notes').select(['id', 'text_sealed', 'written_at', 'author_id']);

export const listNotes = (reader: Reader, userId: number) =>
  selectNotes(reader).where('user_id', '=', userId).orderBy('id').execute();

export const getNote = (reader: Reader, id: number) =>
  selectNotes(reader).where('id', '=', id).executeTakeFirstOrThrow();

export async function insertNote(
  trx: Trx,
  note: { userId: number; authorId: number; textSealed: Buffer },
): Promise<number> {
  const { id } = await trx
    .insertInto('user_notes')
    .values({ user_id: note.userId, author_id: note.authorId, text_sealed: note.textSealed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
