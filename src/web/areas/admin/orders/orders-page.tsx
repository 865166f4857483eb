// The staff lists of orders: the user's own work, all, pending, completed. Filters are in the URL.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Files, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { hasRight, isOperator } from '#contract/access.ts';
import type { Order } from '#contract/orders/calls.ts';
import type { OrderList } from '#contract/orders/rules.ts';
import { servicesQuery } from '../../../features/catalogue/queries.ts';
import { OrderKeys } from '../../../features/orders/keys/order-keys.tsx';
import { useListKeys } from '../../../features/orders/keys/use-list-keys.ts';
import { OrderFilters } from '../../../features/orders/order-filters.tsx';
import { ordersQuery } from '../../../features/orders/queries.ts';
import { useOrderSelection } from '../../../features/orders/selection/selection.tsx';
import { SelectionBar } from '../../../features/orders/selection/selection-bar.tsx';
import { useRefetchOnWake } from '../../../features/orders/snooze/use-wake.ts';
import { DueSelect, OverdueBar } from '../../../features/orders/staff/due-filter.tsx';
import { MineButton } from '../../../features/orders/staff/mine-button.tsx';
import { OrdersOf } from '../../../features/orders/staff/orders-of.tsx';
import { type OrderSorting, useStaffOrderRows } from '../../../features/orders/staff/staff-order-rows.tsx';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useOrderActions } from '../../../features/orders/staff/use-order-actions.tsx';
import { useTagFilter } from '../../../features/orders/tags/order-tags.tsx';
import { useOrdersText } from '../../../features/orders/text.ts';
import { ViewsBar } from '../../../features/orders/views/views-bar.tsx';
import { useUser } from '../../../lib/session.ts';
import { button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { ColumnsMenu } from '../../../ui/list/columns-menu.tsx';
import { List } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';
import { MyWork } from './my-work.tsx';
import { type OrdersPath, snoozedOf, useOrdersAddress } from './orders-address.ts';
import { orderPageSize } from './orders-page-size.ts';

/** Operators start with their own work; people who may read reports start with the dashboard. */
export function StaffHome() {
  const isDesk = isOperator(useUser().roles);
  const navigate = useNavigate();
  // Redirects again if this URL is opened again meanwhile; this page stays until the next one is loaded.
  const visit = useLocation({
    select: ({ pathname, state }) => (/^\/admin\/?$/.test(pathname) ? state.__TSR_key : undefined),
  });
  useEffect(() => {
    if (!isDesk && visit) void navigate({ to: '/admin/dashboard', replace: true });
  }, [isDesk, visit, navigate]);
  return isDesk ? <MyWork /> : null;
}
export const AllOrdersPage = () => <OrdersPage to="/admin/orders" preset="all" />;
export const PendingOrdersPage = () => <OrdersPage to="/admin/orders/pending" preset="pending" />;
export const CompletedOrdersPage = () => <OrdersPage to="/admin/orders/completed" preset="completed" />;

const noOrders: Order[] = [];

interface OrdersPageProps {
  to: OrdersPath;
  /** The list's initial status. */
  preset: OrderList;
}

function OrdersPage({ to, preset }: OrdersPageProps) {
  const staffText = useOrdersStaffText();
  const { work: text } = staffText;
  const ordersText = useOrdersText();
  const { address, filters, hidden, hide } = useOrdersAddress(to, preset);
  const { page, change } = address;
  useTitle(text[preset]);
  // The sort by due time covers all open orders; the list of pending ones keeps to those.
  const allOpen = preset === 'pending' ? {} : { status: 'all' as const };
  const canWork = hasRight(useUser().roles, 'orders.work');
  const actions = useOrderActions();
  const sorting: OrderSorting | undefined =
    preset === 'completed'
      ? undefined
      : {
          by: filters.snoozed !== '' ? 'wake' : filters.due === '' ? 'newest' : 'due',
          change: (by) =>
            change({ snoozed: '', ...(by === 'newest' ? { due: '' } : { due: 'first', ...allOpen }) }),
        };
  const offered = useQuery(servicesQuery('all'));
  const wanted = { page, ...filters, snoozed: snoozedOf(preset, filters) };
  const query = useQuery(ordersQuery(wanted, orderPageSize));
  useRefetchOnWake(query.data?.results);
  const tagFilter = useTagFilter(filters.tag, (tag) => change({ tag }));
  const orders = query.data?.results ?? noOrders;
  const selection = useOrderSelection(orders, wanted);
  const rows = useStaffOrderRows(text[preset], actions, {
    ...{ sorting, selection, hidden },
    isDone: preset === 'completed' && filters.status === 'completed',
  });
  const onKey = useListKeys(query.data?.results, actions);
  return (
    <>
      <PageHeading title={text[preset]}>
        {preset !== 'completed' && filters.due === '' ? (
          <OverdueBar onShow={() => change({ due: 'overdue', ...allOpen })} />
        ) : null}
        {canWork ? (
          <>
            <OrderKeys onKey={onKey} canSelect />
            <Link to="/admin/orders/bulk" className={button({ variant: 'quiet' })}>
              <Files className="size-5" aria-hidden="true" />
              {staffText.bulk.title}
            </Link>
          </>
        ) : null}
        <ColumnsMenu columns={rows.allColumns} hidden={hidden} onHide={hide} />
      </PageHeading>
      {actions.dialogs}
      {filters.user === '' ? (
        <ViewsBar list={preset} filters={{ ...filters, hidden: hidden.join(',') }} />
      ) : (
        <OrdersOf id={filters.user} orders={orders} onAll={() => change({ user: '' })} />
      )}
      <Card>
        <OrderFilters
          address={address}
          services={
            offered.data?.filter((one) => !one.is_auto_service) ?? orders.map((order) => order.service)
          }
          searchLabel={text.search}
          tags={tagFilter}
        >
          {preset === 'completed' ? null : (
            <>
              <DueSelect
                value={filters.snoozed !== '' ? 'later' : filters.due}
                onChange={(choice) =>
                  change({
                    due: choice === 'later' ? '' : choice,
                    snoozed: choice === 'later' ? 'yes' : '',
                    ...(choice === '' ? {} : allOpen),
                  })
                }
              />
              {canWork ? (
                <MineButton
                  pressed={filters.mine === 'yes'}
                  onPress={(pressed) =>
                    change(
                      pressed
                        ? { mine: 'yes', due: 'first', snoozed: '', status: 'all' }
                        : { mine: '', due: '', snoozed: '', status: preset },
                    )
                  }
                />
              ) : null}
            </>
          )}
        </OrderFilters>
        <List
          isLive
          query={query}
          address={address}
          pageSize={orderPageSize}
          failed={ordersText.failed}
          toast
          empty={{ title: text.empty, icon: <SearchX /> }}
          notFound={{ title: filters.search === '' ? text.empty : text.emptySearch }}
          rows={rows}
        />
        <SelectionBar
          selection={selection}
          found={query.data}
          canTake={canWork && preset !== 'completed'}
          canTag={canWork}
        />
      </Card>
    </>
  );
}
