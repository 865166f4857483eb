// Finds the caller behind a session: on every request, and for the frequent calls in the round trip of their first statement.
import { sql } from 'kysely';
import { askedTogether } from '../../platform/database/asked-together.ts';
import { builtOnce } from '../../platform/database/built-once.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { Premise } from '../../platform/database/premise.ts';

const callerColumns = [
  'sessions.id as session_id',
  'users.id as user_id',
  'users.roles',
  'users.must_change_password',
  'users.totp_confirmed_at',
] as const;

const togetherLimits = { mostKeys: 16, atOnce: 8 };

/** Each size is a statement of its own: one with a list of unknown length would be planned anew at every call. */
const callersBySession = [1, 4, togetherLimits.mostKeys].map((size) => ({
  size,
  find: builtOnce((reader, ...sessionIds: readonly string[]) =>
    reader
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(callerColumns)
      .where('sessions.id', 'in', sessionIds)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', sql<Date>`now()`)
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null),
  ),
}));

const createLookUp = (reader: Reader) =>
  askedTogether(async (sessionIds: readonly string[]) => {
    const { size, find } = callersBySession.find((sized) => sized.size >= sessionIds.length)!;
    // The first one again in each place that is left.
    const rows = await find(
      reader,
      ...Array.from({ length: size }, (_, at) => sessionIds[at] ?? sessionIds[0]!),
    );
    return new Map(rows.map((row) => [row.session_id, row]));
  }, togetherLimits);

type LookUp = ReturnType<typeof createLookUp>;
export type CallerRow = NonNullable<Awaited<ReturnType<LookUp>>>;

/** Counts one session that is as it was found: dividing by their number fails for any other. */
const isUnchanged = `select 1 / count(*) from sessions join users on users.id = sessions.user_id
  where sessions.id = $1 and sessions.ended_at is null and sessions.expires_at > now() and users.is_active and users.deleted_at is null
    and users.id = $2 and users.roles = $3 and users.must_change_password = $4 and (users.totp_confirmed_at is null) = $5`;

const premiseOf = (row: CallerRow): Premise =>
  new Premise(isUnchanged, [
    row.session_id,
    String(row.user_id),
    `{${row.roles.join()}}`,
    String(row.must_change_password),
    String(row.totp_confirmed_at === null),
  ]);

const rememberedCallers = 10_000;

/** The caller behind a session, while session and user are both valid. */
export function createCallerFinder(reader: Reader) {
  const lookUp = createLookUp(reader);
  const found = new Map<string, CallerRow>();
  return {
    async find(sessionId: string): Promise<CallerRow | undefined> {
      found.delete(sessionId);
      const row = await lookUp(sessionId);
      if (found.size >= rememberedCallers) found.clear();
      if (row) found.set(sessionId, row);
      return row;
    },
    /** As it was last found, and the premise that it still is so. */
    recall(sessionId: string): { row: CallerRow; premise: Premise } | undefined {
      const row = found.get(sessionId);
      return row && { row, premise: premiseOf(row) };
    },
  };
}

export function findSessionByCookie(reader: Reader, cookieHash: Buffer) {
  return reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(callerColumns)
    .where('sessions.cookie_hash', '=', cookieHash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}
