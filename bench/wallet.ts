// `npm run bench:wallet`: postings per second and their p99 over the ledger, compared with pgbench (if installed) and a bare loop with the portal's own
// driver, both with the same update and insert on the same server in the same run; then the p99 with full books (BENCH_ENTRIES).

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import * as ledger from '../src/server/ledger/ledger.ts';
import { createDatabase, createPool, inTransaction } from '../src/server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { measureRate, print } from './portal.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const fullEntries = Number(process.env.BENCH_ENTRIES ?? 200_000);
const wallets = 1_000;
const fewEntries = 10_000;
const sides = [1, 8, 32];

const folder = mkdtempSync(join(tmpdir(), 'nothipotro-bench-'));
const server = await startEmbeddedDatabase(folder);

/** Books in a separate database on the same server, with wallets and this many entries. */
async function openBooks(name: string, entries: number) {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const owner = new pg.Pool({ connectionString: url.href, max: 32 });
  // A stopping server may close an idle connection.
  owner.on('error', () => undefined);
  await owner.query(
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'bench' || n, 'bench' || n || '@mail.test', 'ক', 'খ', '-', 'ABCDEF' from generate_series(1, $1::int) n`,
    [wallets],
  );
  await owner.query('insert into wallets (user_id, posted_paisa) select id, 50000000 from users');
  await fill(owner, entries);
  const db = createDatabase(createPool(url.href, 32));
  return {
    owner,
    db,
    url: url.href,
    close: () => Promise.all([db.destroy(), owner.end()]),
    async size(): Promise<{ entries: number; bytes: string }> {
      const { rows } = await owner.query(
        `select 2 * count(*) as entries, pg_size_pretty(pg_total_relation_size('ledger_transfers')) as bytes from ledger_transfers`,
      );
      return { entries: Number(rows[0].entries), bytes: rows[0].bytes };
    },
  };
}
type OpenBooks = Awaited<ReturnType<typeof openBooks>>;

/** Transfers written by SQL, bypassing the ledger, with two entries each. Each wallet has the balance of its last one. */
async function fill(owner: pg.Pool, entries: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    const each = Math.ceil(entries / 2 / wallets);
    for (let from = 0; from < each; from += 500) {
      const count = Math.min(500, each - from);
      await client.query(
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         select uuidv7(), 'recharge', 'admin_cash', 'wallet:' || w.user_id, 100, 'fill:' || w.user_id || ':' || w.version + n, w.user_id,
                w.version + n, w.posted_paisa + 100 * n, w.held_paisa
           from wallets w cross join generate_series(1, $1::int) n`,
        [count],
      );
      await client.query(
        'update wallets set version = version + $1::int, posted_paisa = posted_paisa + 100 * $1::int',
        [count],
      );
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
  await owner.query('vacuum analyze ledger_transfers');
  await owner.query('vacuum analyze wallets');
  await owner.query('checkpoint');
}

const anyWallet = () => 1 + Math.floor(Math.random() * wallets);
const oneWallet = () => 1;

async function postOverLedger({ db }: OpenBooks, userId: number): Promise<void> {
  await inTransaction(db, (trx) =>
    ledger.charge(trx, { userId, ref: `bench:${randomUUID()}`, amountPaisa: 1n }),
  );
}

/** The same rows: two plain statements in a transaction, prepared like the portal's. */
async function postBare({ owner }: OpenBooks, userId: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: 'take',
      text: `update wallets set posted_paisa = posted_paisa - 1, version = version + 1
              where user_id = $1 and is_active and posted_paisa - 1 - held_paisa >= 0 returning version, posted_paisa, held_paisa`,
      values: [userId],
    });
    await client.query({
      name: 'write',
      text: `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
             values ($1, 'charge', 'wallet:' || $2::int, 'revenue', 1, $3, $2, $4, $5, $6)`,
      values: [
        uuidv7(),
        userId,
        `bare:${randomUUID()}`,
        rows[0].version,
        rows[0].posted_paisa,
        rows[0].held_paisa,
      ],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}

const pgbenchScript = (choose: string) => `
\\set who ${choose}
begin;
update wallets set posted_paisa = posted_paisa - 1, version = version + 1
 where user_id = :who and is_active and posted_paisa - 1 - held_paisa >= 0 returning version as v, posted_paisa as p, held_paisa as h \\gset
insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
 values (uuidv7(), 'charge', 'wallet:' || :who, 'revenue', 1, 'pgbench:' || gen_random_uuid(), :who, :v, :p, :h);
commit;
`;

/** The same rows by PostgreSQL's own load generator. @returns undefined where it is not installed */
async function runPgbench({ url }: OpenBooks, clients: number, choose: string) {
  const at = join(folder, 'pgbench');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at);
  writeFileSync(join(at, 'script.sql'), pgbenchScript(choose));
  const { hostname, port, pathname, username, password } = new URL(url);
  const flags = [
    '-n',
    '-M',
    'prepared',
    '-c',
    clients,
    '-j',
    Math.min(2, clients),
    '-T',
    seconds,
    '-l',
    '-f',
    'script.sql',
  ];
  const target = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  const code = await new Promise((done) =>
    spawn('pgbench', [...flags, ...target].map(String), {
      cwd: at,
      env: { ...process.env, PGPASSWORD: password },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
      .once('error', () => done(undefined))
      .once('exit', done),
  );
  if (code === undefined) return undefined;
  if (code !== 0) throw new Error(`pgbench ended with ${code}`);
  // A line of its log: client, number, time in microseconds, …
  const times = readdirSync(at)
    .filter((name) => name.startsWith('pgbench_log'))
    .flatMap((name) => readFileSync(join(at, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b);
  return {
    rate: times.length / seconds,
    median: times[Math.floor(times.length / 2)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
  };
}

const few = await openBooks('bench_few', fewEntries);
let full: OpenBooks | undefined;
try {
  await measureRate(8, 1, () => postOverLedger(few, anyWallet()));
  await measureRate(8, 1, () => postBare(few, anyWallet()));

  print(['', 'clients', 'postings/s', 'median ms', 'p99 ms', 'ledger is']);
  for (const [name, choose, inPgbench] of [
    ['1,000 wallets', anyWallet, `random(1, ${wallets})`],
    ['one wallet', oneWallet, '1'],
  ] as const) {
    for (const clients of sides) {
      const pgbench = await runPgbench(few, clients, inPgbench);
      const bare = await measureRate(clients, seconds, () => postBare(few, choose()));
      const own = await measureRate(clients, seconds, () => postOverLedger(few, choose()));
      for (const [what, measured] of [
        ['pgbench (baseline)', pgbench],
        ['bare loop, same driver (baseline)', bare],
        ['ledger', own],
      ] as const) {
        if (measured === undefined) {
          print([`${what}, ${name}`, clients, 'not installed']);
          continue;
        }
        const { rate, median, p99 } = measured;
        const share = what === 'ledger' ? '' : (own.rate / rate).toFixed(2);
        print([`${what}, ${name}`, clients, rate.toFixed(0), median.toFixed(2), p99.toFixed(2), share]);
      }
    }
  }

  // Books of both sizes on one server, measured alternately, so that other load affects both alike.
  const begun = performance.now();
  full = await openBooks('bench_full', fullEntries);
  process.stdout.write(`Filled in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  const measured = { few: [] as number[], full: [] as number[] };
  for (let turn = 0; turn < 7; turn += 1) {
    for (const [name, books] of [
      ['few', few],
      ['full', full],
    ] as const)
      measured[name].push((await measureRate(8, seconds, () => postOverLedger(books, anyWallet()))).p99);
  }
  // The first round warms up; the median of the other six counts.
  const middle = (times: number[]) => times.slice(1).sort((a, b) => a - b)[3]!;
  const ratio = middle(measured.full) / middle(measured.few);
  print(['p99 at 8 clients, 1,000 wallets', 'entries', 'p99 ms', 'size']);
  for (const [name, books] of [
    ['few', few],
    ['full', full],
  ] as const) {
    const { entries, bytes } = await books.size();
    print([name, entries, middle(measured[name]).toFixed(2), bytes]);
  }
  process.stdout.write(
    `Aim: with 10,000,000 entries at most 1.50 times the p99 of ${fewEntries}. ${ratio <= 1.5 ? 'Reached' : 'MISSED'} with ${fullEntries}: ${ratio.toFixed(2)}\n`,
  );
} finally {
  await Promise.all([few.close(), full?.close()]);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
