// Price and remaining balance: shown before anything is submitted, and when a submit was refused because the balance is too low.
import { type ReactNode, useState } from 'react';
import { balanceAfter } from '#contract/wallet/rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useAvailablePaisa } from './balance.ts';
import { Shortage } from './shortage.tsx';
import { useWalletText } from './text.ts';

const movedWords = {
  bn: (before: string) => `দাম বদলেছে। আগে ছিল ${before}`,
  en: (before: string) => `The price has changed. It was ${before}`,
} as const;

interface PricePreviewProps {
  /** If it differs from the first price, that is mentioned. Needs a `key` where users choose between prices. */
  pricePaisa: bigint;
  /** Its refusal is shown below; a balance that is too low is mentioned only once, by the shortage. */
  form: { errors: Record<string, string | undefined>; refusal: string; error: unknown };
  labels: { price: string; after: string };
  hint?: ReactNode;
  /** The refusal includes messages that a field already shows. */
  always?: boolean;
}

export function PricePreview({ pricePaisa, form, labels, hint, always = false }: PricePreviewProps) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const language = useLanguage();
  const available = useAvailablePaisa();
  const rest = available === undefined ? undefined : balanceAfter(available, pricePaisa);
  const isShort = rest !== undefined && rest < 0n;
  const code = form.error instanceof ApiError ? form.error.code : undefined;
  const isRefused = code === 'insufficient_balance';
  const [before] = useState(pricePaisa);
  // The refusal mentions both prices.
  const hasMoved = before !== pricePaisa && code !== 'price_changed';
  return (
    <>
      <div className="rounded-lg border border-line bg-paper p-4">
        <dl className="space-y-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt>{labels.price}</dt>
            <dd className="money text-lg font-semibold">{format.taka(pricePaisa)}</dd>
          </div>
          {/* No wallet goes below zero, so the remainder is shown only if there is one. */}
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted">
            <dt>{isShort ? text.balance : labels.after}</dt>
            <dd className="money">
              {rest === undefined ? '…' : format.taka(isShort ? rest + pricePaisa : rest)}
            </dd>
          </div>
        </dl>
        <p role="status" className="mt-2 font-medium text-warn empty:hidden">
          {hasMoved ? movedWords[language](format.taka(before)) : null}
        </p>
        {hint ? <p className="mt-2 text-sm text-muted">{hint}</p> : null}
        <Shortage pricePaisa={pricePaisa} refusal={isRefused ? form.refusal : undefined} className="mt-3" />
      </div>
      {isShort && isRefused ? null : <FormRefusal form={form} always={always} className="mt-4" />}
    </>
  );
}
