// One effect per key: the result is stored in the same transaction, as ids only, and every repeat gets it.
import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction, type Trx } from '../database/connect.ts';
import { Fault } from '../fault.ts';
import { ApiResponse } from './api-response.ts';

/** Identifies a repeatable request: the client's key, and the hash of the request. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** A client may send anything as its key, so only its hash is stored. */
const hashOf = ({ key }: Idempotency) => createHash('sha256').update(key).digest('hex');

async function findStoredResponse<T>(
  reader: Database | Trx,
  userId: number,
  idempotency: Idempotency,
): Promise<ApiResponse<T> | undefined> {
  const row = await reader
    .selectFrom('idempotency_keys')
    .select([
      'request_hash',
      'status',
      'body',
      'created_at as at',
      sql<number>`extract(epoch from clock_timestamp() - created_at)::float8 * 1000`.as('ageMs'),
    ])
    .where('user_id', '=', userId)
    .where('key', '=', hashOf(idempotency))
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.request_hash.equals(idempotency.requestHash)) throw new Fault('idempotency_key_reused');
  return new ApiResponse(row.status, row.body as T, { at: row.at, ageMs: row.ageMs });
}

/** Finds the first response under this key: looked up before costly work outside the transaction. */
export async function findFirstResponse<T>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
): Promise<ApiResponse<T> | undefined> {
  return idempotency ? findStoredResponse<T>(db, userId, idempotency) : undefined;
}

/**
 * Returns the part of a statement that claims the key for a response: it yields one row with `user_id` for the first use of the key, none for a repeat.
 * Every change in the rest of the statement must take `user_id` from that row.
 * @param answer its `body` is a jsonb expression, which may read from `from`
 */
export function claim(
  userId: number,
  idempotency: Idempotency | undefined,
  answer: { status: number; body: RawBuilder<unknown>; from: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!idempotency) return sql`select ${userId}::int as user_id from ${answer.from}`;
  return sql`insert into idempotency_keys (user_id, key, request_hash, status, body)
    select ${userId}::int, ${hashOf(idempotency)}::text, ${idempotency.requestHash}::bytea, ${answer.status}::int, ${answer.body} from ${answer.from}
    on conflict (user_id, key) do nothing returning user_id`;
}

/** A key for a request without one, which cannot be repeated. */
const unrepeatable = (): Idempotency => ({ key: randomUUID(), requestHash: Buffer.alloc(0) });

/** Returns a key as it is stored: the columns that `claimEach` takes. */
export function keyColumns(idempotency = unrepeatable()) {
  return { key: hashOf(idempotency), requestHash: idempotency.requestHash };
}

/**
 * Like `claim`, for several requests at once: yields a row with `user_id` and `id` for the first use of each key.
 * @param from has a row for each request, with `user_id`, `key`, `request_hash` and the `id` of what it creates or changes, which is the response
 */
export const claimEach = (status: number, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into idempotency_keys (user_id, key, request_hash, status, body)
    select called.user_id, called.key, called.request_hash, ${sql.lit(status)}, jsonb_build_object('id', called.id) from ${from} as called
    on conflict (user_id, key) do nothing returning user_id, (body->>'id')::int as id`;

const nothingDone = new Error('the key was claimed before');

/**
 * Runs one statement in a transaction, at most once per key: the statement claims the key itself with `claim` or `claimEach`. A repeat is rolled back.
 * @param work returns undefined if the key was claimed before
 */
export async function onceByClaim<T, K extends object>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
  work: (trx: Trx) => Promise<T | undefined>,
): Promise<{ readonly fresh: T } | { readonly firstResponse: ApiResponse<K> }> {
  try {
    return await inTransaction(db, async (trx) => {
      const fresh = await work(trx);
      if (fresh === undefined) throw nothingDone;
      return { fresh };
    });
  } catch (error) {
    if (error !== nothingDone) throw error;
  }
  const firstResponse = await findFirstResponse<K>(db, userId, idempotency);
  if (firstResponse) return { firstResponse };
  throw new Fault('busy', {}, 1);
}

/**
 * Runs the work in a transaction, at most once per key. A repeat that arrives while the first is running waits for it. A refusal rolls back and is
 * not stored, so the same key may succeed later.
 * @param work its result is stored as is: ids, codes and the portal's own sentences, no personal data
 * @throws Fault `idempotency_key_reused` for the same key with another request
 */
export async function once<T extends object>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
  status: number,
  work: (trx: Trx) => Promise<T>,
): Promise<ApiResponse<T>> {
  return inTransaction(db, async (trx) => {
    if (idempotency) {
      const claimed = await trx
        .insertInto('idempotency_keys')
        .values({
          user_id: userId,
          key: hashOf(idempotency),
          request_hash: idempotency.requestHash,
          status,
          body: '{}',
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 0n) {
        const firstResponse = await findStoredResponse<T>(trx, userId, idempotency);
        if (firstResponse) return firstResponse;
        throw new Fault('busy', {}, 1);
      }
    }
    const body = await work(trx);
    if (!idempotency) return new ApiResponse(status, body);
    // The body as it is stored, so that the first response and its repeats are the same to the byte.
    const stored = await trx
      .updateTable('idempotency_keys')
      .set({ body: JSON.stringify(body) })
      .where('user_id', '=', userId)
      .where('key', '=', hashOf(idempotency))
      .returning('body')
      .executeTakeFirstOrThrow();
    return new ApiResponse(status, stored.body as T);
  });
}
