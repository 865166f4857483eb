// The result of a completed order: a text to copy, or a file to download.
import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { download } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useBriefly } from '../../lib/timing.ts';
import { Button } from '../../ui/button.tsx';
import { useOrdersText } from './text.ts';

export function OrderResult({
  order,
  isRow = false,
}: {
  /** In a table: only icons on tablets. */
  isRow?: boolean;
  order: Pick<Order, 'id' | 'status' | 'text_content' | 'file' | 'file_name'>;
}) {
  const text = useOrdersText();
  const format = useFormat();
  const [copied, showCopied] = useBriefly();
  const [busy, setBusy] = useState(false);
  if (order.status !== 'completed') return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(order.text_content ?? '');
      showCopied();
      notify.success(text.copied);
    } catch {
      notify.error(text.copyFailed);
    }
  }

  async function fetchFile() {
    setBusy(true);
    try {
      await download(order.file!, order.file_name ?? `order-${order.id}`);
      notify.success(text.downloaded);
    } catch {
      notify.error(text.downloadFailed);
    } finally {
      setBusy(false);
    }
  }

  // In a list the label names the order.
  const named = (action: string) => `${action}: ${text.order(format.digits(order.id))}`;
  return (
    <>
      {order.text_content ? (
        <Button variant="quiet" size="small" aria-label={named(text.copyText)} onClick={() => void copy()}>
          {copied ? (
            <Check className="size-4 text-good" aria-hidden="true" />
          ) : (
            <Copy className="size-4" aria-hidden="true" />
          )}
          <span className={isRow ? 'max-xl:hidden' : undefined}>{text.copyText}</span>
        </Button>
      ) : null}
      {order.file ? (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          aria-label={named(text.download)}
          onClick={() => void fetchFile()}
        >
          {busy ? null : <Download className="size-4" aria-hidden="true" />}
          <span className={isRow ? 'max-xl:hidden' : undefined}>{text.download}</span>
        </Button>
      ) : null}
    </>
  );
}
