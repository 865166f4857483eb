// Starts and stops the cluster: etcd, PostgreSQL with Patroni, PgBouncer, HAProxy, object storage and three portals.
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connectClient } from '../../src/server/platform/database/connect.ts';
import { type ObjectStore, startObjectStore, storeKeys } from '../object-store.ts';
import { type Layout, nodeNames, planLayout, writeConfiguration } from './layout.ts';
import { makeNetwork, type Network } from './network.ts';
import {
  findProgram,
  findServerAccount,
  listTree,
  type Part,
  requiredPrograms,
  sendSignal,
  startPart,
  waitFor,
} from './parts.ts';

const root = join(import.meta.dirname, '../..');
export const adminPassword = 'ekti-lomba-gopon-katha-3';
export const adminEmail = 'admin@cluster.test';

/** @returns what to install, in one line; undefined if everything is there */
export function describeMissing(): string | undefined {
  const packages: string[] = Object.entries(requiredPrograms)
    .filter(([program]) => !findProgram(program))
    .map(([, name]) => name);
  if (!findPostgres()) packages.push('postgresql');
  if (packages.length === 0) return undefined;
  return `Missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
}

/** The newest PostgreSQL that Debian has installed. */
function findPostgres(): string | undefined {
  const place = '/usr/lib/postgresql';
  try {
    const newest = Math.max(...readdirSync(place).map(Number));
    return Number.isFinite(newest) ? join(place, String(newest), 'bin') : undefined;
  } catch {
    return undefined;
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-cluster-'));
  const account = findServerAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o755);
  return folder;
}

function startEtcd({ etcd, folder, address }: Layout): Part[] {
  const peers = etcd.map(({ name, peer }) => `${name}=http://${address}:${peer}`).join(',');
  return etcd.map(({ name, client, peer }) =>
    startPart({
      name,
      folder,
      program: findProgram('etcd')!,
      args: [
        ...['--name', name, '--data-dir', join(folder, name)],
        ...['--listen-client-urls', `http://${address}:${client}`],
        ...['--advertise-client-urls', `http://${address}:${client}`],
        ...['--listen-peer-urls', `http://${address}:${peer}`],
        ...['--initial-advertise-peer-urls', `http://${address}:${peer}`],
        ...[
          '--initial-cluster',
          peers,
          '--initial-cluster-state',
          'new',
          '--enable-v2',
          '--log-level',
          'error',
        ],
      ],
    }),
  );
}

const urlOf = ({ address, primary, database, password }: Layout, user: string, name = database) =>
  `postgres://${user}:${password}@${address}:${primary}/${name}`;

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connectClient(url, { connectionTimeoutMillis: 3_000, query_timeout: 30_000 });
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The shop's database with its owner, and what PgBouncer asks for passwords. */
async function makeDatabase(layout: Layout): Promise<void> {
  const { database, password } = layout;
  const system = urlOf(layout, 'postgres', 'postgres');
  await query(system, `create role shop login createrole password '${password}'`);
  await query(system, `create database ${database} owner shop`);
  await query(
    urlOf(layout, 'postgres'),
    `create role pooler login password '${password}';
     create schema pooler authorization postgres;
     grant usage on schema pooler to pooler;
     create function pooler.lookup(wanted text) returns table (name text, secret text) language sql stable security definer
       set search_path = pg_catalog as $$ select rolname::text, rolpassword from pg_authid where rolname = wanted and not rolsuper $$;
     revoke all on function pooler.lookup from public;
     grant execute on function pooler.lookup to pooler`,
  );
}

async function isReady(origin: string): Promise<boolean> {
  return (await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
}

function settingsOf(layout: Layout, store: ObjectStore, origin: string): Record<string, string> {
  return {
    DATABASE_URL: urlOf(layout, 'shop'),
    DATABASE_POOLER: `${layout.address}:${layout.pooler}`,
    DATABASE_REPLICA: `${layout.address}:${layout.replicas}`,
    STORAGE_URL: store.url,
    STORAGE_ACCESS_KEY: storeKeys.access,
    STORAGE_SECRET_KEY: storeKeys.secret,
    PUBLIC_ORIGIN: origin,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    APPROVAL_SUM: '10000000',
    SIGN_UPS_AN_HOUR: '3000',
    LOG_LEVEL: 'warn',
  };
}

async function readPrimary({ nodes }: Layout): Promise<string | undefined> {
  for (const { name, address, rest } of nodes) {
    const answer = await fetch(`http://${address}:${rest}/primary`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined);
    if (answer?.ok) return name;
  }
  return undefined;
}

export class Cluster {
  readonly layout: Layout;
  /** Where people reach the portal. */
  readonly origin: string;
  /** The owner's address, which leads to the current primary. */
  readonly ownerUrl: string;
  /** Undefined where a machine can't be cut off. */
  readonly network: Network | undefined;
  readonly #store: ObjectStore;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #paths: ReturnType<typeof writeConfiguration>;
  /** By name: etcd1, node1, pgbouncer, haproxy, web1, … */
  readonly #parts = new Map<string, Part>();

  private constructor(layout: Layout, network: Network | undefined, store: ObjectStore) {
    this.layout = layout;
    this.network = network;
    this.#store = store;
    this.origin = `http://${layout.webAddress}:${layout.web}`;
    this.#settings = settingsOf(layout, store, this.origin);
    this.ownerUrl = this.#settings.DATABASE_URL!;
    this.#paths = writeConfiguration(layout, findPostgres()!);
  }

  static async start(): Promise<Cluster> {
    const network = makeNetwork(nodeNames);
    const layout = await planLayout(makeFolder(), network);
    const cluster = new Cluster(layout, network, await startObjectStore('papers', 1_000));
    try {
      await cluster.#startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #startAll(): Promise<void> {
    const { folder, nodes, webs } = this.layout;
    for (const part of startEtcd(this.layout)) this.#add(part);
    for (const { name } of nodes) this.startNode(name);
    this.#startServer('haproxy', ['-db', '-f', this.#paths.haproxy]);
    await this.waitForReplicas();
    await makeDatabase(this.layout);
    this.#startServer('pgbouncer', [this.#paths.pgbouncer]);
    const [first, ...others] = webs;
    await this.startWeb(first!.name);
    for (const { name } of others) {
      mkdirSync(join(folder, name));
      cpSync(join(folder, first!.name, 'keys'), join(folder, name, 'keys'), { recursive: true });
      await this.startWeb(name);
    }
    await waitFor('the portal', 30, () => isReady(this.origin));
  }

  #add(part: Part): void {
    this.#parts.set(part.name, part);
  }

  #startServer(name: 'haproxy' | 'pgbouncer', args: readonly string[]): void {
    this.#add(startPart({ name, folder: this.layout.folder, program: findProgram(name)!, args }));
  }

  startNode(name: string): void {
    const { folder, nodes } = this.layout;
    const config = this.#paths.patroni[nodes.findIndex((node) => node.name === name)]!;
    const before = this.network?.commandOn(name, findServerAccount()!) ?? [];
    this.#add(startPart({ name, folder, program: findProgram('patroni')!, args: [config], before }));
  }

  async startWeb(name: string): Promise<void> {
    const { webAddress, folder, webs } = this.layout;
    const { port } = webs.find((web) => web.name === name)!;
    const env = { ...this.#settings, PORT: String(port), DATA_DIR: join(folder, name) };
    const args = [join(root, 'src/server/start.ts')];
    const part = startPart({ name, folder, program: process.execPath, args, env, asServer: false });
    this.#add(part);
    await waitFor(name, 120, () => isReady(`http://${webAddress}:${port}`), part);
  }

  signalWeb(name: string, signal: NodeJS.Signals): void {
    this.#parts.get(name)!.signal(signal);
  }

  /** To Patroni and to its database, which has a group of its own: as to the whole machine. */
  signalNode(name: string, signal: NodeJS.Signals): void {
    const server = readPostmaster(join(this.layout.folder, name));
    const processes = server === undefined ? [] : listTree(server);
    this.#parts.get(name)?.signal(signal);
    for (const pid of processes) sendSignal(pid, signal);
  }

  /** Name of the node that Patroni calls the primary. */
  findPrimary(): Promise<string | undefined> {
    return readPrimary(this.layout);
  }

  #readReplication() {
    return query<{ application_name: string; sync_state: string }>(
      urlOf(this.layout, 'postgres', 'postgres'),
      `select application_name, sync_state from pg_stat_replication where state = 'streaming'`,
    );
  }

  /** Name of the replica that commits wait for. */
  async findSynchronous(): Promise<string> {
    return (await this.#readReplication()).find(({ sync_state }) => sync_state === 'sync')!.application_name;
  }

  /** Until all but the primary stream from it, and one of them is waited for. */
  waitForReplicas(): Promise<void> {
    return waitFor('the primary and its replicas', 180, async () => {
      const rows = await this.#readReplication();
      return (
        rows.length === this.layout.nodes.length - 1 && rows.some(({ sync_state }) => sync_state === 'sync')
      );
    });
  }

  async stop(): Promise<void> {
    const { folder, nodes } = this.layout;
    // One that is frozen could not end.
    for (const { name } of nodes) this.signalNode(name, 'SIGCONT');
    // The portals first; there is no hurry with the databases.
    for (const prefix of ['web', 'haproxy', 'pgbouncer', 'node', 'etcd']) {
      const ending = [...this.#parts.values()].filter(({ name }) => name.startsWith(prefix));
      for (const part of ending) part.signal('SIGTERM');
      const late = setTimeout(() => {
        for (const part of ending) part.signal('SIGKILL');
      }, 15_000);
      await Promise.all(ending.map(({ ended }) => ended));
      clearTimeout(late);
    }
    // A database whose Patroni was killed outlives it.
    for (const { name } of nodes) this.signalNode(name, 'SIGKILL');
    await this.#store.stop();
    this.network?.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** @returns process id of the database server whose data lie in the folder */
function readPostmaster(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}
