// `npm run bench:wallet`: postings a second and their p99 over the ledger, beside a bare loop with the same driver that does the
// same update and insert on the same server in the same run; then the p99 once more with full books (BENCH_ENTRIES).
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import * as ledger from '../src/server/ledger/ledger.ts';
import { createDatabase, createPool, inTransaction } from '../src/server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { uuidv7 } from '../src/server/platform/uuid.ts';
import { measureRate, print } from './portal.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const fullEntries = Number(process.env.BENCH_ENTRIES ?? 200_000);
const wallets = 1_000;
const fewEntries = 10_000;
const sides = [1, 8, 32];

const folder = mkdtempSync(join(tmpdir(), 'nothipotro-bench-'));
const server = await startEmbeddedDatabase(folder);

/** Books in a database of their own on the one server, with wallets and so many entries. */
async function openBooks(name: string, entries: number) {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const owner = new pg.Pool({ connectionString: url.href, max: 32 });
  // The server may end a connection that is idle while it stops.
  owner.on('error', () => undefined);
  await owner.query(
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'bench' || n, 'bench' || n || '@mail.test', 'ক', 'খ', '-', 'ABCDEF' from generate_series(1, $1::int) n`,
    [wallets],
  );
  await owner.query('insert into wallets (user_id, posted_paisa) select id, 50000000 from users');
  await fill(owner, entries);
  const db = createDatabase(createPool(url.href, 32, true));
  return {
    owner,
    db,
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

/** Transfers written by SQL past the ledger: each has two entries. The wallets stand where their last one left them. */
async function fill(owner: pg.Pool, entries: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    const each = Math.ceil(entries / 2 / wallets);
    for (let from = 0; from < each; from += 500) {
      const count = Math.min(500, each - from);
      await client.query(
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         select gen_random_uuid(), 'recharge', 'admin_cash', 'wallet:' || w.user_id, 100, 'fill:' || w.user_id || ':' || w.version + n, w.user_id,
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

/** The same rows, two plain statements in a transaction, prepared as the portal's are. */
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

const few = await openBooks('bench_few', fewEntries);
let full: OpenBooks | undefined;
try {
  await measureRate(8, 1, () => postOverLedger(few, anyWallet()));
  await measureRate(8, 1, () => postBare(few, anyWallet()));

  print(['', 'clients', 'postings/s', 'median ms', 'p99 ms', 'of bare']);
  for (const [name, choose] of [
    ['1,000 wallets', anyWallet],
    ['one wallet', oneWallet],
  ] as const) {
    for (const clients of sides) {
      const bare = await measureRate(clients, seconds, () => postBare(few, choose()));
      const own = await measureRate(clients, seconds, () => postOverLedger(few, choose()));
      for (const [what, { rate, median, p99 }, share] of [
        [`bare loop (baseline), ${name}`, bare, ''],
        [`ledger, ${name}`, own, (own.rate / bare.rate).toFixed(2)],
      ] as const)
        print([what, clients, rate.toFixed(0), median.toFixed(2), p99.toFixed(2), share]);
    }
  }

  // Books of both sizes on one server, measured by turns, so that what else the machine does meets both alike.
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
  // The first turn warms up; the middle of the other six counts.
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
