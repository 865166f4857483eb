// Several processes close days of the books concurrently, and while reports are read.
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { audit } from '#server/ledger/audit.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import {
  closedDayRules,
  closeNextDays,
  countActive,
  listCompletedByDay,
  listMoneyByDay,
  listSold,
  listTimes,
} from '#server/reports/closed-days.queries.ts';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { reopenDays } from '../steps.ts';

const portal = usePortal();

it('are each closed once, and all of them by the time any of the processes is done', async () => {
  const { db } = portal.portal;
  const size = { users: 50, orders: 50, entries: 2_000, files: 0, acts: 0 };
  await fillShop(portal.ownerUrl, portal.dataDir, size);
  for (let round = 0; round < 3; round += 1) {
    await reopenDays(portal);
    const closeAll = async () => {
      while ((await inTransaction(db, closeNextDays)) > 0);
      const [last] = await asOwner<{ is_last: boolean }>(
        portal.ownerUrl,
        `select max(day) >= ((now() - interval '1 hour') at time zone 'Asia/Dhaka')::date - 1 as is_last from ledger_days`,
      );
      return last!.is_last;
    };
    expect(await Promise.all([closeAll(), closeAll(), closeAll(), closeAll()])).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await audit(db, closedDayRules)).toEqual([]);
  }
}, 120_000);

it('produce the same figures in a report when they are closed between its statements', async () => {
  const { db } = portal.portal;
  const reopen = () => reopenDays(portal);
  const close = async () => {
    while ((await inTransaction(db, closeNextDays)) > 0);
  };
  // A closed day without movements is stored as a row of zeros, an open one has none.
  const daysWithMovements: typeof listMoneyByDay = async (reader, span) =>
    (await listMoneyByDay(reader, span)).filter(({ sold, grown, active }) => sold || grown || active);
  const sorted = (rows: unknown) => (Array.isArray(rows) ? rows.map((row) => inspect(row)).sort() : rows);
  const end = new Date(Date.now() + 60_000);
  for (const days of [30, 1_200])
    for (const read of [countActive, daysWithMovements, listCompletedByDay, listTimes, listSold]) {
      const span = { start: new Date(end.getTime() - days * 86_400_000), end };
      await reopen();
      let statements = 0;
      const closing = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1;
          if (statements === 1) await close();
          return result;
        },
      });
      const meanwhile = sorted(await read(closing, span));
      expect(statements, read.name).toBe(2);
      expect(meanwhile, `${read.name} of ${days} days`).toEqual(sorted(await read(db, span)));
    }
}, 120_000);

it('are reopened if a clock that was ahead closed them, and stay closed under a clock that is behind', async () => {
  const { db } = portal.portal;
  const close = async () => {
    while ((await inTransaction(db, closeNextDays)) > 0);
  };
  const lastClosed = async () =>
    (await asOwner<{ last: string }>(portal.ownerUrl, 'select max(day)::text as last from ledger_days'))[0]!
      .last;
  await reopenDays(portal);
  await close();
  const yesterday = await lastClosed();
  const person = await portal.customer();
  await portal.topUp(person, '300');
  const whole = { start: new Date(0), end: new Date(Date.now() + 60_000) };
  const right = (await listMoneyByDay(db, whole)).at(-1)!;
  expect(right.deposits).toBeGreaterThanOrEqual(30_000n);

  await asOwner(
    portal.ownerUrl,
    `insert into ledger_days select ($1::date + days)::date, 0, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(1, 400) days`,
    [yesterday],
  );
  await close();
  expect((await listMoneyByDay(db, whole)).at(-1)).toEqual(right);
  expect(await lastClosed()).toBe(yesterday);
  expect(await audit(db, closedDayRules)).toEqual([]);

  // A later day has sales: today is still open only by this clock.
  await asOwner(
    portal.ownerUrl,
    `insert into ledger_days select ($1::date + days)::date, days, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(1, 2) days`,
    [yesterday],
  );
  await close();
  expect(await lastClosed()).not.toBe(yesterday);
  await reopenDays(portal);
});
