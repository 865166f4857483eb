// The customer's own orders as rows and cards of a list.
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { actionsFor } from '#contract/orders/flow.ts';
import { useFormat } from '../../lib/format.ts';
import { ServiceName } from '../../lib/service-name.tsx';
import { Button, button } from '../../ui/button.tsx';
import type { RowsProps } from '../../ui/list/list.tsx';
import { When } from '../../ui/list/table.tsx';
import { useUiText } from '../../ui/text.ts';
import { OrderResult } from './order-result.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import { DueLine } from './order-time.tsx';
import { AnswerAwaited } from './questions/answer-awaited.tsx';
import { useOrdersText } from './text.ts';

function numberOf(order: Order): string {
  return (
    [order.ten_digit_nid, order.seventeen_digit_nid].filter(Boolean).join(' / ') ||
    order.nid_or_form_num_or_for_biometric_or_location ||
    '—'
  );
}

/** The most important fact about an order that was not fulfilled: what happened to its money. */
function MoneyBack({ order: { status, charge } }: { order: Order }) {
  const text = useOrdersText();
  const format = useFormat();
  return status === 'rejected' || status === 'cancelled' ? (
    <span className="mt-1 block text-sm text-good">{text.page.refunded(format.taka(charge))}</span>
  ) : null;
}

/** The order's number as a link to its page. */
function OrderLink({ order, children }: { order: Order; children: ReactNode }) {
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

function RowActions({ order, onCancel }: { order: Order; onCancel: (order: Order) => void }) {
  const text = useOrdersText();
  const format = useFormat();
  return (
    <>
      <Link
        to="/app/my-orders/$id"
        params={{ id: String(order.id) }}
        className={button({ variant: 'quiet', size: 'small' })}
      >
        <Eye className="size-4" aria-hidden="true" />
        {text.details}
        <span className="sr-only">: {text.order(format.digits(order.id))}</span>
      </Link>
      <OrderResult order={order} />
      {actionsFor(order.status, 'owner').includes('cancel') ? (
        <Button
          variant="dangerQuiet"
          size="small"
          aria-label={`${text.mine.cancel}: ${text.order(format.digits(order.id))}`}
          onClick={() => onCancel(order)}
        >
          {text.mine.cancel}
        </Button>
      ) : null}
    </>
  );
}

function MyOrderCard({ order, onCancel }: { order: Order; onCancel: (order: Order) => void }) {
  const format = useFormat();
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            <ServiceName service={order.service} />
          </p>
          <p className="text-sm text-muted">
            <ServiceName service={order.sub_type} />
          </p>
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
      <AnswerAwaited order={order} />
      <DueLine order={order} />
      <MoneyBack order={order} />
      {order.status === 'rejected' && order.staff_note ? (
        <p className="mt-2 line-clamp-3 text-sm break-words text-muted">{order.staff_note}</p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        <RowActions order={order} onCancel={onCancel} />
      </div>
    </>
  );
}

export function useMyOrderRows(onCancel: (order: Order) => void): RowsProps<Order> {
  const text = useOrdersText();
  const common = useUiText().common;
  const format = useFormat();
  return {
    label: text.mine.title,
    keyOf: ({ id }) => id,
    fits: true,
    // Where there is no room for all columns, the person is shown below the service, and the price below the time.
    columns: [
      {
        head: text.columns.id,
        cell: (order) => <OrderLink order={order}>{format.digits(order.id)}</OrderLink>,
      },
      {
        head: text.columns.service,
        className: 'min-w-36 wrap-anywhere',
        cell: (order) => (
          <>
            <span className="block font-medium">
              <ServiceName service={order.service} />
            </span>
            <span className="block text-sm text-muted">
              <ServiceName service={order.sub_type} />
            </span>
            <span className="mt-1 block text-sm lg:hidden">
              {order.name ? <span className="block">{order.name}</span> : null}
              <span className="tabular-nums">{format.digits(numberOf(order))}</span>
            </span>
          </>
        ),
      },
      {
        head: text.columns.number,
        className: 'max-w-52 break-words max-lg:hidden',
        headClassName: 'max-lg:hidden',
        cell: (order) => (
          <>
            {order.name ? <span className="block">{order.name}</span> : null}
            <span className="tabular-nums">{format.digits(numberOf(order))}</span>
          </>
        ),
      },
      {
        head: text.columns.date,
        cell: (order) => (
          <>
            <When at={order.created_on} />
            <span className="money block xl:hidden">{format.taka(order.charge)}</span>
          </>
        ),
      },
      {
        head: text.columns.charge,
        end: true,
        className: 'max-xl:hidden',
        headClassName: 'max-xl:hidden',
        cell: ({ charge }) => format.taka(charge),
      },
      {
        head: text.columns.status,
        cell: (order) => (
          <>
            <OrderStatusBadge status={order.status} />
            <AnswerAwaited order={order} />
            <DueLine order={order} />
            <MoneyBack order={order} />
            {order.status === 'rejected' && order.staff_note ? (
              <span className="mt-1 line-clamp-3 max-w-48 text-sm break-words text-muted">
                {order.staff_note}
              </span>
            ) : null}
          </>
        ),
      },
      {
        head: common.actions,
        unseen: true,
        cell: (order) => (
          <div className="flex flex-wrap justify-end gap-2">
            <RowActions order={order} onCancel={onCancel} />
          </div>
        ),
      },
    ],
    card: (order) => <MyOrderCard order={order} onCancel={onCancel} />,
  };
}
