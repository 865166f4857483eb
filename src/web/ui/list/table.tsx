// A real table for wide screens; lists show cards on narrow ones.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';

export function Table({
  label,
  head,
  children,
  className,
}: {
  label: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={clsx('scroll-hint overflow-x-auto', className)} aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse text-left text-base">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

export const Th = ({
  children,
  end,
  className,
}: {
  children: ReactNode;
  end?: boolean | undefined;
  className?: string | undefined;
}) => (
  <th
    scope="col"
    className={clsx(
      'px-2 py-2.5 text-sm font-medium first:pl-0 last:pr-0 whitespace-nowrap text-muted',
      end && 'text-right',
      className,
    )}
  >
    {children}
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

/** Date above, time below: two short lines that never wrap. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} className="block text-sm whitespace-nowrap text-muted">
      <span className="block">{format.date(at)}</span>
      <span className="block">{format.time(at)}</span>
    </time>
  );
}
