// Orders as staff see them, as rows and as cards of a list.
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { button } from '../../../ui/button.tsx';
import type { RowsProps } from '../../../ui/list/list.tsx';
import { PersonCell } from '../../../ui/list/person-cell.tsx';
import { When } from '../../../ui/list/table.tsx';
import { useUiText } from '../../../ui/text.ts';
import { OrderNumber } from '../order-number.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { DueLine } from '../order-time.tsx';
import { useOrdersText } from '../text.ts';
import { StaffActions } from './staff-actions.tsx';
import { useOrdersStaffText } from './text.ts';
import type { OrderActions } from './use-order-actions.tsx';

const customerOf = ({ user }: StaffOrder) => `${user.first_name} ${user.last_name}`.trim() || user.username;

function ViewLink({ order }: { order: StaffOrder }) {
  const common = useUiText().common;
  const ordersText = useOrdersText();
  const format = useFormat();
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order.id) }}
      data-order-link=""
      className={button({ variant: 'quiet', size: 'small' })}
    >
      <Eye className="size-4" aria-hidden="true" />
      {common.view}
      <span className="sr-only">: {ordersText.order(format.digits(order.id))}</span>
    </Link>
  );
}

/** The keyboard finds rows by it. */
const rowProps = (order: StaffOrder) => ({ 'data-order': order.id }) as HTMLAttributes<HTMLElement>;

export function useStaffOrderRows(label: string, actions: OrderActions): RowsProps<StaffOrder> {
  const { work: text } = useOrdersStaffText();
  const { columns } = useOrdersText();
  const common = useUiText().common;
  const format = useFormat();
  return {
    label,
    keyOf: ({ id }) => id,
    rowProps,
    columns: [
      { head: columns.id, className: 'tabular-nums', cell: ({ id }) => format.digits(id) },
      {
        head: columns.customer,
        className: 'max-w-40 min-w-36',
        cell: (order) => <PersonCell name={customerOf(order)} />,
      },
      {
        head: columns.service,
        className: 'min-w-36',
        cell: (order) => (
          <>
            <span className="block font-medium">{order.service.name}</span>
            <span className="block text-sm text-muted">{order.sub_type.name}</span>
          </>
        ),
      },
      {
        head: columns.number,
        className: 'max-w-40 break-words',
        cell: (order) => (
          <>
            {order.name ? <span className="block">{order.name}</span> : null}
            <span className="tabular-nums">
              <OrderNumber order={order} />
            </span>
          </>
        ),
      },
      { head: columns.date, cell: (order) => <When at={order.created_on} /> },
      {
        head: columns.status,
        className: 'max-w-56 min-w-44',
        cell: (order) => (
          <>
            <OrderStatusBadge status={order.status} />
            <DueLine order={order} />
            {order.operator && order.status === 'processing' ? (
              <span className="mt-1 block text-sm text-muted">{text.operator(order.operator.name)}</span>
            ) : null}
          </>
        ),
      },
      {
        head: common.actions,
        unseen: true,
        cell: (order) => (
          <div className="flex items-center justify-end gap-1">
            <ViewLink order={order} />
            <StaffActions order={order} actions={actions} variant="menu" />
          </div>
        ),
      },
    ],
    card: (order) => (
      <>
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
          <StaffActions order={order} actions={actions} variant="menu" />
        </div>
      </>
    ),
  };
}
