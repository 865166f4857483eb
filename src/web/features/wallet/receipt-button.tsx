// Fetches the receipt of a recharge or a withdrawal.
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '#contract/wallet/calls.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { download } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { useWalletText } from './text.ts';

/** A transaction that looks like a withdrawal may be a reversal, which has no receipt: only lists that can tell the two apart offer it. */
export function ReceiptButton({
  transaction,
  isNarrow = false,
}: {
  /** Whether there is only room for the icon; `tablet`: on tablets. */
  isNarrow?: boolean | 'tablet';
  transaction:
    | Transaction
    | (Pick<Transaction, 'id' | 'amount' | 'status' | 'created_at'> & { transaction_type: 'paid_out' });
}) {
  const { papers: text } = useWalletText();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  if (!['recharge', 'paid_out'].includes(transaction.transaction_type) || transaction.status !== 'accepted')
    return null;

  const isPaidOut = transaction.transaction_type === 'paid_out';
  async function fetchReceipt() {
    setBusy(true);
    try {
      await download(`/account/transactions/${transaction.id}/receipt/`, 'receipt.pdf');
    } catch (error) {
      notify.error(errorMessage(error, text.receiptFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="quiet"
      size="small"
      busy={busy}
      title={isNarrow ? text.receipt : undefined}
      aria-label={(isPaidOut ? text.paidOutReceiptOf : text.receiptOf)(
        format.taka(transaction.amount),
        format.dateTime(transaction.created_at),
      )}
      onClick={() => void fetchReceipt()}
    >
      {busy ? null : <FileCheck2 className="size-4" aria-hidden="true" />}
      {isNarrow === true ? null : (
        <span className={isNarrow ? 'max-xl:hidden' : undefined}>{text.receipt}</span>
      )}
    </Button>
  );
}
