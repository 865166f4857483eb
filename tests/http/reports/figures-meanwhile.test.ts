// Figures that must agree, read while money moves between the statements.
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { reportRules } from '#contract/reports/rules.ts';
import * as ledger from '#server/ledger/ledger.ts';
import { type Database, inTransaction } from '#server/platform/database/connect.ts';
import { readDay, readMovements } from '#server/reports/day/day.service.ts';
import { createShopReports } from '#server/reports/shop/shop-reports.service.ts';
import { createDrawers } from '#server/wallet/drawer/drawer.service.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { makeStaff } from '../steps.ts';

const portal = usePortal();
const clock = { now: () => new Date() };
const today = dhakaDay(clock.now());
const dayMs = 86_400_000;
const yesterday = dhakaDay(new Date(clock.now().getTime() - dayMs));
/** Includes tomorrow, because the tests may run past midnight. */
const days = { from: today, to: dhakaDay(new Date(clock.now().getTime() + dayMs)) };

/**
 * Repeats a read and makes a change after its first statement, then after its second, and so on until all have been covered. Waits for statements that
 * run concurrently before it makes the change. @returns the results of all reads
 */
async function whileReading<T>(
  read: (db: Database) => Promise<T>,
  happen: () => Promise<unknown>,
): Promise<T[]> {
  const found: T[] = [];
  for (let number = 1; ; number += 1) {
    let [begun, ended, isDone] = [0, 0, false];
    const othersAreDone = async () => {
      for (let turns = 0; turns < 20; turns += 1) {
        await setImmediate();
        if (begun > ended) turns = 0;
      }
    };
    const reading = portal.portal.db.withPlugin({
      transformQuery: ({ node }) => {
        begun += 1;
        return node;
      },
      transformResult: async ({ result }) => {
        ended += 1;
        if (ended !== number) return result;
        isDone = true;
        await othersAreDone();
        await happen();
        return result;
      },
    });
    found.push(await read(reading));
    if (!isDone) return found;
  }
}

const moveMoney = (person: Person) => () =>
  inTransaction(portal.portal.db, async (trx) => {
    const move = { userId: person.id, ref: `meanwhile:${randomUUID()}`, actorId: portal.admin.id };
    await ledger.recharge(trx, 'admin_cash', { ...move, amountPaisa: 50_00n });
    await ledger.charge(trx, { ...move, amountPaisa: 20_00n });
  });
const sum = (rows: readonly (string | number | null | undefined)[]) =>
  rows.reduce((total: number, value) => total + Number(value), 0);

it('keeps the parts of a day equal to its figures', async () => {
  const person = await portal.customer();
  const read = (db: Database) => readDay({ db, writing: portal.portal.db, clock }, days, 'en');
  for (const day of await whileReading(read, moveMoney(person))) {
    expect(sum(day.services.map(({ sales }) => sales))).toBe(Number(day.sales.value));
    expect(sum(day.operators.map(({ sales }) => sales))).toBe(Number(day.sales.value));
    expect(sum(day.ways.map(({ value }) => value))).toBe(Number(day.deposits.value));
    expect(sum(day.cash.map(({ taken }) => taken))).toBe(Number(day.deposits.value));
  }
});

it('keeps the movements behind a figure equal to its sum', async () => {
  const person = await portal.customer();
  const chosen = { ...days, what: 'deposits', page: 1, page_size: 1_000 } as const;
  const read = (db: Database) => readMovements({ db, writing: portal.portal.db, clock }, chosen, 'en');
  for (const list of await whileReading(read, moveMoney(person))) {
    expect(list.results).toHaveLength(list.count);
    expect(sum(list.results.map(({ amount }) => amount))).toBe(Number(list.sum));
  }
});

it('keeps the rows of a report equal to its figures, and a past balance unchanged', async () => {
  const person = await portal.customer();
  const reports = (reading: Database) => createShopReports({ db: portal.portal.db, reading, clock });
  const sales = await whileReading((db) => reports(db).read('sales', days), moveMoney(person));
  for (const { figures, groups } of sales) {
    const revenue = Number(figures.find(({ name }) => name === 'revenue')!.value);
    for (const { name, rows } of groups) {
      const column = reportRules.sales.groups[name]!.indexOf('revenue');
      expect(sum(rows.map(({ values }) => values[column])), name).toBe(revenue);
    }
  }
  const past = await whileReading(
    (db) => reports(db).read('users', { from: yesterday, to: yesterday }),
    moveMoney(person),
  );
  for (const { figures } of past) expect(figures.find(({ name }) => name === 'balance')?.value).toBe('0.00');
  // All money came today: there is no growth rate from zero.
  for (const trends of await whileReading((db) => reports(db).trends(), moveMoney(person)))
    expect(trends.balance_growth_percentage).toBeNull();
});

it('opens a drawer with the amount kept by the last count shown', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const caller = {
    ...{ userId: cashier.id, sessionId: '', roles: ['cashier'] },
    ...{ mustChangePassword: false, mustSetUpSecondFactor: false },
  };
  const drawers = (db: Database) => createDrawers({ db, reading: db });
  const own = drawers(portal.portal.db);
  const count = async () => {
    const { state, expected } = await own.read(caller, undefined);
    const counted = BigInt(Math.round(Number(expected) * 100)) + 100n;
    await own.count(caller, { state, counted, reason: 'অজানা' }, undefined);
  };
  for (const drawer of await whileReading((db) => drawers(db).read(caller, undefined), count))
    expect(drawer.opening).toBe(drawer.last?.kept ?? '0.00');
  const all = await whileReading((db) => drawers(db).counts(caller, { page: 1, page_size: 100 }), count);
  for (const { results, count: counted, over } of all) {
    expect(results).toHaveLength(counted);
    expect(sum(results.map(({ difference }) => difference))).toBe(Number(over));
  }
});
