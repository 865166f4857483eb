// Lines of a settlement report next to our payments, as rows and cards of a list.
import { Link } from '@tanstack/react-router';
import { hasRight } from '#contract/access.ts';
import type { SettlementItem, SettlementMatch } from '#contract/payments/operation-calls.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import type { RowsProps } from '../../ui/list/list.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge, type Tone } from '../../ui/surface.tsx';
import { usePaymentsStaffText } from './staff-text.ts';

const tones: Readonly<Record<SettlementMatch, Tone>> = {
  matched: 'good',
  ours_only: 'warn',
  theirs_only: 'bad',
  differing: 'bad',
};

const idOf = (item: SettlementItem) => item.transaction_id || item.invoice;

function Resolution({
  item,
  onResolve,
}: {
  item: SettlementItem;
  onResolve: (item: SettlementItem) => void;
}) {
  const { settlements: text } = usePaymentsStaffText();
  const format = useFormat();
  const { roles } = useUser();
  if (item.match === 'matched') return null;
  if (item.resolution !== '') {
    return (
      <span className="block text-sm">
        {text.resolutions[item.resolution]}
        {item.note === '' ? null : <span className="block break-words text-muted">{item.note}</span>}
        {item.resolved_by && item.resolved_at ? (
          <span className="block text-muted">
            {item.resolved_by.name}, {format.dateTime(item.resolved_at)}
          </span>
        ) : null}
      </span>
    );
  }
  if (!hasRight(roles, 'wallets.move')) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={text.resolveOf(idOf(item))}
      onClick={() => onResolve(item)}
    >
      {text.resolve}
    </Button>
  );
}

function PaymentLink({ item }: { item: SettlementItem }) {
  if (!item.payment) return <span className="break-all">{item.invoice || '—'}</span>;
  return (
    <Link
      to="/admin/payments"
      search={{ state: 'all', payment: item.payment }}
      className="inline-block py-1 break-all text-accent-text underline decoration-1 underline-offset-4"
    >
      {item.payment}
    </Link>
  );
}

export function useSettlementRows(onResolve: (item: SettlementItem) => void): RowsProps<SettlementItem> {
  const { settlements: text } = usePaymentsStaffText();
  const format = useFormat();
  const match = (item: SettlementItem) => <Badge tone={tones[item.match]}>{text.matches[item.match]}</Badge>;
  const line = (item: SettlementItem) =>
    item.line === null ? text.notInFile : text.line(format.digits(item.line));
  const taka = (amount: string | null) => (amount === null ? '—' : format.taka(amount));
  const resolution = (item: SettlementItem) => <Resolution item={item} onResolve={onResolve} />;
  return {
    label: text.title,
    keyOf: ({ position }) => position,
    columns: [
      {
        head: text.columns.match,
        cell: (item) => (
          <>
            {match(item)}
            <span className="mt-1 block text-sm text-muted">{line(item)}</span>
          </>
        ),
      },
      {
        head: text.columns.transaction,
        className: 'max-w-56',
        cell: (item) => (
          <>
            <span className="block break-all">{item.transaction_id || '—'}</span>
            <span className="block text-sm">
              <PaymentLink item={item} />
            </span>
          </>
        ),
      },
      { head: text.columns.theirs, end: true, cell: ({ theirs }) => taka(theirs) },
      { head: text.columns.ours, end: true, cell: ({ ours }) => taka(ours) },
      {
        head: text.columns.date,
        cell: (item) => (item.happened_at === null ? '—' : <When at={item.happened_at} />),
      },
      { head: text.columns.resolution, className: 'max-w-56', cell: resolution },
    ],
    card: (item) => (
      <>
        <div className="flex flex-wrap items-center justify-between gap-2">
          {match(item)}
          <span className="text-sm text-muted">{line(item)}</span>
        </div>
        <p className="mt-2 break-all">{item.transaction_id || '—'}</p>
        <p className="text-sm">
          <PaymentLink item={item} />
        </p>
        <dl className="mt-1 grid grid-cols-2 gap-x-4 text-sm">
          <dt className="text-muted">{text.columns.theirs}</dt>
          <dd className="money text-right">{taka(item.theirs)}</dd>
          <dt className="text-muted">{text.columns.ours}</dt>
          <dd className="money text-right">{taka(item.ours)}</dd>
        </dl>
        {item.happened_at === null ? null : (
          <p className="mt-1 text-sm text-muted">{format.dateTime(item.happened_at)}</p>
        )}
        <div className="mt-2">{resolution(item)}</div>
      </>
    ),
  };
}
