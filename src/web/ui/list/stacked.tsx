// Rows stacked vertically, for where the columns of their table do not fit next to each other.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface StackedProps {
  rows: readonly {
    key: string | number;
    name: ReactNode;
    facts: readonly (readonly [string, ReactNode])[];
  }[];
  className?: string;
}

export const Stacked = ({ rows, className }: StackedProps) => (
  <ul className={clsx('divide-y divide-line', className)}>
    {rows.map(({ key, name, facts }) => (
      <li key={key} className="py-3 first:pt-0">
        <p className="font-medium break-words">{name}</p>
        <dl className="text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap items-center justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="money ml-auto text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
);
