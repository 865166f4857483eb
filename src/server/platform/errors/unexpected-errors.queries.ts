// All SQL of unexpected errors.
import { sql } from 'kysely';
import type { Reader } from '../database/connect.ts';

export interface UnexpectedError {
  /** Shown in the response and in the log. */
  readonly reference: string;
  /** The pattern of the address, without ids. */
  readonly path: string;
}

export async function insertError(reader: Reader, error: UnexpectedError): Promise<void> {
  await reader.insertInto('unexpected_errors').values(error).execute();
}

/** Returns the number of errors of the last seven days and the newest three, preferring errors from different paths. */
export async function readErrors(reader: Reader) {
  const recent = reader
    .selectFrom('unexpected_errors')
    .where('at', '>', sql<Date>`now() - interval '7 days'`);
  const { count } = await recent.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const newest = await recent
    .select(['reference', 'at', 'path'])
    .orderBy(sql`row_number() over (partition by path order by at desc)`)
    .orderBy('at', 'desc')
    .limit(3)
    .execute();
  return { count, newest };
}
