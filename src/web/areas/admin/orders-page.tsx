// The staff's lists of orders: all, pending, completed; filters live in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Eye, Files, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { DueSelect, OverdueBar, readDue } from '../../features/orders/due-filter.tsx';
import { keepList } from '../../features/orders/last-list.ts';
import { OrderFilters, readStatus, type StatusChoice } from '../../features/orders/order-filters.tsx';
import { focusedOrder, type KeyAction, moveFocus, OrderKeys } from '../../features/orders/order-keys.tsx';
import { OrderNumber } from '../../features/orders/order-number.tsx';
import { OrderStatusBadge } from '../../features/orders/order-status.tsx';
import { DueLine } from '../../features/orders/order-time.tsx';
import { ordersQuery } from '../../features/orders/queries.ts';
import { StaffActions } from '../../features/orders/staff-actions.tsx';
import { useStaffOrdersText } from '../../features/orders/staff-text.ts';
import { useOrdersText } from '../../features/orders/text.ts';
import { type OrderActions, useOrderActions } from '../../features/orders/use-order-actions.tsx';
import { useFormat } from '../../lib/format.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { button } from '../../ui/button.tsx';
import { ListBody } from '../../ui/list-body.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';
import { orderPageSize } from './orders-page-size.ts';

export const AllOrdersPage = () => <OrdersPage to="/admin/orders" preset="all" />;
export const PendingOrdersPage = () => <OrdersPage to="/admin/orders/pending" preset="pending" />;
export const CompletedOrdersPage = () => <OrdersPage to="/admin/orders/completed" preset="completed" />;

interface OrdersPageProps {
  to: '/admin/orders' | '/admin/orders/pending' | '/admin/orders/completed';
  /** The status that the list begins with. */
  preset: Extract<StatusChoice, 'all' | 'pending' | 'completed'>;
}

function OrdersPage({ to, preset }: OrdersPageProps) {
  const { orders: text } = useAdminText();
  const ordersText = useOrdersText();
  const staffText = useStaffOrdersText();
  const navigate = useNavigate();
  const search = useSearch({ from: to });
  const filters = {
    page: search.page ?? 1,
    search: search.search ?? '',
    status: readStatus(search.status, preset),
    service: search.service ?? '',
    due: readDue(search.due),
  };
  useTitle(text[preset]);
  const actions = useOrderActions();

  const list = useQuery(ordersQuery(filters, orderPageSize));

  const change = (next: Partial<typeof filters>) => {
    const all = { ...filters, page: 1, ...next };
    void navigate({
      to,
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.status === preset ? {} : { status: all.status }),
        ...(all.service === '' ? {} : { service: all.service }),
        ...(all.due === '' ? {} : { due: all.due }),
      },
    });
  };
  const orders = list.data?.results ?? [];
  const isFiltered =
    filters.search !== '' || filters.service !== '' || filters.status !== preset || filters.due !== '';
  useEffect(() => keepList((list.data?.results ?? []).map(({ id }) => id)), [list.data]);
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
        <OrderKeys onKey={onKey} />
        <Link to="/admin/orders/bulk" className={button({ look: 'quiet' })}>
          <Files className="size-5" aria-hidden="true" />
          {staffText.bulk.title}
        </Link>
      </PageHeading>
      {preset !== 'completed' && filters.due === '' ? (
        <OverdueBar onShow={() => change({ due: 'overdue', status: 'all' })} />
      ) : null}
      {actions.dialogs}
      <Card>
        <OrderFilters
          {...filters}
          services={[...new Set(orders.map((order) => order.service.name))]}
          searchLabel={text.search}
          onChange={change}
        >
          {preset === 'completed' ? null : (
            <DueSelect
              value={filters.due}
              onChange={(due) => change({ due, ...(due === '' ? {} : { status: 'all' }) })}
            />
          )}
        </OrderFilters>
        <ListBody
          list={list}
          pager={{ page: filters.page, pageSize: orderPageSize, onPage: (page) => change({ page }) }}
          failed={ordersText.failed}
          toast
          empty={{ title: text.empty, icon: <SearchX /> }}
          notFound={
            isFiltered && {
              title: filters.search === '' ? text.empty : text.emptySearch,
              onClear: () => change({ search: '', service: '', status: preset, due: '' }),
            }
          }
        >
          {(shown) => (
            <>
              <OrdersTable orders={shown} actions={actions} label={text[preset]} />
              <OrderCards orders={shown} actions={actions} />
            </>
          )}
        </ListBody>
      </Card>
    </>
  );
}

const customerOf = ({ user }: StaffOrder) => `${user.first_name} ${user.last_name}`.trim() || user.username;

function ViewLink({ order }: { order: StaffOrder }) {
  const common = useText().common;
  const ordersText = useOrdersText();
  const format = useFormat();
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order.id) }}
      data-order-link=""
      className={button({ look: 'quiet', size: 'small' })}
    >
      <Eye className="size-4" aria-hidden="true" />
      {common.view}
      <span className="sr-only">: {ordersText.order(format.digits(order.id))}</span>
    </Link>
  );
}

interface ListProps {
  orders: readonly StaffOrder[];
  actions: OrderActions;
}

function OrdersTable({ orders, actions, label }: ListProps & { label: string }) {
  const { orders: text } = useAdminText();
  const { columns } = useOrdersText();
  const common = useText().common;
  const format = useFormat();
  return (
    <Table
      label={label}
      className="hidden lg:block"
      head={
        <>
          <Th>{columns.id}</Th>
          <Th>{columns.customer}</Th>
          <Th>{columns.service}</Th>
          <Th>{columns.number}</Th>
          <Th>{columns.date}</Th>
          <Th>{columns.status}</Th>
          <Th>
            <span className="sr-only">{common.actions}</span>
          </Th>
        </>
      }
    >
      {orders.map((order) => (
        <tr key={order.id} data-order={order.id}>
          <Td className="tabular-nums">{format.digits(order.id)}</Td>
          <Td className="max-w-40 min-w-36">
            <PersonCell name={customerOf(order)} />
          </Td>
          <Td className="min-w-36">
            <span className="block font-medium">{order.service.name}</span>
            <span className="block text-sm text-muted">{order.sub_type.name}</span>
          </Td>
          <Td className="max-w-40 break-words">
            {order.name ? <span className="block">{order.name}</span> : null}
            <span className="tabular-nums">
              <OrderNumber order={order} />
            </span>
          </Td>
          <Td>
            <When at={order.created_on} />
          </Td>
          <Td className="max-w-56 min-w-44">
            <OrderStatusBadge status={order.status} />
            <DueLine order={order} />
            {order.operator && order.status === 'processing' ? (
              <span className="mt-1 block text-sm text-muted">{text.operator(order.operator.name)}</span>
            ) : null}
          </Td>
          <Td>
            <div className="flex items-center justify-end gap-1">
              <ViewLink order={order} />
              <StaffActions order={order} actions={actions} look="menu" />
            </div>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function OrderCards({ orders, actions }: ListProps) {
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {orders.map((order) => (
        <li key={order.id} data-order={order.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-medium">{order.service.name}</p>
              <p className="text-sm text-muted">{order.sub_type.name}</p>
            </div>
            <OrderStatusBadge status={order.status} />
          </div>
          <p className="mt-2 break-words">{customerOf(order)}</p>
          <p className="break-words text-muted tabular-nums">
            {order.name ? `${order.name} · ` : ''}
            <OrderNumber order={order} />
          </p>
          <p className="text-sm text-muted">
            #{format.digits(order.id)} · {format.dateTime(order.created_on)}
          </p>
          <DueLine order={order} />
          <div className="mt-2 flex items-center justify-between gap-2">
            <ViewLink order={order} />
            <StaffActions order={order} actions={actions} look="menu" />
          </div>
        </li>
      ))}
    </ul>
  );
}
