// What the URL of a staff list of orders contains: its filters, and the columns that a saved view hides.
import { useSearch } from '@tanstack/react-router';
import type { OrderList } from '#contract/orders/rules.ts';
import { readStatus, type StatusChoice } from '../../../features/orders/order-filters.tsx';
import { type DueChoice, readDue } from '../../../features/orders/staff/due-filter.tsx';
import { useListAddress } from '../../../lib/list-address.ts';
import { useUser } from '../../../lib/session.ts';
import { useHiddenColumns } from '../../../ui/list/columns-menu.tsx';

export type OrdersPath = '/admin/orders' | '/admin/orders/pending' | '/admin/orders/completed';

/** All snoozed orders, or only those that the user or nobody has taken. */
type SnoozeChoice = '' | 'yes' | 'mine';

/** The queue leaves out snoozed orders; a search and other lists include them. */
export function snoozedOf(
  preset: OrderList,
  filters: { search: string; status: StatusChoice; due: DueChoice; mine: '' | 'yes'; snoozed: SnoozeChoice },
): SnoozeChoice | 'no' {
  const { search, status, due, mine, snoozed } = filters;
  if (snoozed !== '' || search !== '') return snoozed;
  const isQueue = preset === 'pending' && status === 'pending';
  return isQueue || due === 'first' || mine === 'yes' ? 'no' : '';
}

export function useOrdersAddress(to: OrdersPath, preset: OrderList) {
  const inAddress = useSearch({ from: to });
  const address = useListAddress(
    {
      search: '',
      status: preset as StatusChoice,
      service: '',
      due: '' as DueChoice,
      mine: '' as '' | 'yes',
      snoozed: '' as SnoozeChoice,
      tag: '' as '' | number,
      user: '' as '' | number,
      hidden: '',
    },
    {
      ...inAddress,
      status: readStatus(inAddress.status, preset),
      due: readDue(inAddress.due),
      mine: inAddress.mine === 'yes' ? 'yes' : '',
      snoozed: inAddress.snoozed === 'yes' || inAddress.snoozed === 'mine' ? inAddress.snoozed : '',
    },
    ['hidden'],
  );
  const { hidden: hiddenInView, ...filters } = address.filters;
  const [ownHidden, hideOwn] = useHiddenColumns('orders', useUser().id);
  return {
    address,
    filters,
    hidden: hiddenInView === '' ? ownHidden : hiddenInView.split(','),
    /** The columns of a view are changed only in the URL. */
    hide: (ids: readonly string[]) =>
      hiddenInView === '' ? hideOwn(ids) : address.change({ hidden: ids.join(',') }),
  };
}
