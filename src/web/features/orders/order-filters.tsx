// Status, service and text: the same three filters for customers and staff.
import type { ReactNode } from 'react';
import { type OrderStatus, orderStatuses } from '#contract/orders/flow.ts';
import { FilterSelect, ListFilters } from '../../ui/list/list.tsx';
import { useOrdersText } from './text.ts';

export type StatusChoice = 'all' | OrderStatus;

export function readStatus(value: string | undefined, otherwise: StatusChoice = 'all'): StatusChoice {
  return value === 'all' || orderStatuses.includes(value as OrderStatus)
    ? (value as StatusChoice)
    : otherwise;
}

interface Filters {
  search: string;
  status: StatusChoice;
  service: string;
}

interface OrderFiltersProps {
  address: { filters: Filters; change: (next: Partial<Filters>) => void };
  /** Names that can be chosen: those of the list as it is loaded. */
  services: readonly string[];
  searchLabel: string;
  /** A fourth option, where a list has one. */
  children?: ReactNode;
}

export function OrderFilters({ address, services, searchLabel, children }: OrderFiltersProps) {
  const text = useOrdersText();
  const { status, service } = address.filters;
  const names = new Set(service === '' ? services : [service, ...services]);
  return (
    <ListFilters
      address={address}
      searchLabel={searchLabel}
      layout={
        children
          ? 'grid-cols-2 lg:grid-cols-3 xl:grid-cols-[1fr_9rem_12rem_11rem]'
          : 'grid-cols-2 lg:grid-cols-[1fr_12rem_16rem]'
      }
      searchClassName={children ? 'col-span-full xl:col-span-1' : 'col-span-full lg:col-span-1'}
    >
      <FilterSelect
        label={text.status}
        value={status}
        options={[
          ['all', text.allStatuses],
          ...orderStatuses.map((one) => [one, text.statuses[one]] as const),
        ]}
        onChange={(next) => address.change({ status: next })}
      />
      <FilterSelect
        label={text.service}
        value={service}
        options={[['', text.allServices], ...[...names].map((name) => [name, name] as const)]}
        onChange={(next) => address.change({ service: next })}
      />
      {children}
    </ListFilters>
  );
}
