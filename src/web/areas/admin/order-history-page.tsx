// Every completed order: found by words and by customer, taken along as a table.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { HistoryFilters, useHistoryAddress } from '../../features/accounts/history-filters.tsx';
import { ExportButton } from '../../features/orders/export-button.tsx';
import { OrderResult } from '../../features/orders/order-result.tsx';
import { completedOrdersQuery } from '../../features/orders/queries.ts';
import { useStaffOrdersText } from '../../features/orders/staff-text.ts';
import type { Answer } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { ListBody } from '../../ui/list-body.tsx';
import { PersonCell, PersonLink } from '../../ui/person-cell.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 50;
const pagesShown = 3;
type Completed = Answer<'GET /account/orders/completed/'>['results'][number];

const nameOf = ({ user }: Completed) => `${user.first_name} ${user.last_name}`.trim() || user.username;

export function OrderHistoryPage() {
  const { history: text } = useStaffOrdersText();
  const { filter, isFiltered, change, clear } = useHistoryAddress('/admin/order-history');
  useTitle(text.title);
  const list = useQuery(completedOrdersQuery(filter, pageSize));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton
          path="/account/orders/completed/export/"
          name="completed-orders.csv"
          filter={{ search: filter.search, user: filter.user }}
        />
      </PageHeading>
      <Card>
        <HistoryFilters {...filter} searchLabel={text.search} onChange={change} />
        <ListBody
          list={list}
          pager={{ page: filter.page, pageSize, window: pagesShown, onPage: (page) => change({ page }) }}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <History /> }}
          notFound={isFiltered && { title: text.emptySearch, onClear: clear }}
        >
          {(orders) => (
            <>
              <HistoryTable orders={orders} />
              <HistoryCards orders={orders} />
            </>
          )}
        </ListBody>
      </Card>
    </>
  );
}

function Result({ order }: { order: Completed }) {
  const { history: text } = useStaffOrdersText();
  return order.file || order.text_content ? (
    <OrderResult order={order} />
  ) : (
    <span className="text-sm text-muted">{text.noFile}</span>
  );
}

function OrderLink({ order }: { order: Completed }) {
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order.id) }}
      className="inline-block py-2 font-medium lg:py-1 text-accent-text underline decoration-1 underline-offset-4"
    >
      {order.service.name}
    </Link>
  );
}

function HistoryTable({ orders }: { orders: readonly Completed[] }) {
  const { history: text } = useStaffOrdersText();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.user}</Th>
          <Th>{text.columns.service}</Th>
          <Th end>{text.columns.charge}</Th>
          <Th end>{text.columns.balance}</Th>
          <Th>{text.columns.date}</Th>
          <Th>{text.columns.result}</Th>
        </>
      }
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <Td className="max-w-52 break-words">
            <PersonCell id={order.user.id} name={nameOf(order)} email={order.user.username} />
          </Td>
          <Td className="min-w-40">
            <OrderLink order={order} />
            <span className="block text-sm text-muted">{order.sub_type.name}</span>
          </Td>
          <Td end>{format.taka(order.charge)}</Td>
          <Td end>
            {order.current_balance === null ? text.noBalanceValue : format.taka(order.current_balance)}
          </Td>
          <Td>
            <When at={order.created_on} />
          </Td>
          <Td>
            <div className="flex flex-wrap gap-2">
              <Result order={order} />
            </div>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function HistoryCards({ orders }: { orders: readonly Completed[] }) {
  const { history: text } = useStaffOrdersText();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {orders.map((order) => (
        <li key={order.id} className="rounded-lg border border-line p-4">
          <OrderLink order={order} />
          <p className="text-sm text-muted">{order.sub_type.name}</p>
          <p className="mt-1">
            <PersonLink id={order.user.id} name={nameOf(order)} />
          </p>
          <p className="text-sm break-all text-muted">{order.user.username}</p>
          <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="money font-medium">{format.taka(order.charge)}</span>
            <span className="text-sm text-muted">
              {text.columns.balance}:{' '}
              {order.current_balance === null ? text.noBalanceValue : format.taka(order.current_balance)}
            </span>
          </div>
          <p className="text-sm text-muted">{format.dateTime(order.created_on)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Result order={order} />
          </div>
        </li>
      ))}
    </ul>
  );
}
