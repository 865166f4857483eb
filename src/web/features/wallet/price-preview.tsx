// What something costs and what remains: shown before anything is submitted.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDecimal } from '#contract/money.ts';
import { balanceAfter } from '#contract/wallet/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { Callout } from '../../ui/surface.tsx';
import { useAvailablePaisa } from './balance.ts';

interface PricePreviewProps {
  pricePaisa: bigint;
  labels: { price: string; after: string; short: (amount: string) => string; recharge: string };
  hint?: ReactNode;
}

export function PricePreview({ pricePaisa, labels, hint }: PricePreviewProps) {
  const format = useFormat();
  const available = useAvailablePaisa();
  const rest = available === undefined ? undefined : balanceAfter(available, pricePaisa);
  return (
    <div className="rounded-lg border border-line bg-paper p-4">
      <dl className="space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt>{labels.price}</dt>
          <dd className="money text-lg font-semibold">{format.taka(pricePaisa)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted">
          <dt>{labels.after}</dt>
          <dd className="money">{rest === undefined ? '…' : format.taka(rest)}</dd>
        </div>
      </dl>
      {hint ? <p className="mt-2 text-sm text-muted">{hint}</p> : null}
      {rest !== undefined && rest < 0n ? (
        <Callout tone="warn" role="status" className="mt-3">
          {labels.short(format.taka(-rest))}{' '}
          <Link
            to="/app/recharge-history"
            search={{ amount: formatDecimal(-rest) }}
            className="font-medium text-accent-text underline underline-offset-4"
          >
            {labels.recharge}
          </Link>
        </Callout>
      ) : null}
    </div>
  );
}
