// What something costs and what remains: shown before anything is submitted, and where a refused submit says what is missing.
import type { ReactNode } from 'react';
import { balanceAfter } from '#contract/wallet/rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useAvailablePaisa } from './balance.ts';
import { Shortage } from './shortage.tsx';
import { useWalletText } from './text.ts';

interface PricePreviewProps {
  pricePaisa: bigint;
  /** Its refusal is shown below; missing money is mentioned only once, by the shortage. */
  form: { errors: Record<string, string | undefined>; refusal: string; error: unknown };
  labels: { price: string; after: string };
  hint?: ReactNode;
  /** The refusal includes messages already shown at a field. */
  always?: boolean;
}

export function PricePreview({ pricePaisa, form, labels, hint, always = false }: PricePreviewProps) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const available = useAvailablePaisa();
  const rest = available === undefined ? undefined : balanceAfter(available, pricePaisa);
  const isShort = rest !== undefined && rest < 0n;
  const isRefused = form.error instanceof ApiError && form.error.code === 'insufficient_balance';
  return (
    <>
      <div className="rounded-lg border border-line bg-paper p-4">
        <dl className="space-y-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt>{labels.price}</dt>
            <dd className="money text-lg font-semibold">{format.taka(pricePaisa)}</dd>
          </div>
          {/* No wallet goes below zero, so the remainder is shown only where there is one. */}
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted">
            <dt>{isShort ? text.balance : labels.after}</dt>
            <dd className="money">
              {rest === undefined ? '…' : format.taka(isShort ? rest + pricePaisa : rest)}
            </dd>
          </div>
        </dl>
        {hint ? <p className="mt-2 text-sm text-muted">{hint}</p> : null}
        <Shortage pricePaisa={pricePaisa} refusal={isRefused ? form.refusal : undefined} className="mt-3" />
      </div>
      {isShort && isRefused ? null : <FormRefusal form={form} always={always} className="mt-4" />}
    </>
  );
}
