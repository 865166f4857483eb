// `npm run bench:files`: listing and searching files over HTTP, for staff and for one customer, with 10 thousand and 1 million files (BENCH_SIZES;
// the largest stored in SHOP_DIR if set); the smallest is the baseline of the same run. Prints which indexes were used and how often the table was
// scanned.
import pg from 'pg';
import { fillShopOnce, print, startBenchPortal } from './portal.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
const aim = 2;

const lists = {
  'staff: list, newest': () => '',
  'staff: list, page 40': () => 'page=40',
  'staff: one customer': (i: number) => `user=${100 + (i % 50)}`,
  'staff: search, name': (i: number) => `search=${encodeURIComponent(`রফিকুল ইসলাম ${i % 900}`)}`,
  'staff: search, part of a word': (i: number) =>
    `search=${encodeURIComponent(['ফিকু', 'নাসরি', 'হাবি'][i % 3]!)}`,
  'staff: search, number': (i: number) => `search=${7_000_000_000 + (i % 2_000) * 7_919}`,
  'staff: search, last four': (i: number) =>
    `search=${String(7_000_000_000 + (i % 2_000) * 7_919).slice(-4)}`,
} as const;

async function measure(files: number) {
  const portal = await startBenchPortal({}, files === sizes.at(-1) ? process.env.SHOP_DIR : undefined);
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  try {
    const users = Math.max(200, Math.round(files / 10));
    const filled = await fillShopOnce(portal, { users, orders: users, entries: 0, files, acts: 0 });
    const scans = async () =>
      Number(
        (await client.query(`select seq_scan from pg_stat_user_tables where relname = 'files'`)).rows[0]
          .seq_scan,
      );
    const before = await scans();
    const measured: Record<string, number[]> = {};
    for (const [name, query] of Object.entries(lists)) {
      const times: number[] = [];
      for (let i = -20; i < rounds; i += 1) {
        const from = performance.now();
        const { status } = await portal.call('GET', `/account/myfile/?${query(Math.abs(i))}`, {
          token: portal.adminToken,
        });
        if (status !== 200) throw new Error(`A list answered ${status}`);
        if (i >= 0) times.push(performance.now() - from);
      }
      measured[name] = times.sort((one, other) => one - other);
    }
    await new Promise((done) => setTimeout(done, 1_500));
    process.stdout.write(
      `${files} files of ${users} customers, ${filled}; scans of the whole table: ${(await scans()) - before}\n`,
    );
    return measured;
  } finally {
    await client.end();
    await portal.stop();
  }
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const results: { size: number; measured: Record<string, number[]> }[] = [];
for (const size of sizes) results.push({ size, measured: await measure(size) });
const base = results[0]!;
print(['', 'files', 'median ms', 'p99 ms', `p99 of ${base.size}`]);
const missed: string[] = [];
for (const name of Object.keys(lists)) {
  for (const { size, measured } of results) {
    const ratio = at(measured[name]!, 0.99) / at(base.measured[name]!, 0.99);
    if (size === sizes.at(-1) && ratio > aim) missed.push(`${name} ${ratio.toFixed(2)}`);
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
  `Aim: at ${sizes.at(-1)} within ${aim} times the p99 at ${base.size}. ${missed.length === 0 ? 'Reached' : `MISSED: ${missed.join(', ')}`}\n`,
);
