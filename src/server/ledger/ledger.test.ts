import { describe, expect, it } from 'vitest';
import { useLedger } from '../../../tests/support/ledger.ts';
import { clearingAccount, transferKinds } from './chart-of-accounts.ts';
import { getSystemBalance, makeCustomer, walletAccount, walletEffects } from './ledger.test-support.ts';
import * as ledger from './ledger.ts';

const { base, ref, run, customerWith, balance } = useLedger();

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

  it('takes a recharge’s money only from a clearing account or from cash', async () => {
    const userId = await makeCustomer(base.db);
    for (const from of [
      'revenue',
      'opening',
      'bonus_expense',
      'clearing:',
      'clearing:A1',
      `clearing:${'a'.repeat(21)}`,
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
    const from = await base.db
      .selectFrom('ledger_transfers')
      .select('debit_account')
      .where('user_id', '=', userId)
      .orderBy('wallet_version')
      .execute();
    expect(from.map((row) => row.debit_account)).toEqual(['opening', 'bonus_expense']);
  });

  it('takes a charge and a withdrawal from the available balance', async () => {
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

  it('releases a hold in full', async () => {
    const userId = await customerWith(1_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 1_000n }));
    const released = await run((trx) => ledger.release(trx, held.transferId, { userId, ref: ref() }));
    expect(released).toMatchObject({
      postedAfterPaisa: 1_000n,
      heldAfterPaisa: 0n,
      availableAfterPaisa: 1_000n,
    });
  });

  it('reverses any posted transfer by its opposite', async () => {
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

  it('reverses a recharge, a bonus, a withdrawal and a capture, each to its source', async () => {
    const userId = await makeCustomer(base.db);
    const before = {
      cash: await getSystemBalance(base.db, 'admin_cash'),
      revenue: await getSystemBalance(base.db, 'revenue'),
      bonus: await getSystemBalance(base.db, 'bonus_expense'),
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
      cash: await getSystemBalance(base.db, 'admin_cash'),
      revenue: await getSystemBalance(base.db, 'revenue'),
      bonus: await getSystemBalance(base.db, 'bonus_expense'),
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
  });
});

describe('what the ledger refuses', () => {
  it('refuses more than is available and reports the available, needed and missing amounts', async () => {
    const userId = await customerWith(1_000n);
    await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 400n }));
    for (const call of [ledger.charge, ledger.hold, ledger.withdraw]) {
      await expect(run((trx) => call(trx, { userId, ref: ref(), amountPaisa: 601n }))).rejects.toMatchObject({
        code: 'insufficient_balance',
        facts: { balance: 6, needed: '6.01', short: '0.01' },
      });
    }
    expect(await balance(userId)).toMatchObject({ postedPaisa: 1_000n, heldPaisa: 400n });
  });

  it('refuses a reversal that would take spent money', async () => {
    const userId = await makeCustomer(base.db);
    const recharged = await run((trx) =>
      ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa: 500n }),
    );
    await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 1n }));
    await expect(
      run((trx) => ledger.reverse(trx, recharged.transferId, { userId, ref: ref() })),
    ).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  it('refuses to spend from a closed wallet but lets open orders finish', async () => {
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
    // Money that a provider has taken must still be credited, with its bonus, and holds must still be resolvable.
    await run((trx) =>
      ledger.recharge(trx, clearingAccount('sandbox'), { userId, ref: ref(), amountPaisa: 4n }),
    );
    await run((trx) => ledger.grantBonus(trx, { userId, ref: ref(), amountPaisa: 1n }));
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

  it('refuses the same kind and ref a second time, but accepts the same ref for another kind', async () => {
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

  it('refuses to resolve a hold that is unknown, foreign, not a hold, or already resolved', async () => {
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

  it('reports a resolved hold as resolved, whether or not other money is held', async () => {
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

  it('refuses early, before costly work, what it would refuse at the end', async () => {
    const userId = await customerWith(1_500n);
    await expect(ledger.assertCanPay(base.db, userId, 1_500n)).resolves.toBeUndefined();
    await expect(ledger.assertCanPay(base.db, userId, 1_501n)).rejects.toMatchObject({
      code: 'insufficient_balance',
      facts: { balance: 15, needed: '15.01', short: '0.01' },
    });
    await run((trx) => ledger.setWalletActive(trx, userId, false));
    await expect(ledger.assertCanPay(base.db, userId, 1n)).rejects.toMatchObject({ code: 'wallet_inactive' });
    await expect(ledger.assertCanPay(base.db, userId, 0n)).resolves.toBeUndefined();
  });

  it('refuses to grow a wallet beyond its limit', async () => {
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
