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
await migrate(server.url);
const owner = new pg.Pool({ connectionString: server.url, max: 32 });
// The server may end a connection that is idle while it stops.
owner.on('error', () => undefined);
const pool = createPool(server.url, 32, true);
const db = createDatabase(pool);

/** Transfers written by SQL past the ledger: each has two entries. The wallets stand where their last one left them. */
async function fill(entries: number): Promise<void> {
  const { rows } = await owner.query('select count(*)::int as count from ledger_transfers');
  const each = Math.ceil((entries / 2 - Number(rows[0].count)) / wallets);
  if (each <= 0) return;
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (let from = 0; from < each; from += 500) {
      await client.query(
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         select gen_random_uuid(), 'recharge', 'admin_cash', 'wallet:' || w.user_id, 100, 'fill:' || w.user_id || ':' || w.version + n, w.user_id,
                w.version + n, w.posted_paisa + 100 * n, w.held_paisa
           from wallets w cross join generate_series(1, $1::int) n`,
        [Math.min(500, each - from)],
      );
      await client.query(
        'update wallets set version = version + $1, posted_paisa = posted_paisa + 100 * $1::bigint',
        [Math.min(500, each - from)],
      );
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
  await owner.query('vacuum analyze ledger_transfers');
  await owner.query('checkpoint');
}

const anyWallet = () => 1 + Math.floor(Math.random() * wallets);
const oneWallet = () => 1;

async function postOverLedger(userId: number): Promise<void> {
  await inTransaction(db, (trx) =>
    ledger.charge(trx, { userId, ref: `bench:${randomUUID()}`, amountPaisa: 1n }),
  );
}

/** The same rows, two plain statements in a transaction, prepared as the portal's are. */
async function postBare(userId: number): Promise<void> {
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

try {
  await owner.query(
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'bench' || n, 'bench' || n || '@mail.test', 'ক', 'খ', '-', 'ABCDEF' from generate_series(1, $1::int) n`,
    [wallets],
  );
  await owner.query('insert into wallets (user_id, posted_paisa) select id, 50000000 from users');
  await fill(fewEntries);
  await measureRate(8, 1, () => postOverLedger(anyWallet()));
  await measureRate(8, 1, () => postBare(anyWallet()));

  print(['', 'clients', 'postings/s', 'median ms', 'p99 ms', 'of bare']);
  for (const [name, choose] of [
    ['1,000 wallets', anyWallet],
    ['one wallet', oneWallet],
  ] as const) {
    for (const clients of sides) {
      const bare = await measureRate(clients, seconds, () => postBare(choose()));
      const own = await measureRate(clients, seconds, () => postOverLedger(choose()));
      for (const [what, { rate, median, p99 }, share] of [
        [`bare loop (baseline), ${name}`, bare, ''],
        [`ledger, ${name}`, own, (own.rate / bare.rate).toFixed(2)],
      ] as const)
        print([what, clients, rate.toFixed(0), median.toFixed(2), p99.toFixed(2), share]);
    }
  }

  // Both halves look at 8 clients over all wallets; the measure is repeated, and the middle one counts.
  const measureP99 = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      times.push((await measureRate(8, seconds, () => postOverLedger(anyWallet()))).p99);
    return times.sort((a, b) => a - b)[1]!;
  };
  await owner.query('truncate ledger_transfers cascade');
  await owner.query('update wallets set version = 0, posted_paisa = 50000000');
  await fill(fewEntries);
  const few = await measureP99();
  await fill(fullEntries);
  const { rows } = await owner.query(
    `select (2 * count(*))::bigint as entries, pg_size_pretty(pg_total_relation_size('ledger_transfers')) as size from ledger_transfers`,
  );
  const full = await measureP99();
  print(['p99 at 8 clients', 'entries', 'p99 ms', 'size']);
  print(['few', fewEntries, few.toFixed(2), '']);
  print(['full', Number(rows[0].entries), full.toFixed(2), rows[0].size]);
  process.stdout.write(
    `Aim: at most 1.50 times the p99 of ${fewEntries} entries with 10000000. ${full / few <= 1.5 ? 'Reached' : 'MISSED'} with ${rows[0].entries}: ${(full / few).toFixed(2)}\n`,
  );
} finally {
  await db.destroy();
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
