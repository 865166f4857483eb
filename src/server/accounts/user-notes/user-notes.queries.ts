// All SQL about staff notes on customers.
import type { Reader, Trx } from '../../platform/database/connect.ts';

const selectNotes = (reader: Reader) =>
  reader
    .selectFrom('user_notes')
    .innerJoin('users', 'users.id', 'user_notes.author_id')
    .select([
      'user_notes.id',
      'text_sealed',
      'written_at',
      'author_id',
      'users.first_name',
      'users.last_name',
    ]);

export const listNotes = (reader: Reader, userId: number) =>
  selectNotes(reader).where('user_id', '=', userId).orderBy('user_notes.id').execute();

export const getNote = (reader: Reader, id: number) =>
  selectNotes(reader).where('user_notes.id', '=', id).executeTakeFirstOrThrow();

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
