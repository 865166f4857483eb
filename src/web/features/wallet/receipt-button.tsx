// Fetches the receipt of a recharge.
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '#contract/wallet/calls.ts';
import { errorWords } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { download } from '../files/download.ts';
import { useWalletText } from './text.ts';

export function ReceiptButton({ transaction }: { transaction: Transaction }) {
  const { papers: text } = useWalletText();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  if (transaction.transaction_type !== 'recharge' || transaction.status !== 'accepted') return null;

  async function fetchReceipt() {
    setBusy(true);
    try {
      await download(`/account/transactions/${transaction.id}/receipt/`, 'receipt.pdf');
    } catch (error) {
      notify.error(errorWords(error, text.receiptFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="quiet"
      size="small"
      busy={busy}
      aria-label={text.receiptOf(format.taka(transaction.amount))}
      onClick={() => void fetchReceipt()}
    >
      {busy ? null : <FileCheck2 className="size-4" aria-hidden="true" />}
      {text.receipt}
    </Button>
  );
}
