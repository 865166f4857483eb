// Shared by the benchmarks: a portal in its own process, signed-in users, counting loops.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { closeAllDays, fillShop, type ShopSize } from '../scripts/large-shop.ts';
import { findRunningDatabase } from '../src/server/platform/database/embedded.ts';

const root = join(import.meta.dirname, '..');
const adminPassword = 'bench-er-gopon-katha-1';

export interface BenchPortal {
  origin: string;
  adminPassword: string;
  adminToken: string;
  dataDir: string;
  /** The portal and its database, which is a child of it. */
  pids: readonly number[];
  /** A new token, after something slow. */
  signInAsAdmin(): Promise<string>;
  /** URL of the portal's database with the owner's login. */
  databaseUrl: string;
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; key?: string },
  ): Promise<{ status: number; body: never }>;
  /** Token of a new customer with a full wallet. */
  customer(taka: string): Promise<{ id: number; token: string; username: string; password: string }>;
  stop(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

export async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  // A stored shop of a million orders may have migrations to run first.
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (child.exitCode !== null) throw new Error('The portal ended at its start');
    const isReady = await fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  child.kill('SIGTERM');
  throw new Error('The portal did not become ready');
}

/** @param shopDir a folder to keep the data in, so that a large shop is filled once and measured many times; temporary by default */
export async function startBenchPortal(
  settings: Record<string, string> = {},
  shopDir?: string,
): Promise<BenchPortal> {
  const dataDir = shopDir ?? mkdtempSync(join(tmpdir(), 'nothipotro-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['src/server/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SIGN_UPS_AN_HOUR: '100000',
      PUBLIC_ORIGIN: origin,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'error',
      MALLOC_ARENA_MAX: '2',
      DATABASE_POOL: '32',
      APPROVAL_SUM: '1000000000',
      ...settings,
    },
  });
  const ended = new Promise((done) => child.once('exit', done));
  await waitUntilReady(origin, child);

  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call: BenchPortal['call'] = (method, path, { token, body, key } = {}) =>
    new Promise((done, failed) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        `${origin}${path}`,
        {
          method,
          agent,
          headers: {
            ...(text === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(key === undefined ? {} : { 'Idempotency-Key': key }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            done({
              status: response.statusCode ?? 0,
              body: JSON.parse(Buffer.concat(chunks).toString()) as never,
            }),
          );
        },
      );
      sent.on('error', failed);
      sent.end(text);
    });

  const signIn = async (username: string, password: string) => {
    const { body } = await call('POST', '/token/', { body: { username, password } });
    return body as { access: string; user_info: { id: number } };
  };
  const admin = await signIn('admin@nothipotro.test', adminPassword);
  let people = 0;

  return {
    origin,
    dataDir,
    pids: [
      child.pid!,
      Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    ],
    adminPassword,
    adminToken: admin.access,
    signInAsAdmin: async () => (await signIn('admin@nothipotro.test', adminPassword)).access,
    databaseUrl: findRunningDatabase(dataDir)!,
    call,
    async customer(taka) {
      people += 1;
      const account = {
        first_name: 'বেঞ্চ',
        last_name: 'গ্রাহক',
        email: `bench${people}-${Date.now()}@mail.test`,
        phone: '01712345678',
        password: 'onek-boro-katha-5',
      };
      await call('POST', '/account/sign-up/', { body: account });
      const { access, user_info } = await signIn(account.email, account.password);
      const topped = await call('POST', '/account/transactions/create/', {
        token: admin.access,
        body: { user: user_info.id, amount: taka },
      });
      if (topped.status !== 201) throw new Error(`The top-up answered ${topped.status}`);
      return { id: user_info.id, token: access, username: account.email, password: account.password };
    },
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
      if (shopDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills the portal with a shop of this size unless its folder was stored by an earlier run. @returns what was done, for the output */
export async function fillShopOnce(portal: BenchPortal, size: ShopSize): Promise<string> {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select (select count(*)::int from users) as users, (select sum(pending + processing + completed + rejected + cancelled)::int from order_counts) as orders`,
  );
  await client.end();
  if (rows[0].users > size.users && (rows[0].orders ?? 0) >= size.orders) return 'kept from an earlier run';
  const begun = performance.now();
  await fillShop(portal.databaseUrl, portal.dataDir, size);
  await closeAllDays(portal.databaseUrl);
  return `filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`;
}

/** The shop that SHOP_USERS, SHOP_ORDERS, SHOP_ENTRIES, SHOP_FILES and SHOP_ACTS ask for. */
export function readShopSize(): ShopSize {
  const count = (name: string, usual: number) => Number(process.env[name] ?? usual);
  return {
    users: count('SHOP_USERS', 10_000),
    orders: count('SHOP_ORDERS', 100_000),
    entries: count('SHOP_ENTRIES', 500_000),
    files: count('SHOP_FILES', 100_000),
    acts: count('SHOP_ACTS', 100_000),
  };
}

/** Returns the request body with which a customer orders a service that needs only a number. */
export async function makeOrderBody(portal: BenchPortal, token: string): Promise<object> {
  const { body } = await portal.call('GET', '/account/services/', { token });
  const service = (body as { id: number; code: string; sub_type: { id: number }[] }[]).find(
    ({ code }) => code === 'AB',
  )!;
  return {
    service: service.id,
    sub_type: service.sub_type[0]!.id,
    nid_or_form_num_or_for_biometric_or_location: '1234567890',
    note: '',
    name: null,
    ten_or_seventeen_digit_nid: null,
  };
}

/** Runs `work` in `clients` concurrent loops for this many seconds. @returns the rate per second, and the times in ms */
export async function measureRate(clients: number, seconds: number, work: (client: number) => Promise<void>) {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const from = performance.now();
        await work(client);
        times.push(performance.now() - from);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: times.length / ((performance.now() - start) / 1000), median: at(0.5), p99: at(0.99) };
}

export function print(columns: readonly (string | number)[]): void {
  process.stdout.write(
    `${columns.map((column, index) => String(column)[index === 0 ? 'padEnd' : 'padStart'](index === 0 ? 44 : 12)).join('')}\n`,
  );
}
