// Use cases around a wallet: what it holds, what moved, cash in and cash out by staff.
import { randomUUID } from 'node:crypto';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import type { Transaction, TransactionType } from '#contract/wallet.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotency } from '../platform/http/bind.ts';
import type { Caller } from '../platform/http/caller.ts';
import { once } from '../platform/http/idempotent.ts';
import { emit, type Telling } from '../platform/live/live.ts';
import { noteEvent } from '../trail/trail.service.ts';
import * as queries from './wallet.queries.ts';

function typeOf(row: queries.TransactionRow): TransactionType {
  if (row.kind === 'reversal') {
    return row.reversed_kind === 'charge' ||
      row.reversed_kind === 'capture' ||
      row.reversed_kind === 'withdrawal'
      ? 'refund'
      : 'withdrawal';
  }
  if (row.kind === 'opening') return 'recharge';
  return row.kind as TransactionType;
}

function present(row: queries.TransactionRow): Transaction {
  const isRecharge = row.kind === 'recharge';
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, username: row.username },
    amount: formatDecimal(row.amount_paisa),
    bonus: formatDecimal(isRecharge ? row.bonus_paisa : 0n),
    number: row.number,
    payment_method:
      !isRecharge || row.debit_account === 'admin_cash'
        ? 'Admin'
        : row.debit_account.replace('clearing:', ''),
    transaction_type: typeOf(row),
    status: row.status,
    balance_after: row.available_after === null ? null : formatDecimal(row.available_after),
    created_at: row.created_at.toISOString(),
  };
}

export type WalletService = ReturnType<typeof createWalletService>;

/** What the owner's open pages are told when the balance moved. */
export const balanceMoved = (userId: number): Telling => ({
  audience: `user:${userId}`,
  event: { type: 'balance', userId },
});

/** Tells the owner's open pages that the balance moved; sent when the transaction has committed. */
export async function tellBalance(trx: Trx, userId: number): Promise<void> {
  await emit(trx, [balanceMoved(userId)]);
}

export function createWalletService(db: Database) {
  async function getCustomer(trx: Reader, userId: number): Promise<void> {
    if (!(await findUserById(trx, userId))) throw new Fault('not_found');
  }

  return {
    async summary(userId: number) {
      const wallet = await ledger.getBalance(db, userId);
      return { current_balance: toTakaNumber(wallet.availablePaisa), held: toTakaNumber(wallet.heldPaisa) };
    },

    async list(filter: queries.TransactionFilter) {
      const { rows, count } = await queries.listTransactions(db, filter);
      return { results: rows.map(present), count };
    },

    /** @throws Fault `not_found` */
    async balanceOf(userId: number) {
      await getCustomer(db, userId);
      return { balance: toTakaNumber((await ledger.getBalance(db, userId)).availablePaisa) };
    },

    /** Cash paid in over the counter. @throws Fault `not_found`, `wallet_inactive` */
    async rechargeByStaff(
      caller: Caller,
      body: { user: number; amount: bigint; bonus: bigint | undefined },
      idempotency: Idempotency | undefined,
      message: string,
    ) {
      return once(db, caller.userId, idempotency, 201, async (trx) => {
        await getCustomer(trx, body.user);
        await ledger.openWallet(trx, body.user);
        const move = { userId: body.user, ref: `staff:${randomUUID()}`, actorId: caller.userId };
        const posted = await ledger.recharge(trx, 'admin_cash', { ...move, amountPaisa: body.amount });
        if (body.bonus) await ledger.grantBonus(trx, { ...move, amountPaisa: body.bonus });
        await noteEvent(trx, {
          kind: 'wallet.recharged',
          actorId: caller.userId,
          subjectId: body.user,
          object: { kind: 'transfer', id: posted.transferId },
          details: { amount: formatDecimal(body.amount), bonus: formatDecimal(body.bonus ?? 0n) },
        });
        await tellBalance(trx, body.user);
        return { id: posted.transferId, status: 'accepted' as const, message };
      });
    },

    /** Cash paid out. @throws Fault `not_found`, `insufficient_balance`, `wallet_inactive` */
    async withdraw(
      caller: Caller,
      body: { user: number; amount: bigint },
      idempotency: Idempotency | undefined,
      message: string,
    ) {
      return once(db, caller.userId, idempotency, 200, async (trx) => {
        await getCustomer(trx, body.user);
        await ledger.openWallet(trx, body.user);
        const posted = await ledger.withdraw(trx, {
          userId: body.user,
          ref: `staff:${randomUUID()}`,
          actorId: caller.userId,
          amountPaisa: body.amount,
        });
        await noteEvent(trx, {
          kind: 'wallet.withdrawn',
          actorId: caller.userId,
          subjectId: body.user,
          object: { kind: 'transfer', id: posted.transferId },
          details: { amount: formatDecimal(body.amount) },
        });
        await tellBalance(trx, body.user);
        return { id: posted.transferId, status: 'accepted' as const, message };
      });
    },
  };
}
