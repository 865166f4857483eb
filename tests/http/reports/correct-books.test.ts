// Correction of wrong books by an owner: frozen accounts can be corrected, and derived values are recomputed from the entries.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/digits.ts';
import { movementNumber } from '#contract/wallet/movement-number.ts';
import { retakeSnapshots } from '#server/ledger/ledger.ts';
import { createDatabase, createPool, inTransaction } from '#server/platform/database/connect.ts';
import { finish, takeAuditLock } from '#server/reports/books.queries.ts';
import { closeNextDays } from '#server/reports/closed-days.queries.ts';
import { correctBooks, repairBooks } from '#server/reports/correct-books.ts';
import { correctTransfer } from '#server/wallet/correct-transfer.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  expectBooksRight,
  expectRefusal,
  noticesWithoutMail,
  placeOrder,
  reopenDays,
  servicesByCode,
} from '../steps.ts';

const portal = usePortal();
const corrupt = (statement: string, values: unknown[] = []) => asOwner(portal.ownerUrl, statement, values);
const auditNow = async () =>
  (await portal.call('POST', '/account/books/audit/', { token: portal.admin.token })).body;
const recharge = (user: number) =>
  portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user, amount: '10' },
  });

async function withOwner<T>(work: (db: ReturnType<typeof createDatabase>) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(portal.ownerUrl, 2));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A hold without an order, as after an order was removed from the database. */
async function holdForNothing() {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  await corrupt(`select ledger_post(gen_random_uuid(), 'hold', $1, null, 25000, $2, null, null, $1, '')`, [
    person.id,
    `order:${900_000_000 + person.id}`,
  ]);
  return person;
}

it('repairs wrong sums and orphaned holds, and trading continues', async () => {
  const person = await holdForNothing();
  await corrupt(`insert into ledger_snapshots (account, complete_below, balance_paisa)
    values ('revenue', '4', 12345), ('revenue', '5', 12346)`);
  const { frozen } = await auditNow();
  expect(frozen.map(({ account }: { account: string }) => account)).toEqual([
    'revenue',
    `wallet:${person.id}`,
  ]);
  const buyer = await portal.customer();
  await portal.topUp(buyer, '1000');
  const { AB: reprint } = await servicesByCode(portal);
  await expect(placeOrder(portal, buyer, reprint!)).rejects.toThrow();
  expect((await balanceOf(portal, person)).held).toBe(250);

  expect(await withOwner((db) => repairBooks(db, 'from before the update'))).toEqual({
    sums: 1,
    days: 0,
    holds: 1,
  });
  expect(await balanceOf(portal, person)).toMatchObject({ held: 0, current_balance: 1000 });
  const told = `select from live_events where audience = $1 and message->>'type' = 'balance'`;
  // One for the top-up and one for the repair.
  expect(await corrupt(told, [`user:${person.id}`])).toHaveLength(2);
  await placeOrder(portal, buyer, reprint!);
  await placeOrder(portal, person, reprint!);
  expect(await auditNow()).toMatchObject({ state: 'balanced', frozen: [] });
  expect(
    await corrupt(
      `select reason, details, findings from trail join ledger_audits a on object_kind = 'audit' and object_id = a.id::text
        where kind = 'books.mended'`,
    ),
  ).toEqual([{ reason: 'from before the update', details: { sums: 1, days: 0, holds: 1 }, findings: 3 }]);
  // A second repair has nothing to do.
  expect(await withOwner((db) => repairBooks(db, 'once more'))).toEqual({ sums: 0, days: 0, holds: 0 });
  expect(await corrupt(`select from trail where kind = 'books.mended'`)).toHaveLength(1);
  await expectBooksRight(portal);
});

it('sums closed days again that lack a movement dated by a clock that was behind', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const move = (days: number) =>
    corrupt(
      `update ledger_transfers set created_at = now() - $2 * interval '1 day' where user_id = $1 and kind = 'recharge'`,
      [person.id, days],
    );
  const close = async () => {
    while ((await inTransaction(portal.portal.db, closeNextDays)) > 0);
  };
  await reopenDays(portal);
  await move(9);
  await close();
  await recharge(person.id);
  await move(4);
  const { findings } = await auditNow();
  expect(findings).toBeGreaterThan(0);

  expect(await withOwner((db) => repairBooks(db, 'the clock was behind'))).toEqual({
    sums: 0,
    days: 9,
    holds: 0,
  });
  await close();
  expect(await auditNow()).toMatchObject({ state: 'balanced', frozen: [] });
  await move(0);
  await reopenDays(portal);
  await expectBooksRight(portal);
});

it('makes a snapshot wait while wrong ones are recomputed, and builds it on the right one', async () => {
  await corrupt(
    `insert into ledger_snapshots (account, complete_below, balance_paisa) values ('revenue', '4', 12345)`,
  );
  const earlier = createDatabase(createPool(portal.ownerUrl, 1));
  let stored: Promise<unknown> | undefined;
  try {
    await earlier.transaction().execute(async (trx) => {
      // A correction that begins now cannot store sums above this transaction; a later one can.
      await sql`select pg_current_xact_id()`.execute(trx);
      await withOwner((db) =>
        correctBooks(db, async (correction) => {
          await sql`commit`.execute(trx);
          await retakeSnapshots(correction, ['revenue']);
          stored = corrupt('select ledger_take_snapshots()');
          const isDone = await Promise.race([
            stored.then(() => true),
            new Promise((done) => setTimeout(done, 500, false)),
          ]);
          expect(isDone).toBe(false);
        }),
      );
    });
    await stored;
  } finally {
    await earlier.destroy();
  }
  expect(await auditNow()).toMatchObject({ state: 'balanced', frozen: [] });
});

it('keeps accounts frozen by a correction when an earlier audit finishes late', async () => {
  const person = await holdForNothing();
  const account = `wallet:${person.id}`;
  const [early] = await corrupt('insert into ledger_audits default values returning id');
  await withOwner((db) => correctBooks(db, async () => undefined));
  const reach = { isWhole: true, horizon: '3' };
  await inTransaction(portal.db, (trx) => finish(trx, early!.id, 1, [], [], reach));
  const books = (await portal.call('GET', '/account/books/', { token: portal.admin.token })).body;
  expect(books).toMatchObject({ state: 'wrong', frozen: [{ account }] });
  // A later audit unfreezes it.
  await withOwner((db) => repairBooks(db, 'held for nothing'));
  expect(await auditNow()).toMatchObject({ state: 'balanced', frozen: [] });
});

it('refuses a correction while an audit is running', async () => {
  await inTransaction(portal.db, async (trx) => {
    expect(await takeAuditLock(trx)).toBe(true);
    await expect(withOwner((db) => correctBooks(db, async () => undefined))).rejects.toMatchObject({
      code: 'audit_running',
    });
  });
});

it('allows a correction while a process only checks whether the nightly audit is due', async () => {
  let nightly: Promise<void> | undefined;
  await withOwner((db) =>
    inTransaction(db, async (trx) => {
      // A process that begins an audit waits here.
      await sql`lock table ledger_audits in exclusive mode`.execute(trx);
      nightly = portal.portal.books.auditNightly();
      await Promise.race([nightly, new Promise((done) => setTimeout(done, 1_000))]);
      expect(await takeAuditLock(trx)).toBe(true);
    }),
  );
  await nightly;
});

it('gives a correction as much time as an audit', async () => {
  const { corrected } = await withOwner((db) =>
    correctBooks(db, async (trx) => (await sql<object>`show statement_timeout`.execute(trx)).rows),
  );
  expect(corrected).toEqual([{ statement_timeout: '30min' }]);
});

it('repairs nothing and keeps the accounts frozen if anything else is wrong', async () => {
  const [person, other] = [await holdForNothing(), await portal.customer()];
  await portal.topUp(other, '100');
  await corrupt('update wallets set posted_paisa = posted_paisa + 77 where user_id = $1', [other.id]);
  expect(await withOwner((db) => repairBooks(db, 'a wrong hold'))).toBeUndefined();
  expect((await balanceOf(portal, person)).held).toBe(250);
  expectRefusal(await recharge(person.id), 'account_frozen');
  expectRefusal(await recharge(other.id), 'account_frozen');
  await corrupt('update wallets set posted_paisa = posted_paisa - 77 where user_id = $1', [other.id]);
  expect(await withOwner((db) => repairBooks(db, 'a wrong hold'))).toEqual({ sums: 0, days: 0, holds: 1 });
  await expectBooksRight(portal);
});

it('reverses a transfer given by its number as shown in lists, in Bengali or Western digits', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await portal.topUp(person, '200');
  const reverse = (number: string) =>
    withOwner((db) =>
      correctBooks(db, (trx) => correctTransfer({ notices: noticesWithoutMail(db) }, trx, number, 'ভুল অঙ্ক')),
    );
  const second = toBengaliDigits(movementNumber(person.id, 2));
  expect((await reverse(second)).findings).toEqual([]);
  expect((await balanceOf(portal, person)).current_balance).toBe(500);
  await expect(reverse(second)).rejects.toMatchObject({ code: 'already_posted' });
  await expect(reverse(movementNumber(person.id, 9))).rejects.toMatchObject({ code: 'not_found' });
  await expectBooksRight(portal);
});

it('reverses a transfer of a frozen account, and unfreezes the account only if it is right afterwards', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await portal.topUp(person, '500');
  const [twice] = await corrupt(
    `select id from ledger_transfers where user_id = $1 order by wallet_version desc limit 1`,
    [person.id],
  );
  const bend = (paisa: number) =>
    corrupt(
      'update ledger_transfers set posted_after_paisa = posted_after_paisa + $2 where user_id = $1 and wallet_version = 1',
      [person.id, paisa],
    );
  await bend(1);
  expect(await auditNow()).toMatchObject({ state: 'wrong' });
  const reverse = () =>
    withOwner((db) =>
      correctBooks(db, (trx) =>
        correctTransfer({ notices: noticesWithoutMail(db) }, trx, String(twice!.id), 'entered twice'),
      ),
    );
  expect((await reverse()).findings.length).toBeGreaterThan(0);
  expect((await balanceOf(portal, person)).current_balance).toBe(500);
  expectRefusal(await recharge(person.id), 'account_frozen');
  // A refused reversal leaves the accounts frozen too.
  await expect(reverse()).rejects.toMatchObject({ code: 'already_posted' });
  expectRefusal(await recharge(person.id), 'account_frozen');
  await bend(-1);
  expect(await withOwner((db) => correctBooks(db, async () => 'nothing'))).toEqual({
    corrected: 'nothing',
    findings: [],
    auditId: expect.any(BigInt),
  });
  expect((await recharge(person.id)).status).toBe(201);
  await expectBooksRight(portal);
});
