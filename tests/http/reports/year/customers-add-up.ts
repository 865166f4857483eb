// Checks the money shown to customers and to staff: lists, statements, tables, papers and the dashboard.
import { dhakaDay } from '#contract/dates/dates.ts';
import { formatDecimal, formatTaka } from '#contract/money.ts';
import { depositWays } from '#contract/wallet/ways.ts';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { asOwner } from '../../../support/database.ts';
import type { TestPortal } from '../../../support/portal.ts';
import { english } from '../../steps.ts';
import { type Body, type Footing, paisa, sumOf, tableOf } from './cross-footing.ts';
import { gained, moneyOf, type Transfer, total, walletsOf } from './independent-sums.ts';
import type { ShopYear } from './shop-year.ts';

interface Sheet {
  portal: TestPortal;
  footing: Footing;
  year: ShopYear;
  transfers: readonly Transfer[];
  periods: readonly (readonly [from: string, to: string])[];
}

const incoming = ['recharge', 'bonus', 'release', 'refund'];
const sumCells = (rows: readonly string[][], at: number) =>
  rows.reduce((sum, row) => sum + (row[at] ? paisa(row[at]) : 0n), 0n);

/** Checks one customer's statements: each equals the books, and one ends where the next begins. */
async function checkStatements({ portal, footing, transfers, periods }: Sheet, userId: number) {
  const { same, read } = footing;
  const mine = transfers.filter((row) => row.userId === userId);
  const at = (day: string) => walletsOf(mine.filter((row) => row.day <= day)).available;
  const dayBefore = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  for (const [from, to] of periods) {
    const path = `/account/statement/?user=${userId}&from=${from}&to=${to}`;
    const name = `statement of ${userId}, ${from} to ${to}`;
    for (const headers of [{}, english]) {
      const [, opening, ...lines] = tableOf(await read(`${path}&format=csv`, headers));
      const closing = lines.pop()!;
      const [into, out] = [sumCells(lines, 3), sumCells(lines, 4)];
      same(`${name} opening`, opening![5], at(dayBefore(from)));
      same(`${name} closing`, closing[5], at(to));
      same(`${name} moved`, paisa(opening![5]!) + into - out, closing[5]);
      let balance = paisa(opening![5]!);
      for (const line of lines) {
        balance += (line[3] ? paisa(line[3]) : 0n) - (line[4] ? paisa(line[4]) : 0n);
        same(`${name} after a line`, line[5], balance);
      }
      same(
        `${name} lines`,
        lines.length,
        mine.filter(({ kind, day }) => kind !== 'capture' && day >= from && day <= to).length,
      );
    }
  }
  const [, opening, ...lines] = tableOf(
    await read(`/account/statement/?user=${userId}&from=2024-01-01&to=2024-12-31&format=csv`),
  );
  const closing = lines.pop()!;
  const { bytes } = await portal.call(
    'GET',
    `/account/statement/?user=${userId}&from=2024-01-01&to=2024-12-31`,
    {
      token: portal.admin.token,
    },
  );
  const text = (await readPdfText(bytes)).join('\n').replace(/\s+/g, ' ');
  const printed = (taka: bigint) => formatTaka(taka).replace(/\s/g, ' ');
  for (const figure of [paisa(opening![5]!), sumCells(lines, 3), sumCells(lines, 4), paisa(closing[5]!)])
    same(`printed statement of ${userId}: ${printed(figure)}`, text.includes(printed(figure)), true);
  return at('2024-12-31');
}

/** Checks all pages of a customer's own list of movements. */
async function checkOwnList({ portal, footing, transfers }: Sheet, userId: number, token: string) {
  const { same, all, read } = footing;
  const mine = transfers.filter((row) => row.userId === userId);
  for (const [path, by] of [
    [`/account/transactions/?user=${userId}`, portal.admin.token],
    ['/account/transactions/', token],
  ] as const) {
    const posted = (await all(path, 4, by)).filter(({ status }) => status === 'accepted');
    const balance = posted.reduce(
      (sum: bigint, { amount, transaction_type: type }: Body) =>
        sum + (incoming.includes(type) ? paisa(amount) : -paisa(amount)),
      0n,
    );
    const { available, held } = walletsOf(mine);
    same(`${path} of ${userId} together`, balance, available);
    same(`${path} of ${userId} newest`, posted[0]?.balance_after ?? '0.00', available);
    // A correction is neither requested by the customer nor a payout.
    const payouts = posted.filter(
      ({ transaction_type: type, reverses }) => type === 'withdrawal' && reverses === undefined,
    );
    same(
      `${path} of ${userId} payouts`,
      sumOf(payouts, 'amount'),
      total(mine.filter(({ kind }) => kind === 'withdrawal')),
    );
    if (by === token) {
      const summary = await read('/account/transaction-summary/', {}, token);
      same(`balance of ${userId}`, summary.current_balance, Number(available) / 100);
      same(`held of ${userId}`, summary.held, Number(held) / 100);
    }
  }
}

/** Checks that the bell's notices state the sums of the books. */
async function checkNotices({ footing, transfers }: Sheet, userId: number, token: string) {
  const { same, all } = footing;
  const notices = await all('/account/notices/', 50, token);
  const told = (kind: string) =>
    sumOf(
      notices.filter((notice) => notice.kind === kind).map(({ facts }) => facts),
      'amount',
    );
  const moved = (...kinds: string[]) =>
    total(transfers.filter((row) => row.userId === userId && kinds.includes(row.kind)));
  same(`${userId} is told of recharges`, told('recharge_credited'), moved('recharge', 'bonus'));
  same(`${userId} is told of payouts`, told('cash_paid_out'), moved('withdrawal'));
  same(`${userId} is told of refunds`, told('order_refunded'), moved('refund'));
  same(`${userId} is told of corrections`, told('movement_corrected'), moved('reversal'));
}

async function checkRecharges({ footing, transfers }: Sheet) {
  const { same, all, read } = footing;
  const recharges = transfers.filter(({ kind }) => kind === 'recharge');
  const undone = new Set(transfers.flatMap(({ undoes }) => undoes?.id ?? []));
  const listed = await all('/account/transactions/?status=accepted', 5);
  const signed = (some: readonly Body[]) =>
    sumOf(
      some.filter(({ reverses }) => !reverses),
      'amount',
    ) -
    sumOf(
      some.filter(({ reverses }) => reverses),
      'amount',
    );
  same('recharges less what was taken back', signed(listed), moneyOf(transfers).deposits);
  const rows = listed.filter(({ reverses }) => !reverses);
  same('recharges', sumOf(rows, 'amount'), total(recharges));
  // Reversed movements are marked, so that the others add up to what the shop received.
  const kept = rows.filter(({ ending }) => ending !== 'reversed');
  same('recharges kept', sumOf(kept, 'amount'), moneyOf(transfers).deposits);
  same('bonuses kept', sumOf(kept, 'bonus'), moneyOf(transfers).bonuses);
  const table = tableOf(await read('/account/transactions/export/?status=accepted', english));
  const [amount, bonus, status] = ['Amount', 'Bonus', 'Status'].map((name) => table[0]!.indexOf(name)) as [
    number,
    number,
    number,
  ];
  same('deposits in the table', sumCells(table.slice(1), amount), moneyOf(transfers).deposits);
  same(
    'kept in the table',
    sumCells(
      table.slice(1).filter((row) => row[status] === 'Accepted'),
      amount,
    ),
    moneyOf(transfers).deposits,
  );
  same(
    'bonuses in the table',
    sumCells(table.slice(1), bonus),
    total(transfers.filter(({ kind }) => kind === 'bonus')),
  );
  let together = 0n;
  for (const way of depositWays)
    together += signed(await all(`/account/transactions/?status=accepted&way=${way}`, 100));
  same('deposits by way', together, moneyOf(transfers).deposits);
  for (const day of new Set(transfers.map((row) => row.day)))
    same(
      `deposits of ${day}`,
      signed(await all(`/account/transactions/?status=accepted&day=${day}`, 100)),
      moneyOf(transfers.filter((row) => row.day === day)).deposits,
    );
  same('taken back', rows.length - kept.length, recharges.filter(({ id }) => undone.has(id)).length);
}

/** Checks the orders and papers of everyone, and of each customer. */
async function checkSold({ portal, footing, transfers, year }: Sheet) {
  const { same, all, read } = footing;
  const captures = transfers.filter(({ kind }) => kind === 'capture');
  const refunds = transfers.filter(({ kind }) => kind === 'refund');
  const orders = await all('/account/orders/completed/', 5);
  same('completed orders', sumOf(orders, 'charge'), total(captures));
  const table = tableOf(await read('/account/orders/completed/export/', english));
  const column = (name: string) => table[0]!.indexOf(name);
  same('completed orders in the table', sumCells(table.slice(1), column('Price')), total(captures));
  same('refunds in the table', sumCells(table.slice(1), column('Refunded')), total(refunds));
  const files = await all('/account/myfile/', 5);
  same('papers', sumOf(files, 'charge'), total(transfers.filter(({ kind }) => kind === 'charge')));
  const papers = tableOf(await read('/account/myfile/export/', english));
  same('papers in the table', papers.length - 1, files.length);
  for (const { id } of year.customers) {
    const of = (rows: readonly Transfer[]) => rows.filter((row) => row.userId === id);
    same(
      `orders of ${id}`,
      sumOf(await all(`/account/orders/completed/?user=${id}`, 3), 'charge'),
      total(of(captures)),
    );
  }
  const [{ charged, refunded, held }] = (await asOwner<{ charged: string; refunded: string; held: string }>(
    portal.ownerUrl,
    `select sum(price_paisa) filter (where status = 'completed')::text as charged, sum(refunded_paisa)::text as refunded,
            coalesce(sum(price_paisa) filter (where status in ('pending', 'processing')), 0)::text as held from orders`,
  )) as [{ charged: string; refunded: string; held: string }];
  same('prices of orders', BigInt(charged), total(captures));
  same('refunds of orders', BigInt(refunded), total(refunds));
  same('open orders', BigInt(held), walletsOf(transfers).held);
}

/** Checks that today's dashboard tiles, the chart of thirty days and the page of the day agree. */
async function checkDashboard({ footing, transfers }: Sheet) {
  const { same, read, all } = footing;
  const today = dhakaDay(new Date());
  const { transactions, users } = await read('/account/admin/dashboard/top-overview/');
  const trends = await read('/account/admin/dashboard/trends/');
  const day = await read(`/account/admin/day/?from=${today}&to=${today}`);
  const now = moneyOf(transfers.filter((row) => row.day === today));
  const wallets = walletsOf(transfers);
  same('the day: deposits', day.deposits.value, now.deposits);
  same('dashboard: deposits today', transactions.today_deposit, now.deposits);
  same('dashboard: deposits in the chart', trends.days.at(-1).deposits, now.deposits);
  const dayBack = (days: number) => dhakaDay(new Date(Date.now() - days * 86_400_000));
  const before = transfers.filter((row) => row.day >= dayBack(59) && row.day <= dayBack(30));
  same('dashboard: thirty days before', trends.figures.deposits.before, moneyOf(before).deposits);
  same('dashboard: thirty days', trends.figures.deposits.total, sumOf(trends.days, 'deposits'));
  same('dashboard: balance', transactions.total_balance, wallets.posted);
  same('dashboard: held', transactions.held, wallets.held);
  same('the day: held', day.held, wallets.held);
  const people = await all('/account/users/?sort=balance', 4);
  same(
    'users: balances',
    people.reduce((sum: number, { balance }: Body) => sum + Math.round(balance * 100), 0),
    Number(wallets.available),
  );
  same(
    'dashboard: customers',
    users.total,
    people.filter(({ roles }: Body) => roles.join() === 'customer').length,
  );
  const table = tableOf(await read('/account/users/export/', english));
  same(
    'users in the table: balances',
    sumCells(table.slice(1), table[0]!.indexOf('Balance')),
    wallets.available,
  );
}

/** Checks that the provider's report equals its account in the books. */
async function checkSettlement({ portal, footing, transfers, year }: Sheet) {
  const { same, all } = footing;
  const form = new FormData();
  form.set('provider', 'bkash');
  form.set('file', new Blob([year.settlementCsv]), 'bkash.csv');
  const { body } = await portal.call('POST', '/account/settlements/', { token: portal.admin.token, form });
  const items = await all(`/account/settlements/${body.id}/`, 50);
  const online = -gained(transfers, (account) => account === 'clearing:bkash');
  same('settlement: total', body.total, online);
  same(
    'settlement: theirs',
    sumOf(
      items.filter(({ theirs }) => theirs !== null),
      'theirs',
    ),
    online,
  );
  same(
    'settlement: ours',
    sumOf(
      items.filter(({ ours }) => ours !== null),
      'ours',
    ),
    online,
  );
  same('settlement: matched', body.matched, items.length);
}

/** Checks that reversed movements are marked on the statement, in the list and on the receipt. */
async function checkCorrections({ portal, footing, year }: Sheet) {
  const { same, read, all } = footing;
  const { id, token } = year.customers[2]!;
  const lines = tableOf(
    await read(`/account/statement/?user=${id}&from=2024-07-01&to=2024-07-31&format=csv`, english),
  ).map((line) => line[1]);
  const after = [
    'Recharge',
    'Bonus',
    'Bonus taken back',
    'Recharge taken back',
    'Withdrawal',
    'Withdrawal undone',
  ];
  same('words of corrections', lines.slice(2, -1).join(), [...after, 'Withdrawal'].join());
  const list = await all('/account/transactions/', 50, token);
  same(
    'corrections in the list',
    list.flatMap(({ reverses }) => reverses ?? []).join(),
    'withdrawal,recharge,bonus',
  );
  const undone = list.filter(({ ending }) => ending === 'reversed');
  same('what was corrected', undone.map((row) => row.transaction_type).join(), 'withdrawal,bonus,recharge');
  for (const [row, isTakenBack] of [
    [undone.at(-1), true],
    [list.at(-1), false],
  ] as const) {
    const paper = await portal.call('GET', `/account/transactions/${row.id}/receipt/`, { token });
    same('a receipt says so', (await readPdfText(paper.bytes)).join(' ').includes('Taken back'), isTakenBack);
  }
}

/** Checks how much was owed to whom at the end of a day, and in which accounts the money was. */
async function checkBalances({ footing, transfers, year }: Sheet) {
  const { same, read } = footing;
  for (const day of ['2023-12-30', '2023-12-31', '2024-02-29', '2024-07-03', '2024-08-01', '2024-12-31']) {
    const earlier = transfers.filter((row) => row.day <= day);
    const report = await read(`/account/admin/reports/users/?from=${day}&to=${day}`);
    const lines = tableOf(await read(`/account/admin/balances/export/?day=${day}`, english));
    const at = lines.findIndex(([first]) => first === 'Number');
    const accounts = lines.slice(2, at).filter((line) => line.length === 3);
    const sums = accounts.pop()!;
    same(`${day}: debit and credit`, sums[1], sums[2]);
    same(`${day}: debits together`, sumCells(accounts, 1), sums[1]);
    same(`${day}: credits together`, sumCells(accounts, 2), sums[2]);
    const of = (name: string) =>
      sumCells(
        accounts.filter(([first]) => first === name),
        2,
      ) -
      sumCells(
        accounts.filter(([first]) => first === name),
        1,
      );
    const gain = (name: string) => gained(earlier, (account) => account === name);
    same(`${day}: cash`, of('Cash'), gain('admin_cash'));
    same(`${day}: net sales`, of('Net sales'), gain('revenue'));
    same(`${day}: bonuses`, of('Bonuses'), gain('bonus_expense'));
    same(`${day}: bKash`, of('bKash, paid online'), gain('clearing:bkash'));
    const wallets = walletsOf(earlier);
    same(`${day}: wallets`, of('Customers’ wallets'), wallets.posted);
    same(`${day}: wallets in the report`, report.groups[0].rows[0].values[2], wallets.posted);
    const customers = lines.slice(at + 1);
    const together = customers.pop()!;
    for (const [cell, sum] of [
      [3, wallets.posted],
      [4, wallets.held],
      [5, wallets.available],
    ] as const) {
      same(`${day}: customers together`, sumCells(customers, cell), sum);
      same(`${day}: the last line`, together[cell], sum);
    }
    for (const { id } of year.customers) {
      const own = walletsOf(earlier.filter(({ userId }) => userId === id));
      const line = customers.find(([number]) => number === String(id));
      same(
        `${day}: owed to ${id}`,
        line?.slice(3).join() ?? '0',
        own.posted === 0n ? '0' : [own.posted, own.held, own.available].map(formatDecimal).join(),
      );
    }
  }
}

export async function checkCustomers(sheet: Sheet): Promise<void> {
  const { footing, year, transfers } = sheet;
  let owed = 0n;
  for (const { id, token } of year.customers.slice(0, 4)) {
    owed += await checkStatements(sheet, id);
    await checkOwnList(sheet, id, token);
    await checkNotices(sheet, id, token);
  }
  owed += await checkStatements(sheet, year.customers[4]!.id);
  footing.same(
    'all statements together',
    owed,
    walletsOf(transfers.filter(({ day }) => day <= '2024-12-31')).available,
  );
  await checkCorrections(sheet);
  await checkBalances(sheet);
  await checkRecharges(sheet);
  await checkSold(sheet);
  await checkDashboard(sheet);
  await checkSettlement(sheet);
}
