// Connections: Kysely over pg. Ids are integers (number), money is bigint, and a function that needs a transaction takes it as an argument.
import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type IsolationLevel,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { inStatementSpan, recordStep } from '../tracing/spans.ts';
import { currentBackgroundSlot } from './connection/background-share.ts';
import { createSocket } from './connection/database-socket.ts';
import { isOutdated, runOnce, runPrepared } from './connection/prepared-statements.ts';
import { currentQueryTimeout } from './connection/query-timeout.ts';
import type { DB } from './db-types.ts';

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** The pool or a transaction, for functions that need no transaction. */
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

/** Returns the address of the same database and login through a pooler, `host:port`. */
export function throughPooler(url: string, pooler: string): string {
  const address = new URL(url);
  address.host = pooler;
  // A socket's folder.
  address.searchParams.delete('host');
  return address.href;
}

/**
 * @param timeoutSeconds for connecting; the lock timeout is slightly shorter
 * @param pooler address of a pooler in transaction mode, which sets the time limits of its connections itself
 */
export function createPool(
  url: string,
  connections: number,
  timeoutSeconds = 3,
  pooler: string | undefined = undefined,
): pg.Pool {
  // Sent as startup parameters, which a pooler refuses.
  const limits = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    lock_timeout: timeoutSeconds * 1000 - 500,
  };
  const pool = new pg.Pool({
    connectionString: pooler === undefined ? url : throughPooler(url, pooler),
    stream: createSocket,
    max: connections,
    connectionTimeoutMillis: timeoutSeconds * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(pooler === undefined ? limits : {}),
    types: types as unknown as pg.CustomTypesConfig,
  });
  // The pool replaces a connection that breaks while idle; without a listener the error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // A connection that breaks while in use fails its query; its error event has no other listener.
    client.on('error', () => undefined);
    lastResponseAt.set(client, performance.now());
  });
  return pool;
}

/**
 * Opens one connection outside the pool, for the owner's work. If it breaks, the statement that needs it fails, not the process.
 * @returns a client that the caller must end
 * @throws Error when the database cannot be reached
 */
export async function connectClient(url: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    stream: createSocket,
    // Whatever listens there may hang or not be a database.
    connectionTimeoutMillis: 15_000,
    ...settings,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    if (error.message !== 'timeout expired') throw error;
    throw Object.assign(new Error('what listens there does not answer'), { code: 'ETIMEDOUT' });
  });
  return client;
}

/** Shorter waits for a connection are not traced; a free connection takes less. */
const minTracedWaitMs = 5;

interface StatementHandling {
  /** Milliseconds. */
  readonly usualTimeout: number | undefined;
  readonly prepares: boolean;
}

/** When each connection last returned a result, by `performance.now()`. */
const lastResponseAt = new WeakMap<pg.PoolClient, number>();
/** When the last statement that timed out was sent: connections of the pool that have returned nothing since may be broken as well. */
const lastTimeoutAt = new WeakMap<pg.Pool, number>();

const isSuspect = (pool: pg.Pool, client: pg.PoolClient) =>
  lastResponseAt.get(client)! < (lastTimeoutAt.get(pool) ?? 0);

/** Each broken connection would make another request wait for its timeout; opening a new one takes milliseconds. */
async function connectHealthy(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!isSuspect(pool, client)) return client;
    client.release(true);
  }
}

/** Like `connectHealthy`, but gives up after the time that the request has left, if that is shorter than the pool's own timeout. */
async function connectInTime(pool: pg.Pool, timeLeft: number | undefined): Promise<pg.PoolClient> {
  const connecting = connectHealthy(pool);
  if (timeLeft === undefined || timeLeft >= pool.options.connectionTimeoutMillis!) return connecting;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(late.reject, timeLeft, new Error('timeout exceeded when trying to connect'));
  try {
    return await Promise.race([connecting, late.promise]);
  } catch (error) {
    void connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Connections that must not be used again: their query may still be running, or its result may be lost. */
const abandoned = new WeakSet<pg.PoolClient>();

/** Whether the server says that no transaction is open. In an open one, what the next request stores would be acknowledged and lost. */
const isOutsideTransaction = (client: pg.PoolClient) => client.getTransactionStatus() === 'I';
const slots = new WeakMap<pg.PoolClient, NonNullable<ReturnType<typeof currentBackgroundSlot>>>();

async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const timeout = currentQueryTimeout();
  if (timeout?.lost) throw timeout.lost;
  const slot = currentBackgroundSlot();
  if (slot) await slot.enter();
  const asked = performance.now();
  const client = await connectInTime(pool, timeout?.left).catch((error: Error) => {
    slot?.leave();
    if (timeout) timeout.lost = error;
    throw error;
  });
  if (slot) slots.set(client, slot);
  const waited = performance.now() - asked;
  timeout?.spend(waited);
  if (waited > minTracedWaitMs) recordStep('wait for a connection', waited);
  return client;
}

function release(client: pg.PoolClient): void {
  const slot = slots.get(client);
  slots.delete(client);
  client.release(abandoned.has(client) || !isOutsideTransaction(client));
  slot?.leave();
}

async function runStatement(
  pool: pg.Pool,
  client: pg.PoolClient,
  { usualTimeout, prepares }: StatementHandling,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<pg.QueryResult> {
  const timeout = currentQueryTimeout();
  const limit = timeout?.left ?? usualTimeout;
  const begun = performance.now();
  try {
    const result = await (prepares && values ? runPrepared : runOnce)(client, text, values!, limit);
    lastResponseAt.set(client, performance.now());
    return result;
  } catch (error) {
    // Only the server's own errors have a code. After any other one its response may still arrive, or cannot be told from the next.
    if ((error as { code?: string }).code === undefined) abandoned.add(client);
    if ((error as Error).message === 'Query read timeout') {
      lastTimeoutAt.set(pool, Math.max(begun, lastTimeoutAt.get(pool) ?? 0));
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    }
    // The driver's own stack ends at the socket; this one leads back to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    timeout?.spend(performance.now() - begun);
  }
}

function withStatementHandling(pool: pg.Pool, handling: StatementHandling): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await acquire(pool);
      const prepared = Object.create(client) as PostgresPoolClient;
      prepared.query = ((text: unknown, values?: readonly unknown[]) => {
        if (typeof text !== 'string') return client.query(text as string);
        return inStatementSpan(text, () => runStatement(pool, client, handling, text, values));
      }) as unknown as PostgresPoolClient['query'];
      prepared.release = () => release(client);
      return prepared;
    },
  } as PostgresPool;
}

const changes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Runs statements outside of transactions without the layers that Kysely needs for sharing a connection: most requests run a few of these. */
class AutocommitExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;
  readonly #handling: StatementHandling;

  constructor(pool: pg.Pool, handling: StatementHandling, ...parts: ExecutorParts) {
    super(...parts);
    this.#pool = pool;
    this.#handling = handling;
  }

  override async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const client = await acquire(this.#pool);
    const run = () =>
      inStatementSpan(text, () => runStatement(this.#pool, client, this.#handling, text, parameters));
    try {
      const { command, rowCount, ...result } = await run().catch((error: unknown) => {
        if (isOutdated(error)) return run();
        throw error;
      });
      const rows: R[] = result.rows;
      return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } finally {
      release(client);
    }
  }
}
type ExecutorParts = ConstructorParameters<typeof DefaultQueryExecutor>;

/**
 * @param timeoutSeconds per statement unless a request sets its own; unlimited if undefined
 * @param prepares false behind a pooler in transaction mode: the next transaction may run on a connection without the prepared statement
 */
export function createDatabase(pool: pg.Pool, timeoutSeconds?: number, prepares = true): Database {
  const handling = {
    usualTimeout: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
    prepares,
  };
  const dialect = new PostgresDialect({ pool: withStatementHandling(pool, handling) });
  const driver = dialect.createDriver();
  // Only stores the pool.
  void driver.init();
  const executor = new AutocommitExecutor(
    pool,
    handling,
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  );
  return new Kysely<DB>({ config: { dialect }, driver, executor, dialect });
}

/** Thrown within `inTransaction` when data that the work relies on has changed concurrently: the work runs again. */
export class ConcurrentChangeError extends Error {
  readonly code = '40001';
}

const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '') || isOutdated(error);

/**
 * Runs the work in one transaction. After a deadlock, a serialisation failure or a change of the schema the work runs again, up to five times in all, so
 * it must change nothing outside the database.
 * @param isolation the database's default, read committed, if undefined
 */
export async function inTransaction<T>(
  db: Database,
  work: (trx: Trx) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const begun = db.transaction();
      return await (isolation === undefined ? begun : begun.setIsolationLevel(isolation)).execute(work);
    } catch (error) {
      if (!isRetryable(error) || attempt === 5) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Runs reads that belong together on one snapshot, so that their figures add up. */
export const inSnapshot = <T>(db: Database, read: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(db, read, 'repeatable read');

/** Runs work that is a single statement. @returns undefined after a deadlock or a serialisation failure, when it must run again in a transaction */
export async function tryOnce<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isRetryable(error)) return undefined;
    throw error;
  }
}

/** @throws Error when the database cannot be reached */
export async function assertReachable(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** @throws Error when the database lacks migrations of this version */
export async function assertMigrated(db: Database, migrations: number): Promise<void> {
  const rows = await db.selectFrom('schema_migrations').select('name').execute();
  if (rows.length < migrations) throw new Error('migrations are missing');
}
