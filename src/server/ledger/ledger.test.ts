import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner, useDatabase } from '../../../tests/support/database.ts';
import { orderRules } from '../orders/orders.audit.ts';
import { paymentRules } from '../payments/payments.audit.ts';
import { createDatabase, createPool, type Database, type Trx } from '../platform/database/connect.ts';
import { audit, ledgerRules } from './audit.ts';
import {
  accountNames,
  clearingAccount,
  transferKinds,
  walletAccount,
  walletEffects,
} from './chart-of-accounts.ts';
import { inOne, makeCustomer } from './ledger.test-support.ts';
import * as ledger from './ledger.ts';

const base = useDatabase();
let serial = 0;
function ref(): string {
  serial += 1;
  return `test:${serial}`;
}
const run = <T>(work: (trx: Trx) => Promise<T>) => inOne(base.db, work);

async function customerWith(amountPaisa: bigint): Promise<number> {
  const userId = await makeCustomer(base.db);
  if (amountPaisa > 0n)
    await run((trx) => ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa }));
  return userId;
}

const balance = async (userId: number) => ledger.getBalance(base.db, userId);
const findings = (rules = ledgerRules) => audit(base.db, rules);

describe('each movement of money', () => {
  it('adds a recharge from a payment provider or from cash to the wallet', async () => {
    const userId = await makeCustomer(base.db);
    const first = await run((trx) =>
      ledger.recharge(trx, clearingAccount('sandbox'), { userId, ref: ref(), amountPaisa: 100_000n }),
    );
    const second = await run((trx) =>
      ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa: 1n }),
    );
    expect(first).toMatchObject({
      amountPaisa: 100_000n,
      walletVersion: 1n,
      postedAfterPaisa: 100_000n,
      heldAfterPaisa: 0n,
      availableAfterPaisa: 100_000n,
    });
    expect(second).toMatchObject({ walletVersion: 2n, availableAfterPaisa: 100_001n });
    expect(second.transferId > first.transferId).toBe(true);
  });

  it('takes the money of a recharge only from a clearing account or from cash', async () => {
    const userId = await makeCustomer(base.db);
    for (const from of [
      'revenue',
      'opening',
      'bonus_expense',
      'clearing:',
      'clearing:A1',
      `wallet:${userId}`,
    ]) {
      const paid = run((trx) =>
        ledger.recharge(trx, from as 'revenue', { userId, ref: ref(), amountPaisa: 100n }),
      );
      await expect(paid, from).rejects.toMatchObject({ code: '23514' });
    }
    expect((await balance(userId)).postedPaisa).toBe(0n);
  });

  it('adds a bonus and an opening balance', async () => {
    const userId = await makeCustomer(base.db);
    await run((trx) => ledger.open(trx, { userId, ref: ref(), amountPaisa: 700n }));
    const { availableAfterPaisa } = await run((trx) =>
      ledger.grantBonus(trx, { userId, ref: ref(), amountPaisa: 30n }),
    );
    expect(availableAfterPaisa).toBe(730n);
  });

  it('takes a charge and a withdrawal from what is available', async () => {
    const userId = await customerWith(1_000n);
    await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 150n }));
    await run((trx) => ledger.withdraw(trx, { userId, ref: ref(), amountPaisa: 50n }));
    expect(await balance(userId)).toEqual({
      postedPaisa: 800n,
      heldPaisa: 0n,
      availablePaisa: 800n,
      isActive: true,
    });
  });

  it('sets money aside with a hold and turns it into a sale with its capture', async () => {
    const userId = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 400n }));
    expect(held).toMatchObject({ postedAfterPaisa: 1_000n, heldAfterPaisa: 400n, availableAfterPaisa: 600n });
    const captured = await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
    expect(captured).toMatchObject({ amountPaisa: 400n, postedAfterPaisa: 600n, heldAfterPaisa: 0n });
  });

  it('gives a hold back whole with its release', async () => {
    const userId = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 1_000n }));
    const released = await run((trx) => ledger.release(trx, held.transferId, { userId, ref: ref() }));
    expect(released).toMatchObject({
      postedAfterPaisa: 1_000n,
      heldAfterPaisa: 0n,
      availableAfterPaisa: 1_000n,
    });
  });

  it('undoes any posted transfer by its mirror', async () => {
    const userId = await customerWith(1_000n);
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 300n }));
    const undone = await run((trx) =>
      ledger.reverse(trx, charged.transferId, { userId, ref: ref(), actorId: userId, reason: 'ভুল চার্জ' }),
    );
    expect(undone).toMatchObject({ amountPaisa: 300n, postedAfterPaisa: 1_000n });
    const rows = await base.db
      .selectFrom('ledger_transfers')
      .select(['debit_account', 'credit_account', 'reason', 'actor_id'])
      .where('id', 'in', [charged.transferId, undone.transferId])
      .orderBy('wallet_version')
      .execute();
    expect(rows).toEqual([
      { debit_account: walletAccount(userId), credit_account: 'revenue', reason: '', actor_id: null },
      {
        debit_account: 'revenue',
        credit_account: walletAccount(userId),
        reason: 'ভুল চার্জ',
        actor_id: userId,
      },
    ]);
  });

  it('undoes a recharge, a bonus, a withdrawal and a capture, each into where it came from', async () => {
    const userId = await makeCustomer(base.db);
    const before = {
      cash: await ledger.getSystemBalance(base.db, 'admin_cash'),
      revenue: await ledger.getSystemBalance(base.db, 'revenue'),
      bonus: await ledger.getSystemBalance(base.db, 'bonus_expense'),
    };
    const recharged = await run((trx) =>
      ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa: 500n }),
    );
    const bonus = await run((trx) => ledger.grantBonus(trx, { userId, ref: ref(), amountPaisa: 20n }));
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
    const captured = await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
    const paidOut = await run((trx) => ledger.withdraw(trx, { userId, ref: ref(), amountPaisa: 60n }));
    for (const { transferId } of [captured, paidOut, bonus, recharged])
      await run((trx) => ledger.reverse(trx, transferId, { userId, ref: ref() }));
    expect((await balance(userId)).postedPaisa).toBe(0n);
    expect({
      cash: await ledger.getSystemBalance(base.db, 'admin_cash'),
      revenue: await ledger.getSystemBalance(base.db, 'revenue'),
      bonus: await ledger.getSystemBalance(base.db, 'bonus_expense'),
    }).toEqual(before);
  });

  it('commits or fails with the transaction that it is part of', async () => {
    const userId = await customerWith(1_000n);
    const failed = run(async (trx) => {
      await ledger.charge(trx, { userId, ref: ref(), amountPaisa: 900n });
      throw new Error('the document was not made');
    });
    await expect(failed).rejects.toThrow('the document was not made');
    expect((await balance(userId)).availablePaisa).toBe(1_000n);
  });

  it('keeps the effect of each kind as the chart of accounts says', async () => {
    const userId = await customerWith(10_000n);
    for (const kind of ['opening', 'bonus', 'charge', 'hold', 'withdrawal'] as const) {
      const call = {
        opening: ledger.open,
        bonus: ledger.grantBonus,
        charge: ledger.charge,
        hold: ledger.hold,
        withdrawal: ledger.withdraw,
      }[kind];
      const before = await balance(userId);
      await run((trx) => call(trx, { userId, ref: ref(), amountPaisa: 10n }));
      const after = await balance(userId);
      expect(Number(after.postedPaisa - before.postedPaisa), kind).toBe(10 * walletEffects[kind].posted);
      expect(Number(after.heldPaisa - before.heldPaisa), kind).toBe(10 * walletEffects[kind].held);
    }
    expect(Object.keys(walletEffects).sort()).toEqual(
      transferKinds.filter((kind) => kind !== 'reversal').sort(),
    );
    for (const name of Object.values(accountNames)) expect(name.bn).toMatch(/[\u0980-\u09ff]/);
  });
});

describe('what the ledger refuses', () => {
  it('refuses more than is available and says what is there, needed and missing', async () => {
    const userId = await customerWith(1_000n);
    await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 400n }));
    for (const call of [ledger.charge, ledger.hold, ledger.withdraw]) {
      await expect(run((trx) => call(trx, { userId, ref: ref(), amountPaisa: 601n }))).rejects.toMatchObject({
        code: 'insufficient_balance',
        facts: { balance: '6.00', needed: '6.01', short: '0.01' },
      });
    }
    expect(await balance(userId)).toMatchObject({ postedPaisa: 1_000n, heldPaisa: 400n });
  });

  it('refuses a reversal that would take money which is spent', async () => {
    const userId = await makeCustomer(base.db);
    const recharged = await run((trx) =>
      ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa: 500n }),
    );
    await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 1n }));
    await expect(
      run((trx) => ledger.reverse(trx, recharged.transferId, { userId, ref: ref() })),
    ).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  it('refuses to spend from a closed wallet but lets open business end', async () => {
    const userId = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
    const other = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
    await run((trx) => ledger.setWalletActive(trx, userId, false));
    for (const call of [ledger.charge, ledger.hold, ledger.withdraw])
      await expect(run((trx) => call(trx, { userId, ref: ref(), amountPaisa: 1n }))).rejects.toMatchObject({
        code: 'wallet_inactive',
      });
    await expect(
      run((trx) => ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa: 1n })),
    ).rejects.toMatchObject({ code: 'wallet_inactive' });
    // Money that a provider has taken must arrive, and what was held must be settled.
    await run((trx) =>
      ledger.recharge(trx, clearingAccount('sandbox'), { userId, ref: ref(), amountPaisa: 5n }),
    );
    await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
    await run((trx) => ledger.release(trx, other.transferId, { userId, ref: ref() }));
    expect(await balance(userId)).toEqual({
      postedPaisa: 905n,
      heldPaisa: 0n,
      availablePaisa: 905n,
      isActive: false,
    });
    await run((trx) => ledger.setWalletActive(trx, userId, true));
    await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 905n }));
  });

  it('refuses the same kind and ref a second time, and takes the same ref of another kind', async () => {
    const userId = await customerWith(1_000n);
    const same = ref();
    await run((trx) => ledger.charge(trx, { userId, ref: same, amountPaisa: 1n }));
    await expect(
      run((trx) => ledger.charge(trx, { userId, ref: same, amountPaisa: 2n })),
    ).rejects.toMatchObject({ code: 'already_posted' });
    const other = await customerWith(1_000n);
    await expect(
      run((trx) => ledger.charge(trx, { userId: other, ref: same, amountPaisa: 1n })),
    ).rejects.toMatchObject({ code: 'already_posted' });
    await run((trx) => ledger.hold(trx, { userId, ref: same, amountPaisa: 1n }));
  });

  it('refuses amounts of zero and below', async () => {
    const userId = await customerWith(1_000n);
    for (const amountPaisa of [0n, -1n, -1_000n]) {
      for (const call of [ledger.charge, ledger.hold, ledger.withdraw, ledger.grantBonus, ledger.open])
        await expect(run((trx) => call(trx, { userId, ref: ref(), amountPaisa }))).rejects.toMatchObject({
          code: '23514',
        });
    }
    expect((await balance(userId)).postedPaisa).toBe(1_000n);
  });

  it('refuses a wallet that does not exist', async () => {
    const move = { userId: 2_000_000_000, ref: ref(), amountPaisa: 1n };
    await expect(run((trx) => ledger.charge(trx, move))).rejects.toMatchObject({ code: 'not_found' });
    expect(await balance(2_000_000_000)).toMatchObject({ availablePaisa: 0n, isActive: true });
  });

  it('refuses to resolve a hold that is unknown, foreign, no hold, or resolved', async () => {
    const userId = await customerWith(1_000n);
    const stranger = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 100n }));
    for (const resolve of [ledger.capture, ledger.release]) {
      const tries: [string, number][] = [
        ['00000000-0000-7000-8000-000000000000', userId],
        [held.transferId, stranger],
        [charged.transferId, userId],
      ];
      for (const [id, by] of tries)
        await expect(run((trx) => resolve(trx, id, { userId: by, ref: ref() }))).rejects.toMatchObject({
          code: 'not_found',
        });
    }
    await run((trx) => ledger.release(trx, held.transferId, { userId, ref: ref() }));
    for (const resolve of [ledger.capture, ledger.release])
      await expect(run((trx) => resolve(trx, held.transferId, { userId, ref: ref() }))).rejects.toMatchObject(
        { code: 'already_resolved' },
      );
    expect(await balance(userId)).toMatchObject({ postedPaisa: 900n, heldPaisa: 0n });
  });

  it('says of a resolved hold that it is resolved, whether or not other money is held', async () => {
    for (const otherHeld of [0n, 500n]) {
      const userId = await customerWith(1_000n);
      const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
      if (otherHeld > 0n)
        await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: otherHeld }));
      await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
      for (const resolve of [ledger.capture, ledger.release])
        await expect(
          run((trx) => resolve(trx, held.transferId, { userId, ref: ref() })),
          `other held ${otherHeld}`,
        ).rejects.toMatchObject({ code: 'already_resolved' });
    }
  });

  it('refuses to reverse a transfer that is unknown, foreign, a hold, a release, a reversal, or reversed', async () => {
    const userId = await customerWith(1_000n);
    const stranger = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 100n }));
    const released = await run((trx) => ledger.release(trx, held.transferId, { userId, ref: ref() }));
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 100n }));
    const undone = await run((trx) => ledger.reverse(trx, charged.transferId, { userId, ref: ref() }));
    const refusal = (id: string, by = userId) =>
      expect(run((trx) => ledger.reverse(trx, id, { userId: by, ref: ref() }))).rejects;
    await refusal('00000000-0000-7000-8000-000000000000').toMatchObject({ code: 'not_found' });
    await refusal(charged.transferId, stranger).toMatchObject({ code: 'not_found' });
    for (const { transferId } of [held, released, undone])
      await refusal(transferId).toMatchObject({ code: 'already_resolved' });
    await refusal(charged.transferId).toMatchObject({ code: 'already_reversed' });
    expect((await balance(userId)).postedPaisa).toBe(1_000n);
  });

  it('refuses early, before costly work, what it would refuse in the end', async () => {
    const userId = await customerWith(1_500n);
    await expect(ledger.assertCanPay(base.db, userId, 1_500n)).resolves.toBeUndefined();
    await expect(ledger.assertCanPay(base.db, userId, 1_501n)).rejects.toMatchObject({
      code: 'insufficient_balance',
      facts: { balance: '15.00', needed: '15.01', short: '0.01' },
    });
    await run((trx) => ledger.setWalletActive(trx, userId, false));
    await expect(ledger.assertCanPay(base.db, userId, 1n)).rejects.toMatchObject({ code: 'wallet_inactive' });
    await expect(ledger.assertCanPay(base.db, userId, 0n)).resolves.toBeUndefined();
  });

  it('refuses to grow a wallet beyond its bound', async () => {
    const userId = await makeCustomer(base.db);
    await run((trx) => ledger.open(trx, { userId, ref: ref(), amountPaisa: 100_000_000_000n }));
    await expect(
      run((trx) => ledger.open(trx, { userId, ref: ref(), amountPaisa: 1n })),
    ).rejects.toMatchObject({
      fields: { amount: ['amount_too_large'] },
    });
    await run((trx) => ledger.withdraw(trx, { userId, ref: ref(), amountPaisa: 100_000_000_000n }));
  });
});

describe('many at once', () => {
  it('lets exactly 10 of 64 parallel buys of 1 taka win on 10 taka', async () => {
    const userId = await customerWith(1_000n);
    const buys = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        run((trx) => ledger.charge(trx, { userId, ref: `buy:${userId}:${index}`, amountPaisa: 100n })),
      ),
    );
    expect(buys.filter((buy) => buy.status === 'fulfilled')).toHaveLength(10);
    for (const buy of buys)
      if (buy.status === 'rejected') expect(buy.reason).toMatchObject({ code: 'insufficient_balance' });
    expect((await balance(userId)).availablePaisa).toBe(0n);
  });

  it('resolves a hold exactly once when captures and releases race', async () => {
    for (let round = 0; round < 15; round += 1) {
      const userId = await customerWith(500n);
      const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 500n }));
      const race = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          run((trx) =>
            (index % 2 === 0 ? ledger.capture : ledger.release)(trx, held.transferId, {
              userId,
              ref: `race:${userId}:${index}`,
            }),
          ),
        ),
      );
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { postedPaisa, heldPaisa } = await balance(userId);
      expect(heldPaisa).toBe(0n);
      const resolved = await base.db
        .selectFrom('ledger_transfers')
        .select('kind')
        .where('hold_id', '=', held.transferId)
        .execute();
      expect(postedPaisa).toBe(resolved[0]?.kind === 'capture' ? 0n : 500n);
    }
  });

  it('lets one of several parallel reversals win', async () => {
    const userId = await customerWith(500n);
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 200n }));
    const race = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        run((trx) => ledger.reverse(trx, charged.transferId, { userId, ref: `undo:${userId}:${index}` })),
      ),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of race)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_reversed' });
    expect((await balance(userId)).postedPaisa).toBe(500n);
  });

  it('credits one payment once however many deliver it', async () => {
    const userId = await makeCustomer(base.db);
    const same = ref();
    const race = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        run((trx) =>
          ledger.recharge(trx, clearingAccount('sandbox'), { userId, ref: same, amountPaisa: 100n }),
        ),
      ),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balance(userId)).postedPaisa).toBe(100n);
  });

  it('opens a wallet once however many open it', async () => {
    const userId = await makeCustomer(base.db);
    await Promise.all(Array.from({ length: 8 }, () => run((trx) => ledger.openWallet(trx, userId))));
    const rows = await base.db
      .selectFrom('wallets')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('takes snapshots that equal the sums while transfers are being posted', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => customerWith(50_000n)));
    const sums = async () => {
      const rows = await sql<{
        account: string;
        sum: bigint;
      }>`select account, sum(amount_paisa)::bigint as sum from ledger_entries
        where account not like 'wallet:%' group by account`.execute(base.db);
      return new Map(rows.rows.map(({ account, sum }) => [account, sum]));
    };
    const posting = users.map(async (userId) => {
      for (let turn = 0; turn < 30; turn += 1)
        await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: BigInt(1 + turn) }));
    });
    const snapping = (async () => {
      for (let turn = 0; turn < 12; turn += 1) await ledger.takeSnapshots(base.db);
    })();
    await Promise.all([...posting, snapping]);
    await ledger.takeSnapshots(base.db);
    await run((trx) => ledger.charge(trx, { userId: users[0]!, ref: ref(), amountPaisa: 7n }));
    for (const [account, sum] of await sums())
      expect(await ledger.getSystemBalance(base.db, account as 'revenue'), account).toBe(sum);
    const { count } = await base.db
      .selectFrom('ledger_snapshots')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
  });
});

describe('nothing that is written can be changed', () => {
  const tables = [
    'wallets',
    'ledger_transfers',
    'ledger_snapshots',
    'trail',
    'order_timeline',
    'file_versions',
  ];
  const denied = { code: '42501' };

  it.each(tables)('refuses the application to update, delete, truncate, alter or drop %s', async (table) => {
    const column = {
      wallets: 'posted_paisa',
      ledger_transfers: 'amount_paisa',
      ledger_snapshots: 'balance_paisa',
      trail: 'kind',
      order_timeline: 'what',
      file_versions: 'version',
    }[table]!;
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} add column extra integer`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
    ]) {
      await expect(sql.raw(statement).execute(base.db), statement).rejects.toMatchObject(denied);
    }
  });

  it('refuses the application to write transfers or wallets past the posting function', async () => {
    const userId = await customerWith(100n);
    const insert = (debit: string, credit: string) =>
      sql`insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
        values (gen_random_uuid(), 'opening', ${debit}, ${credit}, 100, ${ref()}, ${userId}, 2, 200, 0)`.execute(
        base.db,
      );
    await expect(insert('opening', `wallet:${userId}`)).rejects.toMatchObject(denied);
    await expect(insert('opening', 'opening')).rejects.toMatchObject(denied);
    await expect(
      sql`insert into wallets (user_id, posted_paisa) values (${userId}, 1)`.execute(base.db),
    ).rejects.toMatchObject(denied);
    await expect(
      sql`insert into ledger_snapshots (account, complete_below, balance_paisa) values ('revenue', '1', 1)`.execute(
        base.db,
      ),
    ).rejects.toMatchObject(denied);
  });

  it('refuses the application to change the posting function, its owner, its own rights or its role', async () => {
    for (const statement of [
      'create or replace function wallet_open(p_user_id integer) returns void language sql as $$ select 1 $$',
      'alter function wallet_open(integer) owner to nothipotro_app',
      'set session_replication_role = replica',
    ]) {
      await expect(sql.raw(statement).execute(base.db), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^42501$/),
      });
    }
    await sql
      .raw('grant update on wallets to nothipotro_app')
      .execute(base.db)
      .catch(() => undefined);
    const rights = await sql<{
      may: boolean;
    }>`select has_table_privilege('nothipotro_app', 'wallets', 'update') as may`.execute(base.db);
    expect(rights.rows[0]!.may).toBe(false);
    const { rows } = await sql<{
      role: string;
      is_super: string;
    }>`select current_user as role, current_setting('is_superuser') as is_super`.execute(base.db);
    expect(rows[0]).toEqual({ role: 'nothipotro_app', is_super: 'off' });
  });

  it('refuses even the owner a transfer to itself, without a wallet, of nothing or below', async () => {
    const userId = await customerWith(100n);
    const insert = (debit: string, credit: string, amount: number, kind = 'opening') =>
      asOwner(
        base.ownerUrl,
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, 99, 0, 0)`,
        [kind, debit, credit, amount, ref(), userId],
      );
    const wallet = `wallet:${userId}`;
    const refused = (constraint: RegExp) => ({
      code: '23514',
      constraint: expect.stringMatching(constraint),
    });
    await expect(insert(wallet, wallet, 5)).rejects.toMatchObject(refused(/two_accounts|one_wallet/));
    await expect(insert('revenue', 'opening', 5)).rejects.toMatchObject(refused(/one_wallet/));
    await expect(insert('opening', 'wallet:999999', 5)).rejects.toMatchObject(refused(/one_wallet/));
    await expect(insert('opening', wallet, 0)).rejects.toMatchObject(refused(/positive/));
    await expect(insert('opening', wallet, -5)).rejects.toMatchObject(refused(/positive/));
    await expect(insert('opening', wallet, 5, 'gift')).rejects.toMatchObject(refused(/kind/));
    await expect(insert('revenue', wallet, 5, 'reversal')).rejects.toMatchObject(refused(/reversed_named/));
    await expect(insert(wallet, 'revenue', 5, 'capture')).rejects.toMatchObject(refused(/hold_named/));
    await expect(
      asOwner(base.ownerUrl, `update wallets set posted_paisa = -1 where user_id = ${userId}`),
    ).rejects.toMatchObject(refused(/available_not_negative/));
    await expect(
      asOwner(base.ownerUrl, `update wallets set held_paisa = -1 where user_id = ${userId}`),
    ).rejects.toMatchObject(refused(/held_not_negative/));
  });
});

describe('the audit', () => {
  let owner: Database;
  let userId: number;
  let other: number;
  beforeAll(async () => {
    owner = createDatabase(createPool(base.ownerUrl, 1, false));
    userId = await customerWith(10_000n);
    other = await customerWith(10_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 300n }));
    await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 200n }));
    await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 50n }));
    await run((trx) => ledger.reverse(trx, charged.transferId, { userId, ref: ref() }));
    await ledger.takeSnapshots(base.db);
  });
  afterAll(() => owner.destroy());

  it('finds nothing wrong in books that only the ledger wrote', async () => {
    expect(await findings([...ledgerRules, ...orderRules, ...paymentRules])).toEqual([]);
  });

  const plants: [what: string, rule: RegExp, statements: (u: number, o: number) => string[]][] = [
    [
      'one side of an entry missing',
      /all entries together/,
      () => [
        `create or replace view ledger_entries as select id as transfer_id, debit_account as account, -amount_paisa as amount_paisa, kind, user_id, committed_by, created_at from ledger_transfers`,
      ],
    ],
    [
      'an amount changed',
      /holds what its entries say/,
      (u) => [
        `update ledger_transfers set amount_paisa = amount_paisa + 1 where user_id = ${u} and wallet_version = 1`,
      ],
    ],
    [
      'a balance raised',
      /holds what its entries say/,
      (u) => [`update wallets set posted_paisa = posted_paisa + 1 where user_id = ${u}`],
    ],
    [
      'a held sum lowered',
      /open holds/,
      (u) => [`update wallets set held_paisa = held_paisa - 1 where user_id = ${u}`],
    ],
    [
      'a transfer removed from the middle',
      /no gap/,
      (u) => [`delete from ledger_transfers where user_id = ${u} and wallet_version = 3`],
    ],
    [
      'the first transfer removed',
      /no gap/,
      (u) => [`delete from ledger_transfers where user_id = ${u} and wallet_version = 1`],
    ],
    [
      'the last transfer removed',
      /stands at its last transfer/,
      (u) => [
        `delete from ledger_transfers t where user_id = ${u} and wallet_version = (select max(wallet_version) from ledger_transfers where user_id = ${u})`,
      ],
    ],
    [
      'a balance after a transfer rewritten',
      /follows from the one before/,
      (u) => [
        `update ledger_transfers set posted_after_paisa = posted_after_paisa + 1 where user_id = ${u} and wallet_version = 2`,
      ],
    ],
    [
      'a version moved on by nothing',
      /stands at its last transfer/,
      (u) => [`update wallets set version = version + 1 where user_id = ${u}`],
    ],
    [
      'a transfer moved to somebody else',
      /holds what its entries say/,
      (u, o) => [
        `update ledger_transfers set user_id = ${o}, wallet_version = 77, credit_account = 'wallet:${o}' where user_id = ${u} and wallet_version = 1`,
      ],
    ],
    [
      'a wallet below zero',
      /follows from the one before/,
      (u) => [
        'alter table wallets drop constraint wallets_available_not_negative',
        `update wallets set posted_paisa = -5, version = version + 1 where user_id = ${u}`,
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
        select gen_random_uuid(), 'charge', 'wallet:${u}', 'revenue', w.posted_after_paisa + 5, 'planted', ${u}, w.wallet_version + 1, -5, w.held_after_paisa from ledger_transfers w where user_id = ${u} order by wallet_version desc limit 1`,
      ],
    ],
    [
      'a capture of another amount',
      /fits its hold/,
      (u) => [`update ledger_transfers set amount_paisa = 299 where user_id = ${u} and kind = 'capture'`],
    ],
    [
      'a capture that names no hold',
      /fits its hold/,
      (u) => [
        `update ledger_transfers set hold_id = (select id from ledger_transfers where user_id = ${u} and kind = 'recharge') where user_id = ${u} and kind = 'capture'`,
      ],
    ],
    [
      'a reversal of another amount',
      /mirrors/,
      (u) => [`update ledger_transfers set amount_paisa = 49 where user_id = ${u} and kind = 'reversal'`],
    ],
    [
      'a reversal into another account',
      /mirrors/,
      (u) => [
        `update ledger_transfers set debit_account = 'admin_cash' where user_id = ${u} and kind = 'reversal'`,
      ],
    ],
    [
      'a snapshot changed',
      /snapshots say/,
      () => [`update ledger_snapshots set balance_paisa = balance_paisa + 1 where account = 'revenue'`],
    ],
    [
      'a hold resolved twice',
      /has held|stands at|holds what/,
      (u) => [
        'drop index ledger_transfers_hold_resolved_once',
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, hold_id)
        select gen_random_uuid(), 'capture', debit_account, credit_account, amount_paisa, 'planted', user_id, 78, posted_after_paisa, held_after_paisa, hold_id from ledger_transfers where user_id = ${u} and kind = 'capture'`,
      ],
    ],
    [
      'a completed payment without a recharge',
      /completed payment/,
      (u) => [
        `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, transaction_id) values ('NPX', 'sandbox', ${u}, 100, 'custom', 'completed', 'T1')`,
      ],
    ],
  ];

  it.each(plants)('finds %s', async (_what, rule, statements) => {
    const found = await owner
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        for (const statement of statements(userId, other)) {
          const { numAffectedRows } = await sql.raw(statement).execute(trx);
          if (/^(update|delete|insert)/.test(statement))
            expect(numAffectedRows, statement).toBeGreaterThan(0n);
        }
        throw { found: await audit(trx, [...ledgerRules, ...orderRules, ...paymentRules]) };
      })
      .catch((thrown: { found?: Awaited<ReturnType<typeof audit>> }) => {
        if (!thrown.found) throw thrown;
        return thrown.found;
      });
    expect(found.map((finding) => finding.rule).join('; ')).toMatch(rule);
    expect(await findings()).toEqual([]);
  });
});
