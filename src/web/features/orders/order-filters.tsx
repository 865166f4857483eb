// Status, service and text: the same three filters for customers and staff.
import type { ReactNode } from 'react';
import { type OrderStatus, orderStatuses } from '#contract/orders/flow.ts';
import { type NamedService, useServiceName } from '../../lib/service-name.tsx';
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
  /** The services to choose from, as loaded. */
  services: readonly NamedService[];
  searchLabel: string;
  /** A fourth filter, if the list has one. */
  children?: ReactNode;
  /** A filter that not every shop has. */
  tags?: ReactNode;
}

export function OrderFilters({ address, services, searchLabel, children, tags }: OrderFiltersProps) {
  const text = useOrdersText();
  const { status, service } = address.filters;
  const nameOf = useServiceName();
  const names = new Map(service === '' ? [] : [[service, service]]);
  for (const one of services) names.set(one.name, nameOf(one));
  return (
    <ListFilters
      address={address}
      searchLabel={searchLabel}
      layout={
        children
          ? tags
            ? 'grid-cols-2 lg:grid-cols-4 xl:grid-cols-[1fr_8.5rem_8.5rem_7rem_9rem_auto] 2xl:grid-cols-[1fr_12rem_16rem_11rem_14rem_auto]'
            : 'grid-cols-2 lg:grid-cols-4 xl:grid-cols-[1fr_9rem_12rem_11rem_auto]'
          : tags
            ? 'grid-cols-2 lg:grid-cols-[1fr_10rem_14rem_10rem]'
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
        options={[['', text.allServices], ...names]}
        onChange={(next) => address.change({ service: next })}
      />
      {tags}
      {children}
    </ListFilters>
  );
}
