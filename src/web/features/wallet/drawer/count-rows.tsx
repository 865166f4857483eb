// Counts of cash drawers, and the movements of a drawer, as rows and cards of a list.
import { Link } from '@tanstack/react-router';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { CashCount, DrawerMovement } from '#contract/wallet/drawer-calls.ts';
import { drawerMoveNames } from '#contract/wallet/drawer-rules.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import type { RowsProps } from '../../../ui/list/list.tsx';
import { PersonLink } from '../../../ui/list/person-cell.tsx';
import { When } from '../../../ui/list/table.tsx';
import { Badge } from '../../../ui/surface.tsx';
import { Difference } from './drawer-sums.tsx';
import { useDrawerText } from './text.ts';

function CountLink({ count }: { count: CashCount }) {
  const { counts: text } = useDrawerText();
  const format = useFormat();
  return (
    <Link
      to="/admin/cash-counts/$id"
      params={{ id: String(count.id) }}
      className="inline-flex min-h-11 items-center font-medium underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current lg:min-h-0"
    >
      {text.one(format.digits(count.number))}
    </Link>
  );
}

/** Whose drawer it is, and who counted it if that was someone else. */
function Whose({ count }: { count: CashCount }) {
  const { counts: text } = useDrawerText();
  return (
    <>
      <span className="wrap-anywhere">{count.staff.name}</span>
      {count.counted_by.id === count.staff.id ? null : (
        <span className="block text-sm text-muted wrap-anywhere">{text.by(count.counted_by.name)}</span>
      )}
    </>
  );
}

export function useCountRows(): RowsProps<CashCount> {
  const { counts: text } = useDrawerText();
  const format = useFormat();
  const { columns } = text;
  const reason = ({ reason: why }: CashCount) =>
    why === '' ? null : <span className="block text-sm text-muted wrap-anywhere">{why}</span>;
  return {
    label: text.title,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: columns.count,
        cell: (row) => (
          <>
            <CountLink count={row} />
            <span className="block text-sm text-muted">
              <When at={row.counted_at} />
            </span>
          </>
        ),
      },
      { head: columns.staff, className: 'min-w-28', cell: (row) => <Whose count={row} /> },
      { head: columns.expected, wideOnly: true, end: true, cell: (row) => format.taka(row.expected) },
      {
        head: columns.counted,
        end: true,
        cell: (row) => (
          <>
            {format.taka(row.counted)}
            <span className="block text-sm text-muted xl:hidden">
              {columns.kept} {format.taka(row.kept)}
            </span>
          </>
        ),
      },
      {
        head: columns.difference,
        className: 'min-w-28',
        cell: (row) => (
          <>
            <Difference taka={row.difference} />
            {reason(row)}
          </>
        ),
      },
      { head: columns.removed, wideOnly: true, end: true, cell: (row) => format.taka(row.removed) },
      { head: columns.kept, wideOnly: true, end: true, cell: (row) => format.taka(row.kept) },
    ],
    card: (row) => (
      <>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <CountLink count={row} />
          <Difference taka={row.difference} />
        </div>
        <p>
          <Whose count={row} />
        </p>
        {reason(row)}
        <p className="text-sm text-muted">
          {columns.counted} <span className="money">{format.taka(row.counted)}</span> · {columns.kept}{' '}
          <span className="money">{format.taka(row.kept)}</span>
        </p>
        <p className="text-sm text-muted">{format.dateTime(row.counted_at)}</p>
      </>
    ),
  };
}

function What({ row }: { row: DrawerMovement }) {
  const { movements: text } = useDrawerText();
  const format = useFormat();
  const language = useLanguage();
  const isBack = row.move === 'taken_back' || row.move === 'paid_back';
  return (
    <>
      {isBack ? (
        <Badge tone="warn">{drawerMoveNames[row.move][language]}</Badge>
      ) : (
        drawerMoveNames[row.move][language]
      )}
      {row.counted_before === null ? null : (
        <span className="block text-sm text-muted">
          {text.countedBefore(format.digits(row.counted_before))}
        </span>
      )}
      {row.note === '' ? null : <span className="block text-sm text-muted wrap-anywhere">{row.note}</span>}
    </>
  );
}

export function useDrawerMovementRows(label: string): RowsProps<DrawerMovement> {
  const { movements: text } = useDrawerText();
  const format = useFormat();
  const nameOf = ({ user }: DrawerMovement) => shownNameOf(user);
  const numberOf = (row: DrawerMovement) => row.reference || format.digits(row.movement_number);
  return {
    label,
    fits: true,
    cards: 'lines',
    keyOf: ({ id }) => id,
    columns: [
      { head: text.columns.time, cell: (row) => <When at={row.created_at} /> },
      {
        head: text.columns.customer,
        className: 'min-w-28',
        cell: (row) => <PersonLink id={row.user.id} name={nameOf(row)} isCell />,
      },
      { head: text.columns.what, className: 'min-w-32', cell: (row) => <What row={row} /> },
      {
        head: text.columns.number,
        className: 'wrap-anywhere',
        cell: (row) => row.reference || <span className="money">{numberOf(row)}</span>,
      },
      { head: text.columns.amount, end: true, cell: (row) => format.taka(row.amount) },
    ],
    card: (row) => (
      <>
        <div className="flex items-baseline justify-between gap-x-3">
          <PersonLink id={row.user.id} name={nameOf(row)} />
          <span className="money font-semibold">{format.taka(row.amount)}</span>
        </div>
        <What row={row} />
        <p className="text-sm text-muted wrap-anywhere">
          {format.dateTime(row.created_at)} · {numberOf(row)}
        </p>
      </>
    ),
  };
}
