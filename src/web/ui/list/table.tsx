// A real table for wide screens; lists show cards on narrow ones.
import { clsx } from 'clsx';
import { MoveDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { dhakaDay } from '#contract/dates/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useOptimisticChoice } from '../../lib/list-address.ts';
import { now } from '../../lib/time/clock.ts';

export function Table({
  label,
  head,
  children,
  className,
  dense = false,
}: {
  label: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
  dense?: boolean;
}) {
  return (
    <section
      // Leaves room at the edges for focus rings, and for buttons that are higher than their row.
      className={clsx('scroll-hint -mx-1 -mt-1 -mb-2 overflow-x-auto px-1 pt-1 pb-2', className)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table
        className={clsx(
          'w-full border-collapse text-left text-base',
          dense && 'lg:text-sm lg:[&_td]:py-0.5 lg:[&_th]:py-1.5',
        )}
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">{head}</tr>
        </thead>
        {/* Each row is painted separately, so that a press repaints one of a hundred. */}
        <tbody className="divide-y divide-line *:isolate">{children}</tbody>
      </table>
    </section>
  );
}

export interface Sort {
  /** The direction in which a press sorts. */
  direction: 'ascending' | 'descending';
  /** The list is currently sorted this way. */
  isOn: boolean;
  onSort: () => void;
}

/** The arrow shows the press at once; the list follows. */
function SortButton({ sort: { direction, isOn, onSort }, children }: { sort: Sort; children: ReactNode }) {
  const [shown, choose] = useOptimisticChoice(isOn, onSort);
  return (
    <button
      type="button"
      className="-mx-1 inline-flex min-h-11 items-center gap-1 rounded-md px-1 lg:min-h-9 hover:bg-sunken hover:text-ink"
      onClick={() => choose(true)}
    >
      {children}
      <MoveDown
        className={clsx(
          'size-3.5',
          !shown && 'opacity-0',
          shown && direction === 'ascending' && 'rotate-180',
        )}
        aria-hidden="true"
      />
    </button>
  );
}

interface ThProps {
  children: ReactNode;
  end?: boolean | undefined;
  className?: string | undefined;
  sort?: Sort | undefined;
}

export const Th = ({ children, end, className, sort }: ThProps) => (
  <th
    scope="col"
    aria-sort={sort?.isOn ? sort.direction : undefined}
    className={clsx(
      'px-2 py-2.5 text-sm font-medium first:pl-0 last:pr-0 whitespace-nowrap text-muted',
      end && 'text-right',
      className,
    )}
  >
    {sort ? <SortButton sort={sort}>{children}</SortButton> : children}
  </th>
);

export const Td = ({
  children,
  end,
  className,
}: {
  children: ReactNode;
  end?: boolean | undefined;
  className?: string | undefined;
}) => (
  <td className={clsx('px-2 py-3 align-middle first:pl-0 last:pr-0', end && 'money text-right', className)}>
    {children}
  </td>
);

/** Date above, time below: two short lines. On tablets the year may wrap to a line of its own. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} className="block text-sm text-muted xl:whitespace-nowrap">
      {/* If it needs two lines, the year is on the second. */}
      <span className="block">{format.date(at).replace(' ', '\u00a0')}</span>
      <span className="block whitespace-nowrap">{format.time(at)}</span>
    </time>
  );
}

/** The time for today, the day for anything earlier, with the year if it is not this one. Only the year may wrap to a second line. */
export function WhenBrief({ at }: { at: string }) {
  const format = useFormat();
  const today = new Date(now());
  const isToday = dhakaDay(new Date(at)) === dhakaDay(today);
  const thisYear = format.date(today).split(' ').at(-1);
  const [day, month, year] = format.date(at).split(' ');
  const date = year === thisYear ? `${day}\u00a0${month?.replace(',', '')}` : `${day}\u00a0${month} ${year}`;
  return (
    <time dateTime={at} title={format.dateTime(at)} className="text-muted">
      {isToday ? format.time(at).replaceAll(' ', '\u00a0') : date}
    </time>
  );
}
