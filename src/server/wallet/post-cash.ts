// Posts cash in and out, whether staff moved it alone or with approval.
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { RechargeWay } from '#contract/wallet/ways.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { accountOfWay } from '../ledger/chart-of-accounts.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Trx } from '../platform/database/connect.ts';
import { emitBalance } from './balance-event.ts';

export interface CashMove {
  kind: 'recharge' | 'withdrawal';
  userId: number;
  amountPaisa: bigint;
  bonusPaisa: bigint;
  /** How the money came in; payouts are always cash. */
  way: RechargeWay;
  reference: string;
  /** Visible to staff only. */
  note: string;
}

export interface PostCashDeps {
  readonly notices: Pick<Notices, 'notifyWithoutEvent'>;
}

/** Posts the cash to the ledger, writes the audit log and notifies the customer. */
export async function postCash(deps: PostCashDeps, trx: Trx, ref: string, actorId: number, move: CashMove) {
  const { notices } = deps;
  await ledger.openWallet(trx, move.userId);
  const movement = { userId: move.userId, ref, actorId, reason: move.note };
  const posted =
    move.kind === 'recharge'
      ? await ledger.recharge(trx, accountOfWay(move.way), { ...movement, amountPaisa: move.amountPaisa })
      : await ledger.withdraw(trx, { ...movement, amountPaisa: move.amountPaisa });
  if (move.bonusPaisa > 0n) await ledger.grantBonus(trx, { ...movement, amountPaisa: move.bonusPaisa });
  await recordEvent(trx, {
    kind: move.kind === 'recharge' ? 'wallet.recharged' : 'wallet.withdrawn',
    actorId,
    subjectId: move.userId,
    object: { kind: 'transfer', id: posted.transferId },
    reason: maskNumbersIn(move.note),
    details: {
      amount: formatDecimal(move.amountPaisa),
      ...(move.kind === 'recharge' ? { bonus: formatDecimal(move.bonusPaisa) } : {}),
      ...(move.way === 'cash' ? {} : { way: move.way }),
    },
  });
  const kind = move.kind === 'recharge' ? 'recharge_credited' : 'cash_paid_out';
  await notices.notifyWithoutEvent(trx, move.userId, kind, undefined, {
    amount: formatDecimal(move.amountPaisa + move.bonusPaisa),
  });
  await emitBalance(trx, move.userId);
  return posted;
}
