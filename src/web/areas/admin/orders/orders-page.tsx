// The staff lists of orders: all, pending, completed; filters are in the URL.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Files, SearchX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { hasRight } from '#contract/access.ts';
import { OrderFilters, readStatus, type StatusChoice } from '../../../features/orders/order-filters.tsx';
import { ordersQuery } from '../../../features/orders/queries.ts';
import {
  type DueChoice,
  DueSelect,
  OverdueBar,
  readDue,
} from '../../../features/orders/staff/due-filter.tsx';
import { rememberList } from '../../../features/orders/staff/last-list.ts';
import {
  focusedOrder,
  type KeyAction,
  moveFocus,
  OrderKeys,
  useKeptFocus,
} from '../../../features/orders/staff/order-keys.tsx';
import { useStaffOrderRows } from '../../../features/orders/staff/staff-order-rows.tsx';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useOrderActions } from '../../../features/orders/staff/use-order-actions.tsx';
import { useOrdersText } from '../../../features/orders/text.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { useUser } from '../../../lib/session.ts';
import { button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { List } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';
import { orderPageSize } from './orders-page-size.ts';

export const AllOrdersPage = () => <OrdersPage to="/admin/orders" preset="all" />;
export const PendingOrdersPage = () => <OrdersPage to="/admin/orders/pending" preset="pending" />;
export const CompletedOrdersPage = () => <OrdersPage to="/admin/orders/completed" preset="completed" />;

interface OrdersPageProps {
  to: '/admin/orders' | '/admin/orders/pending' | '/admin/orders/completed';
  /** The list's initial status. */
  preset: Extract<StatusChoice, 'all' | 'pending' | 'completed'>;
}

function OrdersPage({ to, preset }: OrdersPageProps) {
  const { work: text } = useOrdersStaffText();
  const ordersText = useOrdersText();
  const staffText = useOrdersStaffText();
  const navigate = useNavigate();
  const inAddress = useSearch({ from: to });
  const address = useListAddress(
    { search: '', status: preset as StatusChoice, service: '', due: '' as DueChoice },
    { ...inAddress, status: readStatus(inAddress.status, preset), due: readDue(inAddress.due) },
  );
  const { page, filters, change } = address;
  useTitle(text[preset]);
  const canWork = hasRight(useUser().roles, 'orders.work');
  const actions = useOrderActions();
  const rows = useStaffOrderRows(text[preset], actions);
  const query = useQuery(ordersQuery({ page, ...filters }, orderPageSize));
  const orders = query.data?.results ?? [];
  const ids = useMemo(() => (query.data?.results ?? []).map(({ id }) => id), [query.data]);
  useEffect(() => rememberList(ids), [ids]);
  useKeptFocus(ids);
  const onKey = (key: KeyAction) => {
    if (key === 'next' || key === 'previous') return moveFocus(key === 'next' ? 1 : -1);
    const order = orders.find(({ id }) => id === focusedOrder());
    if (!order) return;
    if (key === 'open') void navigate({ to: '/admin/orders/details/$id', params: { id: String(order.id) } });
    else if (actions.open(order).includes(key)) actions.act(order, key);
  };
  return (
    <>
      <PageHeading title={text[preset]}>
        {canWork ? (
          <>
            <OrderKeys onKey={onKey} />
            <Link to="/admin/orders/bulk" className={button({ variant: 'quiet' })}>
              <Files className="size-5" aria-hidden="true" />
              {staffText.bulk.title}
            </Link>
          </>
        ) : null}
      </PageHeading>
      {preset !== 'completed' && filters.due === '' ? (
        <OverdueBar onShow={() => change({ due: 'overdue', status: 'all' })} />
      ) : null}
      {actions.dialogs}
      <Card>
        <OrderFilters
          address={address}
          services={orders.map((order) => order.service.name)}
          searchLabel={text.search}
        >
          {preset === 'completed' ? null : (
            <DueSelect
              value={filters.due}
              onChange={(due) => change({ due, ...(due === '' ? {} : { status: 'all' }) })}
            />
          )}
        </OrderFilters>
        <List
          query={query}
          address={address}
          pageSize={orderPageSize}
          failed={ordersText.failed}
          toast
          empty={{ title: text.empty, icon: <SearchX /> }}
          notFound={{ title: filters.search === '' ? text.empty : text.emptySearch }}
          rows={rows}
        />
      </Card>
    </>
  );
}
