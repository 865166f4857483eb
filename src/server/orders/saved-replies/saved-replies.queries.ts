// All SQL about the shop's saved replies.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

const columns = ['id', 'kind', 'title', 'body'] as const;

export interface ReplyBody {
  kind?: string | undefined;
  title?: string | undefined;
  body?: string | undefined;
}

export function listReplies(reader: Reader) {
  return reader
    .selectFrom('saved_replies')
    .select(columns)
    .orderBy('kind')
    .orderBy(sql`title collate bangla`)
    .orderBy('id')
    .execute();
}

/** Counts the replies under a lock, so that none is added between counting and inserting. */
export async function countLocked(trx: Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('saved replies'))`.execute(trx);
  const { count } = await trx
    .selectFrom('saved_replies')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function insertReply(trx: Trx, reply: Required<ReplyBody>, by: number) {
  return trx
    .insertInto('saved_replies')
    .values({ kind: reply.kind ?? '', title: reply.title ?? '', body: reply.body ?? '', created_by: by })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @param seen the values that the row must still have */
export function updateReply(reader: Reader, id: number, reply: ReplyBody, seen: ReplyBody = {}) {
  return reader
    .updateTable('saved_replies')
    .set({
      ...(reply.kind === undefined ? {} : { kind: reply.kind }),
      ...(reply.title === undefined ? {} : { title: reply.title }),
      ...(reply.body === undefined ? {} : { body: reply.body }),
      updated_on: sql`now()`,
    })
    .where('id', '=', id)
    .$if(seen.kind !== undefined, (one) => one.where('kind', '=', seen.kind!))
    .$if(seen.title !== undefined, (one) => one.where('title', '=', seen.title!))
    .$if(seen.body !== undefined, (one) => one.where('body', '=', seen.body!))
    .returning(columns)
    .executeTakeFirst();
}

export const findReply = (reader: Reader, id: number) =>
  reader.selectFrom('saved_replies').select(columns).where('id', '=', id).executeTakeFirst();

export async function deleteReply(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
