import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Eye, FilePlus2, ListChecks } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { actionsFor } from '#contract/orders/flow.ts';
import { CancelDialog } from '../../features/orders/cancel-dialog.tsx';
import { OrderFilters, readStatus } from '../../features/orders/order-filters.tsx';
import { OrderResult } from '../../features/orders/order-result.tsx';
import { OrderStatusBadge } from '../../features/orders/order-status.tsx';
import { DueLine } from '../../features/orders/order-time.tsx';
import { ordersQuery } from '../../features/orders/queries.ts';
import { useOrdersText } from '../../features/orders/text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { ListBody } from '../../ui/list-body.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 10;

export function MyOrdersPage() {
  const text = useOrdersText();
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/my-orders' });
  const filters = {
    page: search.page ?? 1,
    search: search.search ?? '',
    status: readStatus(search.status),
    service: search.service ?? '',
  };
  const filtered = filters.search !== '' || filters.status !== 'all' || filters.service !== '';
  const [cancelling, setCancelling] = useState<StaffOrder>();
  useTitle(text.mine.title);

  const list = useQuery(ordersQuery(filters, pageSize));
  const change = (next: Partial<typeof filters>) => {
    const all = { ...filters, page: 1, ...next };
    void navigate({
      to: '/app/my-orders',
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.status === 'all' ? {} : { status: all.status }),
        ...(all.service === '' ? {} : { service: all.service }),
      },
    });
  };
  // The last order of a page was cancelled or filtered away: go to where there are some.
  const { data, isPlaceholderData } = list;
  const count = data?.count ?? 0;
  const beyond =
    data !== undefined && !isPlaceholderData && data.results.length === 0 && count > 0 && filters.page > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only being beyond the end moves the page
  useEffect(() => {
    if (beyond) change({ page: Math.ceil(count / pageSize) });
  }, [beyond]);

  const orders = data?.results ?? [];
  return (
    <>
      <PageHeading title={text.mine.title} hint={text.mine.hint}>
        <Link to="/app/my-orders/new" className={button()}>
          <FilePlus2 className="size-5" aria-hidden="true" />
          {text.mine.create}
        </Link>
      </PageHeading>
      <Card>
        <OrderFilters
          {...filters}
          services={[...new Set(orders.map((order) => order.service.name))]}
          searchLabel={text.mine.search}
          onChange={change}
        />
        <ListBody
          list={list}
          pager={{ page: filters.page, pageSize, onPage: (page) => change({ page }) }}
          failed={text.failed}
          empty={{
            title: text.mine.empty,
            hint: text.mine.emptyHint,
            icon: <ListChecks />,
            children: (
              <Link to="/app/my-orders/new" className={button()}>
                {text.mine.create}
              </Link>
            ),
          }}
          notFound={
            filtered && {
              title: text.mine.emptySearch,
              hint: text.mine.emptySearchHint,
              onClear: () => change({ search: '', status: 'all', service: '' }),
            }
          }
          skeletonRows={6}
        >
          {(shown) => (
            <>
              <OrdersTable orders={shown} onCancel={setCancelling} />
              <OrderCards orders={shown} onCancel={setCancelling} />
            </>
          )}
        </ListBody>
      </Card>
      <CancelDialog order={cancelling} onClose={() => setCancelling(undefined)} />
    </>
  );
}

interface ListProps {
  orders: readonly StaffOrder[];
  onCancel: (order: StaffOrder) => void;
}

function numberOf(order: StaffOrder): string {
  return (
    [order.ten_digit_nid, order.seventeen_digit_nid].filter(Boolean).join(' / ') ||
    order.nid_or_form_num_or_for_biometric_or_location ||
    '—'
  );
}

/** The number of an order leads to its page. */
function OrderLink({ order, children }: { order: StaffOrder; children: ReactNode }) {
  return (
    <Link
      to="/app/my-orders/$id"
      params={{ id: String(order.id) }}
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4 lg:min-h-9"
    >
      {children}
    </Link>
  );
}

function RowActions({ order, onCancel }: { order: StaffOrder; onCancel: (order: StaffOrder) => void }) {
  const text = useOrdersText();
  const format = useFormat();
  return (
    <>
      <Link
        to="/app/my-orders/$id"
        params={{ id: String(order.id) }}
        className={button({ look: 'quiet', size: 'small' })}
      >
        <Eye className="size-4" aria-hidden="true" />
        {text.details}
        <span className="sr-only">: {text.order(format.digits(order.id))}</span>
      </Link>
      <OrderResult order={order} />
      {actionsFor(order.status, 'owner').includes('cancel') ? (
        <Button look="dangerQuiet" size="small" onClick={() => onCancel(order)}>
          {text.mine.cancel}
        </Button>
      ) : null}
    </>
  );
}

function OrdersTable({ orders, onCancel }: ListProps) {
  const text = useOrdersText();
  const common = useText().common;
  const format = useFormat();
  return (
    <Table
      label={text.mine.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.id}</Th>
          <Th>{text.columns.service}</Th>
          <Th>{text.columns.number}</Th>
          <Th>{text.columns.date}</Th>
          <Th end>{text.columns.charge}</Th>
          <Th>{text.columns.status}</Th>
          <Th>
            <span className="sr-only">{common.actions}</span>
          </Th>
        </>
      }
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <Td>
            <OrderLink order={order}>{format.digits(order.id)}</OrderLink>
          </Td>
          <Td className="min-w-36">
            <span className="block font-medium">{order.service.name}</span>
            <span className="block text-sm text-muted">{order.sub_type.name}</span>
          </Td>
          <Td className="max-w-52 break-words">
            {order.name ? <span className="block">{order.name}</span> : null}
            <span className="tabular-nums">{format.digits(numberOf(order))}</span>
          </Td>
          <Td>
            <When at={order.created_on} />
          </Td>
          <Td end>{format.taka(order.charge)}</Td>
          <Td>
            <OrderStatusBadge status={order.status} />
            <DueLine order={order} />
            {order.status === 'rejected' && order.staff_note ? (
              <span className="mt-1 line-clamp-3 max-w-48 text-sm break-words text-muted">
                {order.staff_note}
              </span>
            ) : null}
          </Td>
          <Td>
            <div className="flex flex-wrap justify-end gap-2">
              <RowActions order={order} onCancel={onCancel} />
            </div>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function OrderCards({ orders, onCancel }: ListProps) {
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {orders.map((order) => (
        <li key={order.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-medium">{order.service.name}</p>
              <p className="text-sm text-muted">{order.sub_type.name}</p>
            </div>
            <OrderStatusBadge status={order.status} />
          </div>
          <p className="mt-2 break-words tabular-nums">
            {order.name ? `${order.name} · ` : ''}
            {format.digits(numberOf(order))}
          </p>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-sm text-muted">
              <OrderLink order={order}>#{format.digits(order.id)}</OrderLink> ·{' '}
              {format.dateTime(order.created_on)}
            </span>
            <span className="money font-medium">{format.taka(order.charge)}</span>
          </div>
          <DueLine order={order} />
          {order.status === 'rejected' && order.staff_note ? (
            <p className="mt-2 line-clamp-3 text-sm break-words text-muted">{order.staff_note}</p>
          ) : null}
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            <RowActions order={order} onCancel={onCancel} />
          </div>
        </li>
      ))}
    </ul>
  );
}
