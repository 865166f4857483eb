// Status, service and words: the same three filters for customers and staff.
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { type OrderStatus, orderStatuses } from '#contract/orders/flow.ts';
import { useDebounced } from '../../lib/timing.ts';
import { SearchInput, Select } from '../../ui/input.tsx';
import { useOrdersText } from './text.ts';

export type StatusChoice = 'all' | OrderStatus;

export function readStatus(value: string | undefined, otherwise: StatusChoice = 'all'): StatusChoice {
  return value === 'all' || orderStatuses.includes(value as OrderStatus)
    ? (value as StatusChoice)
    : otherwise;
}

interface OrderFiltersProps {
  search: string;
  status: StatusChoice;
  service: string;
  /** Names that can be chosen: those of the list as it is loaded. */
  services: readonly string[];
  searchLabel: string;
  /** Called only with what changed; the list goes back to page 1. */
  onChange: (change: { search?: string; status?: StatusChoice; service?: string }) => void;
  /** A fourth choice, where a list has one. */
  children?: ReactNode;
}

export function OrderFilters({
  search,
  status,
  service,
  services,
  searchLabel,
  onChange,
  children,
}: OrderFiltersProps) {
  const text = useOrdersText();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) onChange({ search: debounced });
  }, [debounced]);
  useEffect(() => setTyped(search), [search]);
  const names = service !== '' && !services.includes(service) ? [service, ...services] : services;
  return (
    <div
      className={clsx(
        'mb-4 grid grid-cols-2 gap-2',
        children ? 'lg:grid-cols-3 xl:grid-cols-[1fr_9rem_12rem_11rem]' : 'lg:grid-cols-[1fr_12rem_16rem]',
      )}
    >
      <SearchInput
        className={clsx('col-span-2', children ? 'lg:col-span-3 xl:col-span-1' : 'lg:col-span-1')}
        label={searchLabel}
        value={typed}
        onChange={setTyped}
      />
      <Select
        aria-label={text.status}
        value={status}
        onChange={(event) => onChange({ status: readStatus(event.target.value) })}
      >
        <option value="all">{text.allStatuses}</option>
        {orderStatuses.map((value) => (
          <option key={value} value={value}>
            {text.statuses[value]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={text.service}
        value={service}
        onChange={(event) => onChange({ service: event.target.value })}
      >
        <option value="">{text.allServices}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
}
