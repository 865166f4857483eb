// `npm run bench:orders-at-size`: listing, searching, placing and completing orders over HTTP with 10 thousand, 100 thousand and 1 million orders
// in the database (BENCH_SIZES; the largest stored in SHOP_DIR if set). The smallest is the baseline of the same run. After each size it prints
// which indexes the searches used and how often the table was scanned, from the database's own counters.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type BenchPortal, fillShopOnce, makeOrderBody, print, startBenchPortal } from './portal.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
const aim = 2;

interface Order {
  id: number;
  service: { id: number };
}

const searches = {
  'list, newest': () => '',
  'list, pending': () => 'status=pending',
  'list, due first': () => 'due=first',
  'list, page 40': () => 'page=40',
  'search, name': (i: number) => `search=${encodeURIComponent(`রফিকুল ${i % 10}`)}`,
  'search, part of a word': (i: number) => `search=${encodeURIComponent(['ফিকু', 'নাসরি', 'হাবি'][i % 3]!)}`,
  'search, number': (i: number) => `search=${7_000_000_000 + (i % 2_000) * 7_919}`,
  'search, last four': (i: number) => `search=${String(7_000_000_000 + (i % 2_000) * 7_919).slice(-4)}`,
  'search, nobody': () => `search=${encodeURIComponent('অচেনাজন')}`,
} as const;

async function times(count: number, work: (i: number) => Promise<void>): Promise<number[]> {
  const measured: number[] = [];
  for (let i = -20; i < count; i += 1) {
    const from = performance.now();
    await work(Math.abs(i));
    if (i >= 0) measured.push(performance.now() - from);
  }
  return measured.sort((a, b) => a - b);
}
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

async function counters(client: pg.Client) {
  const { rows } = await client.query(
    `select 'scans of the whole table' as name, seq_scan as used from pg_stat_user_tables where relname = 'orders'
     union all select indexrelname, idx_scan from pg_stat_user_indexes where relname = 'orders'`,
  );
  return new Map(rows.map(({ name, used }) => [name as string, Number(used)]));
}

async function get(portal: BenchPortal, query: string): Promise<void> {
  const { status } = await portal.call('GET', `/account/orders/?page_size=10&${query}`, {
    token: portal.adminToken,
  });
  if (status !== 200) throw new Error(`A list answered ${status}`);
}

/** Measures placing and completing one after the other, and listing the customer's own orders as well as the shop's. */
async function measureWrites(portal: BenchPortal) {
  const customer = await portal.customer('9000000');
  const order = await makeOrderBody(portal, customer.token);
  const placed: number[] = [];
  const place = await times(rounds, async () => {
    const { status, body } = await portal.call('POST', '/account/orders/', {
      token: customer.token,
      key: randomUUID(),
      body: order,
    });
    if (status !== 201) throw new Error(`An order answered ${status}`);
    placed.push((body as Order).id);
  });
  const complete = await times(rounds, async () => {
    const { status, body } = await portal.call('PATCH', `/account/orders/${placed.pop()}/`, {
      token: portal.adminToken,
      key: randomUUID(),
      body: { status: 'completed', text_content: 'কাজ শেষ', note: '' },
    });
    if (status !== 200) throw new Error(`A completion answered ${status}: ${JSON.stringify(body)}`);
  });
  return { place, complete };
}

async function measure(orders: number) {
  const portal = await startBenchPortal({}, orders === sizes.at(-1) ? process.env.SHOP_DIR : undefined);
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  try {
    const users = Math.max(100, Math.round(orders / 10));
    const filled = await fillShopOnce(portal, { users, orders, entries: 0, files: 0, acts: 0 });
    process.stdout.write(`\n${orders} orders of ${users} customers, ${filled}\n`);
    // In a kept shop the top-up of an earlier run of the same day would make this one wait for a second person.
    await client.query('delete from cash_days');
    const before = await counters(client);
    const measured: Record<string, number[]> = {};
    for (const [name, query] of Object.entries(searches))
      measured[name] = await times(rounds, (i) => get(portal, query(i)));
    const writes = await measureWrites(portal);
    measured['place an order'] = writes.place;
    measured['complete an order'] = writes.complete;
    await new Promise((done) => setTimeout(done, 1_500));
    const used = await counters(client);
    for (const [name, count] of used) {
      const more = count - (before.get(name) ?? 0);
      if (more > 0 || name.startsWith('scans')) print([`  ${name}`, more]);
    }
    return measured;
  } finally {
    await client.end();
    await portal.stop();
  }
}

const results: { size: number; measured: Record<string, number[]> }[] = [];
for (const size of sizes) results.push({ size, measured: await measure(size) });

const base = results[0]!;
print(['\n', 'orders', 'median ms', 'p99 ms', `p99 of ${base.size}`]);
const missed: string[] = [];
for (const name of Object.keys(base.measured)) {
  for (const { size, measured } of results) {
    const ratio = at(measured[name]!, 0.99) / at(base.measured[name]!, 0.99);
    if (size === sizes.at(-1) && ratio > aim && /^(list|search)/.test(name))
      missed.push(`${name} ${ratio.toFixed(2)}`);
    print([
      name,
      size,
      at(measured[name]!, 0.5).toFixed(1),
      at(measured[name]!, 0.99).toFixed(1),
      size === base.size ? '' : ratio.toFixed(2),
    ]);
  }
}
process.stdout.write(
  `Aim: lists and searches at ${sizes.at(-1)} within ${aim} times the p99 at ${base.size}. ${missed.length === 0 ? 'Reached' : `MISSED: ${missed.join(', ')}`}\n`,
);
