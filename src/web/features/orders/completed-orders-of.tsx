// The completed orders of one user, on the user's page for staff.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { useFormat } from '../../lib/format.ts';
import { ListBody } from '../../ui/list-body.tsx';
import { Card } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useAccountsStaffText } from '../accounts/staff-text.ts';
import { ExportButton } from './export-button.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import { completedOrdersQuery } from './queries.ts';

const pageSize = 50;

export function CompletedOrdersOf({ user }: { user: UserRecord }) {
  const { details: text } = useAccountsStaffText();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/admin/user/details/$id' });
  const list = useQuery(completedOrdersQuery({ user: user.id, page }, pageSize));
  return (
    <Card
      title={text.history}
      aside={
        <ExportButton
          path="/account/orders/completed/export/"
          name="completed-orders.csv"
          filter={{ user: user.id }}
        />
      }
    >
      <ListBody
        list={list}
        pager={{
          page,
          pageSize,
          onPage: (next) =>
            void navigate({
              to: '/admin/user/details/$id',
              params: { id: String(user.id) },
              replace: true,
              search: { tab: 'history', ...(next > 1 ? { page: next } : {}) },
            }),
        }}
        failed={text.historyFailed}
        toast
        empty={{ title: text.historyEmpty, icon: <ReceiptText /> }}
        skeletonRows={5}
      >
        {(orders) => (
          <>
            <OrdersTable orders={orders} />
            <OrderCards orders={orders} />
          </>
        )}
      </ListBody>
    </Card>
  );
}

function OrderLink({ order }: { order: StaffOrder }) {
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order.id) }}
      className="inline-block py-1 text-accent-text underline decoration-1 underline-offset-4"
    >
      {order.service.name}
    </Link>
  );
}

function OrdersTable({ orders }: { orders: readonly StaffOrder[] }) {
  const { details: text } = useAccountsStaffText();
  const format = useFormat();
  return (
    <Table
      label={text.history}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.service}</Th>
          <Th end>{text.charge}</Th>
          <Th>{text.status}</Th>
          <Th>{text.date}</Th>
        </>
      }
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <Td className="min-w-40">
            <OrderLink order={order} />
            <span className="block text-sm text-muted">{order.sub_type.name}</span>
          </Td>
          <Td end>{format.taka(order.charge)}</Td>
          <Td>
            <OrderStatusBadge status={order.status} />
          </Td>
          <Td>
            <When at={order.created_on} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function OrderCards({ orders }: { orders: readonly StaffOrder[] }) {
  const format = useFormat();
  return (
    <ul className="divide-y divide-line lg:hidden">
      {orders.map((order) => (
        <li key={order.id} className="py-3">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <OrderLink order={order} />
              <p className="text-sm text-muted">{order.sub_type.name}</p>
            </div>
            <OrderStatusBadge status={order.status} />
          </div>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-sm text-muted">{format.dateTime(order.created_on)}</span>
            <span className="money font-medium">{format.taka(order.charge)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
