// Reverses a wrong transfer. Run from the command line after the ledger audit has found it.
import { formatDecimal } from '#contract/money.ts';
import { readMovementNumber } from '#contract/wallet/movement-number.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { emitBalance } from './balance-event.ts';
import { subtractCorrectedFromCashDay } from './cash-days.queries.ts';
import { releaseReferenceOf } from './recharge-ways.queries.ts';

export interface CorrectionDeps {
  readonly notices: Pick<Notices, 'notifyWithoutEvent'>;
}

/**
 * @param which the transfer's id, or its movement number as papers and lists show it
 * @returns the id of the reversal
 * @throws Fault `not_found`, `already_posted` if it was corrected before, `already_resolved`, `insufficient_balance`
 */
export async function correctTransfer(
  { notices }: CorrectionDeps,
  trx: Trx,
  which: string,
  reason: string,
): Promise<string> {
  const moved = readMovementNumber(which);
  const transferId = moved ? await ledger.findTransferId(trx, moved) : which;
  const transfer = transferId === undefined ? undefined : await ledger.findTransfer(trx, transferId);
  if (transferId === undefined || !transfer) throw new Fault('not_found');
  const { userId } = transfer;
  const posted = await ledger.reverse(trx, transferId, { userId, ref: `correction:${transferId}`, reason });
  // The money can now be credited to the right customer under the same reference.
  await releaseReferenceOf(trx, transferId);
  await subtractCorrectedFromCashDay(trx, transferId);
  const amount = formatDecimal(posted.amountPaisa);
  await recordEvent(trx, {
    kind: 'wallet.reversed',
    subjectId: userId,
    object: { kind: 'transfer', id: transferId },
    reason,
    details: { amount },
  });
  await notices.notifyWithoutEvent(trx, userId, 'movement_corrected', undefined, { amount });
  await emitBalance(trx, userId);
  return posted.transferId;
}
