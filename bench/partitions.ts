// `npm run bench:partitions`: the tables that grow without end with PARTITION_ROWS rows of two years, each as it is and cut into months in the same
// run: filling, the lists that read it, vacuum, rebuilding indexes, getting rid of a month, size. PARTITION_TABLES chooses some of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase, createPool } from '../src/server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { type Filling, type GrownTable, grownTables } from './partitions/grown-tables.ts';
import { print } from './portal.ts';

const rows = Number(process.env.PARTITION_ROWS ?? 10_000_000);
const chosen = process.env.PARTITION_TABLES?.split(',');
const months = 24;
const portion = 20_000;
/** As many customers as have fifty rows each. */
const filling: Filling = { rows, users: Math.max(1_000, Math.floor(rows / 50)) };
const longestQuery = { rounds: 300, seconds: 4 };

type Form = 'plain' | 'monthly';
const forms = ['plain', 'monthly'] as const;
type Figures = Map<string, { [form in Form]?: string }>;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** The same columns, checks and indexes. A unique index of a partitioned table has to include the time, and then no longer guarantees uniqueness. */
async function makeTable(client: pg.Client, form: Form, { name, time }: GrownTable): Promise<void> {
  const table = `${form}.${name}`;
  await client.query(`create schema if not exists ${form}`);
  if (form === 'plain') {
    await client.query(`create table ${table} (like public.${name} including all)`);
    return;
  }
  await client.query(
    `create table ${table} (like public.${name} including all excluding indexes) partition by range (${time})`,
  );
  for (let month = 1; month <= months; month += 1)
    await client.query(
      `do $$ begin execute format('create table ${table}_${month} partition of ${table} for values from (%L) to (%L)',
         date_trunc('day', now()) - interval '${months - month + 1} months', date_trunc('day', now()) - interval '${months - month} months'); end $$`,
    );
  await client.query(`create table ${table}_rest partition of ${table} default`);
  const { rows: indexes } = await client.query<{ definition: string; isUnique: boolean }>(
    `select pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique" from pg_index where indrelid = 'public.${name}'::regclass`,
  );
  for (const { definition, isUnique } of indexes) {
    const here = definition.replace(` ON public.${name} `, ` ON ${table} `);
    await client.query(
      isUnique ? here.replace(/ USING btree \(([^)]*)\)/, ` USING btree ($1, ${time})`) : here,
    );
  }
}

async function fill(client: pg.Client, form: Form, { name, columns, values }: GrownTable): Promise<void> {
  for (let from = 1; from <= rows; from += portion)
    await client.query(
      `insert into ${form}.${name} (${columns}) select ${values}
         from (select n, ${filling.users}::bigint as users, date_trunc('day', now()) - interval '${months} months'
                 + n::float8 / ${rows} * (date_trunc('day', now()) - (date_trunc('day', now()) - interval '${months} months')) as moment
                 from generate_series($1::bigint, $2::bigint) n) made`,
      [from, Math.min(rows, from + portion - 1)],
    );
}

/** One row a statement, as a portal writes, behind the two years. */
async function insertSingly(client: pg.Client, form: Form, table: GrownTable): Promise<number> {
  const many = 4_000;
  const taken = await seconds(async () => {
    for (let at = 1; at <= many; at += 1)
      await client.query({
        name: `one ${form}.${table.name}`,
        text: `insert into ${form}.${table.name} (${table.columns}) select ${table.values}
                 from (select $1::bigint as n, ${filling.users}::bigint as users, now() as moment) made`,
        values: [rows + at],
      });
  });
  return many / taken;
}

async function medianOf(work: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const begun = performance.now();
  // The first calls plan their statements.
  for (let i = -8; i < longestQuery.rounds; i += 1) {
    const from = performance.now();
    await work(i + 8);
    if (i >= 0) times.push(performance.now() - from);
    if (times.length > 2 && performance.now() - begun > longestQuery.seconds * 1_000) break;
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function measureQueries(url: string, form: Form, { queries }: GrownTable) {
  const address = new URL(url);
  // The portal's own statements name no schema.
  address.searchParams.set('options', `-c search_path=${form},public`);
  const db = createDatabase(createPool(address.href, 1));
  const found: [string, string][] = [];
  try {
    await db.connection().execute(async (one) => {
      for (const [name, query] of Object.entries(queries))
        found.push([`${name}, ms`, (await medianOf((i) => query(one, i, filling))).toFixed(2)]);
    });
  } finally {
    await db.destroy();
  }
  return found;
}

async function sizeOf(client: pg.Client, form: Form, name: string): Promise<number> {
  const { rows: sizes } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where relnamespace = '${form}'::regnamespace and relkind = 'r' and starts_with(relname, '${name}')`,
  );
  return Number(sizes[0]!.bytes);
}

async function measureUpkeep(client: pg.Client, form: Form, { name, time, touch }: GrownTable) {
  const table = `${form}.${name}`;
  const found: [string, string][] = [];
  const take = async (label: string, work: () => Promise<unknown>) =>
    found.push([`${label}, s`, (await seconds(work)).toFixed(1)]);
  const monthBegins = (month: number) => `date_trunc('day', now()) - interval '${months - month} months'`;
  await client.query(
    `update ${table} set ${touch} where ${time} >= ${monthBegins(months - 1)} and ${time} < ${monthBegins(months)}`,
  );
  await take('vacuum after the newest month was rewritten', () => client.query(`vacuum ${table}`));
  await take('rebuild all indexes', () => client.query(`reindex table concurrently ${table}`));
  if (form === 'plain') found.push(['its longest piece, s', found.at(-1)![1]]);
  else await take('its longest piece', () => client.query(`reindex table concurrently ${table}_${months}`));
  if (form === 'plain') {
    await take('get rid of the oldest month', () =>
      client.query(`delete from ${table} where ${time} < ${monthBegins(1)}`),
    );
    await take('vacuum after that', () => client.query(`vacuum ${table}`));
  } else {
    await take('get rid of the oldest month', () => client.query(`drop table ${table}_1`));
    await take('vacuum after that', async () => undefined);
  }
  return found;
}

async function measure(client: pg.Client, url: string, form: Form, table: GrownTable) {
  await makeTable(client, form, table);
  const found: [string, string][] = [];
  await client.query('checkpoint');
  const filled = await seconds(() => fill(client, form, table));
  found.push(['filling, rows/s', (rows / filled).toFixed(0)]);
  found.push([
    'first vacuum, s',
    (await seconds(() => client.query(`vacuum (analyze) ${form}.${table.name}`))).toFixed(1),
  ]);
  found.push(['size, MB', ((await sizeOf(client, form, table.name)) / 1e6).toFixed(0)]);
  found.push(['row by row, rows/s', (await insertSingly(client, form, table)).toFixed(0)]);
  found.push(...(await measureQueries(url, form, table)));
  found.push(...(await measureUpkeep(client, form, table)));
  found.push(['size after it, MB', ((await sizeOf(client, form, table.name)) / 1e6).toFixed(0)]);
  await client.query(`drop table ${form}.${table.name}`);
  return found;
}

/** Lists show people's names; the days before yesterday are closed, as in a shop that runs. */
async function makeSurroundings(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'bench' || n || '@mail.test', 'bench' || n || '@mail.test', 'বেঞ্চ', 'গ্রাহক', '-', 'ABCDEF' from generate_series(1, ${filling.users}) n`,
  );
  await client.query(
    `insert into ledger_days (day, sold, sales_paisa, refunds_paisa, bonuses_paisa, deposits_paisa, withdrawals_paisa, grown_paisa, recharges, active)
     values (current_date - 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  );
  await client.query('vacuum analyze users');
}

function report({ name }: GrownTable, figures: Figures): void {
  print([`\n${name}`, ...forms]);
  for (const [label, { plain, monthly }] of figures) print([label, plain ?? '', monthly ?? '']);
}

const folder = mkdtempSync(join(tmpdir(), 'nothipotro-partitions-'));
const server = await startEmbeddedDatabase(folder, {
  settings: [
    ...['autovacuum=off', 'shared_buffers=1GB', 'maintenance_work_mem=512MB'],
    ...['max_wal_size=4GB', 'synchronous_commit=off'],
  ],
});
try {
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await makeSurroundings(client);
  process.stdout.write(`${rows} rows of ${months} months, ${filling.users} customers\n`);
  for (const table of grownTables.filter(({ name }) => chosen?.includes(name) ?? true)) {
    const figures: Figures = new Map();
    for (const form of forms)
      for (const [label, figure] of await measure(client, server.url, form, table))
        figures.set(label, { ...figures.get(label), [form]: figure });
    report(table, figures);
  }
  await client.end();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
