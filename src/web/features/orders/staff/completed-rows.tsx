// Completed orders of all customers as rows and cards of a list.
import { Link } from '@tanstack/react-router';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Answer } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import type { RowsProps } from '../../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../../ui/list/person-cell.tsx';
import { When } from '../../../ui/list/table.tsx';
import { OrderResult } from '../order-result.tsx';
import { useOrdersText } from '../text.ts';
import { useOrdersStaffText } from './text.ts';

type Completed = Answer<'GET /account/orders/completed/'>['results'][number];

const nameOf = ({ user }: Completed) => shownNameOf(user);

/** Named by its service, of which a list has many, so screen readers also get the number. */
export function OrderLink({ order }: { order: Pick<Completed, 'id' | 'service'> }) {
  const text = useOrdersText();
  const format = useFormat();
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order.id) }}
      className="inline-block py-2.5 font-medium lg:py-1 text-accent-text underline decoration-1 underline-offset-4"
    >
      <ServiceName service={order.service} />
      <span className="sr-only">, {text.order(format.digits(order.id))}</span>
    </Link>
  );
}

export function useCompletedRows(): RowsProps<Completed> {
  const { history: text } = useOrdersStaffText();
  const format = useFormat();
  const balance = ({ current_balance }: Completed) =>
    current_balance === null ? text.noBalanceValue : format.taka(current_balance);
  const result = (order: Completed, isRow = false) =>
    order.file || order.text_content ? (
      <OrderResult order={order} isRow={isRow} />
    ) : (
      <span className="text-sm text-muted">{text.noFile}</span>
    );
  return {
    label: text.title,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: text.columns.user,
        className: 'max-w-52 break-words',
        cell: (order) => <PersonCell id={order.user.id} name={nameOf(order)} email={order.user.username} />,
      },
      {
        head: text.columns.service,
        className: 'min-w-24 xl:min-w-40',
        cell: (order) => (
          <>
            <OrderLink order={order} />
            <span className="block text-sm text-muted">
              <ServiceName service={order.sub_type} />
            </span>
          </>
        ),
      },
      {
        head: text.columns.charge,
        end: true,
        cell: (order) => (
          <>
            {format.taka(order.charge)}
            <span className="block text-sm whitespace-normal text-muted xl:hidden">
              {text.columns.balance} {balance(order)}
            </span>
          </>
        ),
      },
      { head: text.columns.balance, wideOnly: true, end: true, cell: balance },
      { head: text.columns.date, cell: (order) => <When at={order.created_on} /> },
      {
        head: text.columns.result,
        headClassName: 'no-print',
        className: 'no-print',
        cell: (order) => <div className="flex flex-wrap gap-2">{result(order, true)}</div>,
      },
    ],
    card: (order) => (
      <>
        <OrderLink order={order} />
        <p className="text-sm text-muted">
          <ServiceName service={order.sub_type} />
        </p>
        <p className="mt-1">
          <PersonLink id={order.user.id} name={nameOf(order)} />
        </p>
        <p className="text-sm text-muted">
          <EmailText email={order.user.username} />
        </p>
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="money font-medium">{format.taka(order.charge)}</span>
          <span className="text-sm text-muted">
            {text.columns.balance}: {balance(order)}
          </span>
        </div>
        <p className="text-sm text-muted">{format.dateTime(order.created_on)}</p>
        <div className="mt-2 flex flex-wrap gap-2">{result(order)}</div>
      </>
    ),
  };
}
