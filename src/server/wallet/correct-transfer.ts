// Reverses a wrong transfer. Run by an operator from the command line after the ledger audit has found it.
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { takeCorrectedOutOfDay } from './cash-days.queries.ts';
import { releaseReferenceOf } from './recharge-ways.queries.ts';
import { emitBalance } from './wallet.service.ts';

export interface CorrectionDeps {
  readonly notices: Pick<Notices, 'notifyBesideEvent'>;
}

/** @returns the id of the reversal @throws Fault `not_found`, `already_posted` for a second time, `already_resolved`, `insufficient_balance` */
export async function correctTransfer(
  { notices }: CorrectionDeps,
  trx: Trx,
  transferId: string,
  reason: string,
): Promise<string> {
  const transfer = await ledger.findTransfer(trx, transferId);
  if (!transfer) throw new Fault('not_found');
  const { userId } = transfer;
  const posted = await ledger.reverse(trx, transferId, { userId, ref: `correction:${transferId}`, reason });
  // The same money may now be credited to whom it belongs.
  await releaseReferenceOf(trx, transferId);
  await takeCorrectedOutOfDay(trx, transferId);
  const amount = formatDecimal(posted.amountPaisa);
  await recordEvent(trx, {
    kind: 'wallet.reversed',
    subjectId: userId,
    object: { kind: 'transfer', id: transferId },
    reason,
    details: { amount },
  });
  await notices.notifyBesideEvent(trx, userId, 'movement_corrected', undefined, { amount });
  await emitBalance(trx, userId);
  return posted.transferId;
}
