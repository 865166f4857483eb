// Reading from a streaming replica (DATABASE_REPLICA). A read sees everything that was committed before it began: the replica gets a moment to catch up
// with the primary. A replica that is late or unreachable is avoided for a while, during which the primary serves the reads.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { createComputedGauge } from '../../computed-gauge.ts';
import { recordStep } from '../../tracing/spans.ts';
import { createDatabase, createPool, type Database } from '../connect.ts';

/** How long a read waits for the replica to catch up; usually it has. */
const catchUpMs = 200;
const pollMs = 5;
/** How long a late or unreachable replica is avoided, because every read would wait for it. */
const avoidMs = 2_000;
const connectSeconds = 1;
/** After this time without a result a server counts as hanging. */
const queryTimeoutMs = 1_000;

/** How far the replica is behind; undefined if the server does not respond or is not a replica. */
export type Lag = { readonly seconds: number } | undefined;

export interface Replica {
  /** For lists and reports; never for reads on which a decision or a change is based. */
  readonly db: Database;
  readonly metrics: readonly (ReturnType<typeof createComputedGauge> | Counter)[];
  measureLag(): Promise<Lag>;
  /** Ends the connections to the replica. */
  close(): Promise<void>;
}

/** Returns the address of the same login and database at another `host:port`. */
function atReplica(url: string, hostAndPort: string): string {
  const address = new URL(url);
  address.host = hostAndPort;
  // A socket's folder.
  address.searchParams.delete('host');
  return address.href;
}

type Server = Pick<pg.Pool, 'query'>;

/** @returns the position in the write-ahead log that covers everything committed so far */
const getWalPosition = async (primary: Server): Promise<string> =>
  (
    await primary.query<{ lsn: string }>({
      text: 'select pg_current_wal_flush_lsn()::text as lsn',
      query_timeout: queryTimeoutMs,
    } as pg.QueryConfig)
  ).rows[0]!.lsn;

async function measureLagOf(replica: Server, primary: Server): Promise<Lag> {
  const end = await getWalPosition(primary);
  const found = await replica
    .query<{ is_replica: boolean; seconds: number }>({
      text: `select pg_is_in_recovery() as is_replica,
              case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
                   else extract(epoch from clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
              end::float8 as seconds`,
      values: [end],
      query_timeout: queryTimeoutMs,
    } as pg.QueryConfig)
    .catch(() => undefined);
  const [row] = found?.rows ?? [];
  return row?.is_replica ? { seconds: Math.max(0, row.seconds) } : undefined;
}

/** Measures the lag over a connection of its own, for scripts. @param hostAndPort of the replica */
export async function measureLagOnce(
  primary: Server,
  databaseUrl: string,
  hostAndPort: string,
): Promise<Lag> {
  const replica = createPool(atReplica(databaseUrl, hostAndPort), 1, connectSeconds);
  try {
    return await measureLagOf(replica, primary);
  } finally {
    await replica.end();
  }
}

/** @param end position in the primary's log. @returns false when the replica does not reach it in time */
async function waitForPosition(client: pg.PoolClient, end: string): Promise<boolean> {
  const until = performance.now() + catchUpMs;
  for (;;) {
    const { rows } = await client.query<{ is_there: boolean }>({
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
      values: [end],
      query_timeout: queryTimeoutMs,
    } as pg.QueryConfig);
    if (rows[0]?.is_there) return true;
    if (performance.now() > until) return false;
    await wait(pollMs);
  }
}

export interface ReplicaOptions {
  readonly primary: pg.Pool;
  /** The primary's address, not that of a pooler. */
  readonly databaseUrl: string;
  /** `host:port` */
  readonly replica: string;
  readonly connections: number;
  /** Seconds per statement. */
  readonly usualTimeout: number;
  /** Whether statements may be prepared on connections of the primary's pool. */
  readonly prepares: boolean;
}

export function openReplica(options: ReplicaOptions): Replica {
  const { primary, databaseUrl, connections, usualTimeout, prepares } = options;
  const replica = createPool(atReplica(databaseUrl, options.replica), connections, connectSeconds);
  const reads = new Counter({
    name: 'reads_by_server_total',
    help: 'Reads that a replica may answer, by who answered',
    labelNames: ['server'],
    registers: [],
  });
  let avoidUntil = 0;

  /** @returns undefined when the replica is late or unreachable */
  async function tryReplica(end: string): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      client = await replica.connect();
      if (await waitForPosition(client, end)) return client;
      client.release();
    } catch {
      client?.release(true);
    }
    avoidUntil = performance.now() + avoidMs;
    return undefined;
  }

  async function connect(): Promise<pg.PoolClient> {
    if (performance.now() >= avoidUntil) {
      const end = await getWalPosition(primary);
      const asked = performance.now();
      const client = await tryReplica(end);
      recordStep('wait for the replica', performance.now() - asked);
      if (client) {
        reads.inc({ server: 'replica' });
        return client;
      }
    }
    reads.inc({ server: 'primary' });
    return primary.connect();
  }

  const measureLag = () => measureLagOf(replica, primary);
  const either = { options: primary.options, connect, end: () => replica.end() } as unknown as pg.Pool;
  const db = createDatabase(either, usualTimeout, prepares);
  return {
    db,
    metrics: [
      reads,
      createComputedGauge(
        'replica_lag_seconds',
        'How far the replica is behind; absent when it does not answer',
        async () => (await measureLag())?.seconds,
      ),
    ],
    measureLag,
    close: () => db.destroy(),
  };
}
