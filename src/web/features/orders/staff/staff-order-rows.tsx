// Orders as staff see them, as rows and cards of a list.

import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import type { HideableColumn } from '#contract/orders/rules.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { ServiceName, useServiceName } from '../../../lib/service-name.tsx';
import { useToday } from '../../../lib/time/use-today.ts';
import { button } from '../../../ui/button.tsx';
import { withoutHidden } from '../../../ui/list/columns-menu.tsx';
import type { Column, RowsProps } from '../../../ui/list/list.tsx';
import { WhenBrief } from '../../../ui/list/table.tsx';
import { useUiText } from '../../../ui/text.ts';
import { OrderNumber } from '../order-number.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { DueIn } from '../order-time.tsx';
import { type OrderSelection, SelectBox, selectColumn } from '../selection/selection.tsx';
import { SnoozedUntil } from '../snooze/snoozed-until.tsx';
import { TagMarks } from '../tags/tag-mark.tsx';
import { useOrdersText } from '../text.ts';
import { StaffActions } from './staff-actions.tsx';
import { useOrdersStaffText } from './text.ts';
import type { OrderActions } from './use-order-actions.tsx';

export const customerOf = ({ user }: Order) => shownNameOf(user);

function ViewLink({ order }: { order: Order }) {
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
      <span className="sr-only 2xl:not-sr-only">{common.view}</span>
      <span className="sr-only">: {ordersText.order(format.digits(order.id))}</span>
    </Link>
  );
}

/** Where rows are high anyway, names take up to two lines, otherwise one. */
const twoLines = 'line-clamp-2 lg:block lg:truncate';

function ServiceCell({ service, subType }: { service: Order['service']; subType: Order['sub_type'] }) {
  const nameOf = useServiceName();
  return (
    <span className={twoLines} title={`${nameOf(service)} · ${nameOf(subType)}`}>
      <span className="font-medium">
        <ServiceName service={service} />
      </span>
      <span className="text-muted">
        {' · '}
        <ServiceName service={subType} />
      </span>
    </span>
  );
}

/** The keyboard finds rows by the number; the row that the keys act on is tinted. */
const rowProps = (order: Order) =>
  ({
    'data-order': order.id,
    className: 'pointer-fine:data-current:bg-accent-soft',
  }) as HTMLAttributes<HTMLElement>;

const Operator = ({ order }: { order: Order }) => {
  const { work: text } = useOrdersStaffText();
  if (!order.operator || order.status !== 'processing') return null;
  const words = text.operator(order.operator.name);
  return (
    // `relative`, because visually hidden text would otherwise stick out and widen the list.
    <span className="relative max-w-16 truncate text-sm text-muted 2xl:max-w-56" title={words}>
      <span className="2xl:hidden" aria-hidden="true">
        {order.operator.name}
      </span>
      <span className="sr-only 2xl:not-sr-only 2xl:whitespace-nowrap">{words}</span>
    </span>
  );
};

export interface OrderSorting {
  /** `wake`: by when snoozed orders wake, which no column shows. */
  by: 'newest' | 'due' | 'wake';
  change: (by: 'newest' | 'due') => void;
}

interface RowOptions {
  /** If set, the list can be sorted by pressing a column's heading. */
  sorting?: OrderSorting | undefined;
  /** Every row is the user's own, so no name is shown. */
  isMine?: boolean;
  /** Set if rows can be selected. */
  selection?: OrderSelection | undefined;
  /** Hidden columns. */
  hidden?: readonly string[];
  /** Nothing in the list is due any more. */
  isDone?: boolean;
}

type OrderColumn = Column<Order> & { id?: HideableColumn };
type Rows = Omit<RowsProps<Order>, 'columns'> & {
  columns: readonly OrderColumn[];
  /** Including the hidden ones. */
  allColumns: readonly OrderColumn[];
};

interface OrderCardProps extends Pick<RowOptions, 'isMine' | 'selection'> {
  order: Order;
  actions: OrderActions;
}

function OrderCard({ order, actions, isMine, selection }: OrderCardProps) {
  const format = useFormat();
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        {selection ? <SelectBox order={order} selection={selection} /> : null}
        <div className="min-w-0 grow">
          <p className="font-medium">
            <ServiceName service={order.service} />
          </p>
          <p className="text-sm text-muted">
            <ServiceName service={order.sub_type} />
          </p>
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
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <DueIn order={order} />
        {isMine ? null : <Operator order={order} />}
      </p>
      <SnoozedUntil order={order} />
      <TagMarks order={order} />
      <div className="mt-2 flex items-center justify-between gap-2">
        <ViewLink order={order} />
        <StaffActions order={order} actions={actions} variant="menu" />
      </div>
    </>
  );
}

export function useStaffOrderRows(
  label: string,
  actions: OrderActions,
  { sorting, isMine = false, selection, hidden = [], isDone = false }: RowOptions = {},
): Rows {
  const { due: dueText, marks: marksText } = useOrdersStaffText();
  const { columns } = useOrdersText();
  const common = useUiText().common;
  const format = useFormat();
  const sort = (by: 'newest' | 'due', direction: 'ascending' | 'descending') =>
    sorting && {
      sort: { direction, isOn: sorting.by === by, onSort: () => sorting.change(by) },
    };
  const allColumns: OrderColumn[] = [
    ...(selection ? [selectColumn(selection, marksText.column)] : []),
    { head: columns.id, className: 'tabular-nums', cell: ({ id }) => format.digits(id) },
    {
      id: 'service',
      head: columns.service,
      className: 'w-[32%] max-w-0 min-w-24 lg:min-w-28 2xl:w-[38%]',
      cell: (order) => (
        <>
          <ServiceCell service={order.service} subType={order.sub_type} />
          <SnoozedUntil order={order} />
          <TagMarks order={order} isRow />
        </>
      ),
    },
    {
      id: 'customer',
      head: columns.customer,
      className: 'w-[18%] max-w-0 min-w-20 xl:min-w-28 2xl:w-[26%]',
      cell: (order) => (
        <span className={twoLines} title={customerOf(order)}>
          {customerOf(order)}
        </span>
      ),
    },
    {
      id: 'number',
      wideOnly: true,
      head: columns.number,
      headClassName: 'max-w-24 whitespace-normal! leading-tight',
      cell: (order) => (
        <span className="flex items-center gap-1 whitespace-nowrap">
          {order.name ? (
            <span className="hidden max-w-24 truncate 2xl:inline min-[112rem]:max-w-48" title={order.name}>
              {order.name}
            </span>
          ) : null}
          <span className="tabular-nums">
            <OrderNumber order={order} />
          </span>
        </span>
      ),
    },
    {
      id: 'date',
      wideOnly: true,
      head: columns.date,
      cell: (order) => <WhenBrief at={order.created_on} />,
      ...sort('newest', 'descending'),
    },
    ...(isDone
      ? []
      : [
          {
            id: 'due' as const,
            head: dueText.column,
            cell: (order: Order) => <DueIn order={order} />,
            ...sort('due', 'ascending'),
          },
        ]),
    {
      head: columns.status,
      cell: (order) => (
        <>
          <span className="flex items-center gap-2 max-lg:flex-col max-lg:items-start max-lg:gap-0">
            <OrderStatusBadge status={order.status} />
            {isMine ? null : <Operator order={order} />}
          </span>
          {hidden.includes('service') ? (
            <>
              <SnoozedUntil order={order} />
              <TagMarks order={order} isRow />
            </>
          ) : null}
        </>
      ),
    },
    {
      head: common.actions,
      unseen: true,
      cell: (order) => (
        <div className="flex items-center lg:gap-0.5 [&_a]:lg:min-h-8 [&_button]:lg:size-8">
          <ViewLink order={order} />
          <StaffActions order={order} actions={actions} variant="menu" />
        </div>
      ),
    },
  ];
  // The checkbox itself follows whether its row is selected.
  const today = useToday();
  const look = [useLanguage(), today, isMine, isDone, selection !== undefined, ...hidden].join();
  return {
    label,
    dense: true,
    fits: true,
    keyOf: ({ id }) => id,
    rowProps,
    lookOf: (order) => [look, ...actions.open(order)].join(),
    columns: withoutHidden(allColumns, hidden),
    allColumns,
    card: (order) => <OrderCard order={order} actions={actions} isMine={isMine} selection={selection} />,
  };
}
