// The expected content of a drawer, line by line, and what was counted.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CashCount, Drawer } from '#contract/wallet/drawer-calls.ts';
import { removedPlaceNames } from '#contract/wallet/drawer-rules.ts';
import { paisaOf, useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Badge, Callout } from '../../../ui/surface.tsx';
import { useDrawerText } from './text.ts';

export const Sums = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line">{children}</dl>
);

export function Sum({
  label,
  hint,
  strong = false,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-x-4 py-2 print:py-1',
        strong && 'font-semibold',
      )}
    >
      <dt className="min-w-0 grow">
        {label}
        {hint ? <span className="block text-sm font-normal text-muted wrap-anywhere">{hint}</span> : null}
      </dt>
      <dd className="money shrink-0 text-right">{children}</dd>
    </div>
  );
}

/** No difference, too little or too much, as text. */
export function Difference({ taka }: { taka: string | bigint }) {
  const text = useDrawerText();
  const format = useFormat();
  const paisa = typeof taka === 'bigint' ? taka : paisaOf(taka);
  if (paisa === 0n) return <Badge tone="good">{text.matches}</Badge>;
  return paisa < 0n ? (
    <Badge tone="bad">{text.short(format.taka(-paisa))}</Badge>
  ) : (
    <Badge tone="warn">{text.over(format.taka(paisa))}</Badge>
  );
}

type Expected = Pick<Drawer, 'opening' | 'taken' | 'paid' | 'waiting_before' | 'waiting' | 'expected'>;

export function ExpectedSums({ sums, beginning }: { sums: Expected; beginning?: ReactNode }) {
  const { sums: text } = useDrawerText();
  const format = useFormat();
  const signed = (paisa: bigint) => (paisa > 0n ? '+' : '') + format.taka(paisa);
  return (
    <>
      <Sum label={text.opening} hint={beginning}>
        {format.taka(sums.opening)}
      </Sum>
      <Sum label={text.taken} hint={text.lessBack}>
        {signed(paisaOf(sums.taken))}
      </Sum>
      <Sum label={text.paid}>{signed(-paisaOf(sums.paid))}</Sum>
      {paisaOf(sums.waiting_before) === 0n ? null : (
        <Sum label={text.waitingBefore}>{signed(-paisaOf(sums.waiting_before))}</Sum>
      )}
      {paisaOf(sums.waiting) === 0n ? null : (
        <Sum label={text.waiting} hint={text.waitingHint}>
          {signed(paisaOf(sums.waiting))}
        </Sum>
      )}
      <Sum label={text.expected} strong>
        {format.taka(sums.expected)}
      </Sum>
    </>
  );
}

export function DrawerNow({ drawer }: { drawer: Drawer }) {
  const { sums: text } = useDrawerText();
  const format = useFormat();
  const { last, since, corrected } = drawer;
  return (
    <>
      <Sums>
        <ExpectedSums
          sums={drawer}
          beginning={
            last
              ? text.lastCount(format.digits(last.number), format.dateTime(last.counted_at))
              : since
                ? text.since(format.dateTime(since))
                : text.never
          }
        />
      </Sums>
      {paisaOf(corrected) === 0n ? null : (
        <Callout tone="warn" className="mt-3">
          {text.corrected(format.taka(corrected))}
        </Callout>
      )}
    </>
  );
}

export function CountedSums({ count }: { count: CashCount }) {
  const { sums: text } = useDrawerText();
  const format = useFormat();
  const language = useLanguage();
  return (
    <Sums>
      <ExpectedSums sums={count} />
      <Sum label={text.counted} strong>
        {format.taka(count.counted)}
      </Sum>
      <Sum label={text.difference} hint={count.reason}>
        <Difference taka={count.difference} />
      </Sum>
      {count.removed_to === null ? null : (
        <Sum label={text.removed} hint={removedPlaceNames[count.removed_to][language]}>
          {format.taka(-paisaOf(count.removed))}
        </Sum>
      )}
      <Sum label={text.kept} strong>
        {format.taka(count.kept)}
      </Sum>
    </Sums>
  );
}
