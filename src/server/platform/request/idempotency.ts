// One effect for one key: what the work made is noted in its transaction, by ids alone, and every repeat is answered from it.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction, type Trx } from '../database/connect.ts';
import { Fault } from '../fault.ts';
import { Answer } from './answer.ts';

/** What names a repeatable call: the client's key, and the hash of what it asked. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** What a client sends as its key is its own affair, and may be anything: only its hash is stored. */
const hashOf = ({ key }: Idempotency) => createHash('sha256').update(key).digest('hex');

async function findAnswer<T>(
  reader: Database | Trx,
  userId: number,
  idempotency: Idempotency,
): Promise<Answer<T> | undefined> {
  const row = await reader
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', hashOf(idempotency))
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.request_hash.equals(idempotency.requestHash)) throw new Fault('idempotency_key_reused');
  return new Answer(row.status, row.body as T, true);
}

/** The first answer to this key, when there is one: asked before costly work outside the transaction. */
export async function findFirstAnswer<T>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
): Promise<Answer<T> | undefined> {
  return idempotency ? findAnswer<T>(db, userId, idempotency) : undefined;
}

/**
 * The part of a statement that claims the key for an answer, one row when this is the first with it and none when it is a repeat. What the statement does
 * beside it hangs on that row.
 * @param body a jsonb expression, and `from` what it is read from
 */
export function claim(
  userId: number,
  idempotency: Idempotency | undefined,
  answer: { status: number; body: RawBuilder<unknown>; from: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!idempotency) return sql`select from ${answer.from}`;
  return sql`insert into idempotency_keys (user_id, key, request_hash, status, body)
    select ${userId}::int, ${hashOf(idempotency)}::text, ${idempotency.requestHash}::bytea, ${answer.status}::int, ${answer.body} from ${answer.from}
    on conflict (user_id, key) do nothing returning user_id`;
}

/**
 * Runs one statement in a transaction, at most once for one key: it claims the key itself by `claim`.
 * @param work undefined when the key was claimed before
 */
export async function onceByClaim<T, K extends object>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
  work: (trx: Trx) => Promise<T | undefined>,
): Promise<{ readonly fresh: T } | { readonly kept: Answer<K> }> {
  return inTransaction(db, async (trx) => {
    const fresh = await work(trx);
    if (fresh !== undefined) return { fresh };
    const kept = idempotency && (await findAnswer<K>(trx, userId, idempotency));
    if (kept) return { kept };
    throw new Fault('busy', {}, 1);
  });
}

/**
 * Runs the work in a transaction, at most once for one key. A repeat that arrives while the first is under way
 * waits for it. A refusal rolls back and is not kept, so the same key may succeed later.
 * @param work what it returns is stored as it is: ids, codes and the portal's own sentences, nothing of a person
 * @throws Fault `idempotency_key_reused` for the same key with another request
 */
export async function once<T extends object>(
  db: Database,
  userId: number,
  idempotency: Idempotency | undefined,
  status: number,
  work: (trx: Trx) => Promise<T>,
): Promise<Answer<T>> {
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
        const kept = await findAnswer<T>(trx, userId, idempotency);
        if (kept) return kept;
        throw new Fault('busy', {}, 1);
      }
    }
    const body = await work(trx);
    if (idempotency) {
      await trx
        .updateTable('idempotency_keys')
        .set({ body: JSON.stringify(body) })
        .where('user_id', '=', userId)
        .where('key', '=', hashOf(idempotency))
        .execute();
    }
    return new Answer(status, body);
  });
}
