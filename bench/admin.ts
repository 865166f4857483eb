// `npm run bench:admin`: time to the first data of every back-office page over HTTP while 8 operators work, in a shop filled by
// scripts/large-shop.ts (SHOP_USERS, SHOP_ORDERS, SHOP_ENTRIES, SHOP_FILES, SHOP_ACTS), stored in SHOP_DIR if set. Each operator opens a page,
// reads it for a second (BENCH_PAUSE_MS) and opens the next. The aim is a median of 300 ms.

import { dhakaDay } from '../src/contract/dates/dates.ts';
import { fillShopOnce, print, readShopSize, startBenchPortal } from './portal.ts';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const size = readShopSize();
const operators = 8;
const rounds = number('BENCH_ROUNDS', 5);
const pauseMs = number('BENCH_PAUSE_MS', 1_000);
const aimMs = 300;
const dayMs = 86_400_000;
const days = `from=${dhakaDay(new Date(Date.now() - 29 * dayMs))}&to=${dhakaDay(new Date())}`;

const pages = {
  'dashboard: totals': '/account/admin/dashboard/top-overview/',
  'dashboard: 30 days and queue': '/account/admin/dashboard/trends/',
  'dashboard: recent customers': '/account/admin/dashboard/recent-customers/',
  'dashboard: money that waits': '/account/admin/money-waiting/',
  orders: '/account/orders/?page_size=10',
  'orders, pending': '/account/orders/?page_size=10&status=pending',
  'orders, completed': '/account/orders/completed/?page_size=10',
  'files of all': '/account/myfile/?page_size=50',
  users: '/account/users/?page_size=50',
  recharges: '/account/transactions/?page_size=10',
  'recharges, a name': `/account/transactions/?page_size=10&search=${encodeURIComponent('রফিকুল')}`,
  'accounts of 30 days': `/account/admin/day/?${days}`,
  'balances of all accounts, 30 days': `/account/admin/movements/accounts/?${days}`,
  'movements of sales, 30 days': `/account/admin/movements/?what=sales&${days}`,
  'sheet of revenue, 30 days': `/account/admin/movements/account/?account=revenue&${days}`,
  'sheet of revenue, page 40': `/account/admin/movements/account/?account=revenue&page=40&${days}`,
  'sheet of cash, 30 days': `/account/admin/movements/account/?account=admin_cash&${days}`,
  'sheet of all wallets, 30 days': `/account/admin/movements/account/?account=wallets&${days}`,
  'cash drawers': '/account/drawers/',
  approvals: '/account/transactions/waiting/',
  payments: '/account/payments/',
  settlements: '/account/settlements/',
  activity: '/account/activity/',
  'activity, a name': `/account/activity/?search=${encodeURIComponent('রফিকুল')}`,
  services: '/account/services/',
  books: '/account/books/',
  notices: '/account/notices/',
  'report: sales, 30 days': `/account/admin/reports/sales/?${days}`,
  'report: customers, 30 days': `/account/admin/reports/users/?${days}`,
  'report: performance, 30 days': `/account/admin/reports/performance/?${days}`,
  'search: a name': `/account/search/?q=${encodeURIComponent('রফিকুল')}`,
  'search: a number': '/account/search/?q=7000007919',
} as const;

const portal = await startBenchPortal({}, process.env.SHOP_DIR);
try {
  const filled = await fillShopOnce(portal, size);
  process.stdout.write(
    `${Object.entries(size)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}; ${filled}; ${operators} operators, ${pauseMs} ms on each page\n`,
  );
  // Filling takes longer than a session lasts.
  const token = await portal.signInAsAdmin();
  const times = new Map<string, number[]>(Object.keys(pages).map((name) => [name, []]));
  const names = Object.keys(pages) as (keyof typeof pages)[];
  const skipped = new Map<string, number>();
  await Promise.all(
    Array.from({ length: operators }, async (_, operator) => {
      for (let i = 0; i < rounds * names.length; i += 1) {
        // Each starts on a different page, so that all pages are open at the same time.
        const name = names[(i + operator * 3) % names.length]!;
        const from = performance.now();
        const { status } = await portal.call('GET', pages[name], { token });
        if (status === 200) times.get(name)!.push(performance.now() - from);
        else skipped.set(name, status);
        await new Promise((done) => setTimeout(done, pauseMs * (0.5 + Math.random())));
      }
    }),
  );
  print(['page', 'median ms', 'p99 ms', '']);
  const missed: string[] = [];
  for (const [name, measured] of times) {
    const sorted = measured.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    if (skipped.has(name)) missed.push(`${name} answered ${skipped.get(name)}`);
    else if (at(0.5) > aimMs) missed.push(name);
    print([name, at(0.5).toFixed(0), at(0.99).toFixed(0), at(0.5) > aimMs ? 'above' : '']);
  }
  process.stdout.write(
    `Aim: ${aimMs} ms at the median. ${missed.length === 0 ? 'Reached' : `MISSED: ${missed.join(', ')}`}\n`,
  );
} finally {
  await portal.stop();
}
