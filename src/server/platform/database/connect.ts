// Connections: Kysely over pg; ids are integers (number), money is bigint, a transaction is a required argument.
import type { Socket } from 'node:net';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { inStatementSpan, noteStep } from '../tracing/spans.ts';
import type { DB } from './db-types.ts';
import { currentQueryTimeout } from './query-timeout.ts';

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** Where reading is enough: the pool or a transaction. */
export type Reader = Database | Trx;

export const applicationRole = 'nothipotro_app';

const int8 = 20;
const date = 1082;
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === int8) return (value: string) => BigInt(value);
    if (oid === date) return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** The address of the same database and login by way of a pooler, `host:port`. */
function throughPooler(url: string, pooler: string): string {
  const address = new URL(url);
  address.host = pooler;
  // A socket's folder.
  address.searchParams.delete('host');
  return address.href;
}

/**
 * @param timeoutSeconds for connecting; locks are waited for slightly less
 * @param pooler address of a pooler in transaction mode, which gives its connections their time limits itself
 */
export function createPool(
  url: string,
  connections: number,
  timeoutSeconds = 3,
  pooler: string | undefined = undefined,
): pg.Pool {
  // Sent when a connection starts, which a pooler refuses.
  const limits = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    lock_timeout: timeoutSeconds * 1000 - 500,
  };
  const pool = new pg.Pool({
    connectionString: pooler === undefined ? url : throughPooler(url, pooler),
    max: connections,
    connectionTimeoutMillis: timeoutSeconds * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(pooler === undefined ? limits : {}),
    types: types as unknown as pg.CustomTypesConfig,
  });
  // The pool replaces a connection that breaks while idle; without a listener the event would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while in use fails its query; its event has no other listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

// Planning a statement can cost more than running it, so each text is prepared once per connection. Texts that vary with their input (lists in
// `in`) are few; beyond the limit they run unprepared.
const maxPrepared = 400;

/** By connection, which may serve several pools. */
const preparedTexts = new WeakMap<pg.PoolClient, Map<string, string>>();

function nameOf(client: pg.PoolClient, text: string): string | undefined {
  const names = preparedTexts.get(client) ?? new Map<string, string>();
  preparedTexts.set(client, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text);

/** Milliseconds; a free connection takes less. */
const worthNoting = 5;

interface QueryHandling {
  /** Milliseconds. */
  readonly usualTimeout: number | undefined;
  readonly prepares: boolean;
}

function withQueryHandling(pool: pg.Pool, { usualTimeout, prepares }: QueryHandling): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const timeout = currentQueryTimeout();
      if (timeout?.lost) throw timeout.lost;
      const asked = performance.now();
      const client = await pool.connect().catch((error: Error) => {
        if (timeout) timeout.lost = error;
        throw error;
      });
      const waited = performance.now() - asked;
      timeout?.spend(waited);
      if (waited > worthNoting) noteStep('wait for a connection', waited);
      let isGivenUp = false;
      const giveUp = (error: Error): never => {
        // The query may still be running, or its answer lost: this connection is not used again.
        if (error.message === 'Query read timeout') {
          isGivenUp = true;
          (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
        }
        throw error;
      };
      const run = (text: string, values: readonly unknown[] | undefined) => {
        const name = prepares && isPlanned(text) ? nameOf(client, text) : undefined;
        const limit = timeout?.left ?? usualTimeout;
        const begun = performance.now();
        return client
          .query({
            text,
            values: values as unknown[],
            ...(name === undefined ? {} : { name }),
            ...(limit === undefined ? {} : { query_timeout: limit }),
          } as pg.QueryConfig)
          .catch(giveUp)
          .finally(() => timeout?.spend(performance.now() - begun));
      };
      const prepared = Object.create(client) as PostgresPoolClient;
      prepared.query = ((text: unknown, values?: readonly unknown[]) => {
        if (typeof text !== 'string') return client.query(text as string);
        return inStatementSpan(text, () => run(text, values));
      }) as unknown as PostgresPoolClient['query'];
      prepared.release = () => client.release(isGivenUp);
      return prepared;
    },
  } as PostgresPool;
}

/**
 * @param timeoutSeconds per statement unless a call sets its own; unlimited if undefined
 * @param prepares false behind a pooler in transaction mode: the next transaction may run on a connection that knows no prepared statement
 */
export function createDatabase(pool: pg.Pool, timeoutSeconds?: number, prepares = true): Database {
  const usualTimeout = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withQueryHandling(pool, { usualTimeout, prepares }) }),
  });
}

const retryable = new Set(['40001', '40P01']);

/**
 * Runs the work in one transaction. After a deadlock or a serialisation failure the whole work runs again, at most five times, so it must change
 * nothing outside the database.
 */
export async function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (!code || !retryable.has(code) || attempt === 5) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Runs work of a single statement; undefined after a deadlock or a serialisation failure, when it must run again in a transaction. */
export async function tryOnce<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (retryable.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/** Checks the settings without which a crash could lose an acknowledged sale. @throws Error naming the setting */
export async function assertDurable(db: Database): Promise<void> {
  for (const name of ['fsync', 'full_page_writes']) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
    if (rows[0]?.value !== 'on')
      throw new Error(`The database has ${name} = ${rows[0]?.value}: money needs it on`);
  }
  const { rows } = await sql<{
    value: string;
  }>`select current_setting('synchronous_commit') as value`.execute(db);
  if (rows[0]?.value === 'off')
    throw new Error('The database has synchronous_commit = off: money needs it on');
}

/** @throws Error when the database does not answer */
export async function assertReachable(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** @throws Error when the database lacks migrations that this version brings */
export async function assertMigrated(db: Database, migrations: number): Promise<void> {
  const rows = await db.selectFrom('schema_migrations').select('name').execute();
  if (rows.length < migrations) throw new Error('migrations are missing');
}
