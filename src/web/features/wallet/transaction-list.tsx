// Every movement of the wallet, newest first.
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { Transaction } from '#contract/wallet/calls.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { List, type RowsProps } from '../../ui/list/list.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge, Card, type Tone } from '../../ui/surface.tsx';
import { rechargesQuery, transactionsQuery } from './queries.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { StatementButton } from './statement-button.tsx';
import { useWalletText } from './text.ts';
import type { WalletText } from './text-bn.ts';
import { isInternalId } from './transaction-id.ts';

const pageSize = 10;

/**
 * Returns the number that a customer can compare with their own papers: the reference that staff wrote down, the payment's id, or the short number
 * that the receipt prints.
 */
function useShownId() {
  const format = useFormat();
  return ({ transaction_id: id, reference, movement_number: short }: Transaction) =>
    reference || (isInternalId(id) ? format.digits(short ?? '') : id);
}

/** A correction names what it reverses, because nothing was paid out. */
const nameOf = (text: WalletText['recharge'], { reverses, transaction_type: type }: Transaction) =>
  reverses ? text.corrections[reverses] : text.types[type];

const incoming = new Set(['recharge', 'bonus', 'release', 'refund']);
const transactionTones = {
  pending: 'warn',
  accepted: 'good',
  rejected: 'bad',
} as const satisfies Record<string, Tone>;

export function TransactionList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { recharge: text } = useWalletText();
  const rows = useTransactionRows();
  const query = useQuery(transactionsQuery(page, pageSize));
  return (
    <Card title={text.list} aside={<StatementButton />}>
      <List
        isLive
        query={query}
        address={{ page, toPage: onPage }}
        pageSize={pageSize}
        failed={text.listFailed}
        empty={{ title: text.empty, hint: text.emptyHint, icon: <ReceiptText /> }}
        skeletonRows={5}
        rows={rows}
      />
    </Card>
  );
}

/** The movements of one customer, for staff. */
export function TransactionsOf({
  user,
  page,
  onPage,
}: {
  user: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const { recharge: text } = useWalletText();
  const rows = useTransactionRows({ isNarrow: true });
  const query = useQuery(rechargesQuery({ user, page, page_size: pageSize }));
  return (
    <Card title={text.list} aside={<StatementButton user={user} />}>
      <List
        query={query}
        address={{ page, toPage: onPage }}
        pageSize={pageSize}
        failed={text.listFailed}
        empty={{ title: text.empty, icon: <ReceiptText /> }}
        skeletonRows={5}
        rows={rows}
      />
    </Card>
  );
}

/** Distinguishes a failed payment from one that the customer cancelled. */
export function TransactionStatus({ item }: { item: Pick<Transaction, 'status' | 'ending'> }) {
  const { recharge: text } = useWalletText();
  return (
    <Badge tone={item.ending === 'failed' ? 'bad' : item.ending ? 'neutral' : transactionTones[item.status]}>
      {item.ending ? text.endings[item.ending] : text.statuses[item.status]}
    </Badge>
  );
}

/** Whether the status needs no mention: it was accepted and still holds. */
const isPlain = ({ status, ending }: Transaction) => status === 'accepted' && ending === undefined;

function Amount({ transaction }: { transaction: Transaction }) {
  const format = useFormat();
  // A pending or rejected transaction has moved no money.
  if (transaction.status !== 'accepted')
    return (
      <span className={`money text-muted ${transaction.status === 'rejected' ? 'line-through' : ''}`}>
        {format.taka(transaction.amount)}
      </span>
    );
  const plus = incoming.has(transaction.transaction_type);
  return (
    <span className={plus ? 'money font-medium text-good' : 'money font-medium'}>
      {plus && '+'}
      {format.taka(plus ? transaction.amount : -paisaOf(transaction.amount))}
    </span>
  );
}

/** What other columns show if there is room for them; accepted transactions need no mention. */
function TypeAndNumbers({ item }: { item: Transaction }) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const shownId = useShownId();
  const numbers = [shownId(item), format.digits(item.number)].filter(Boolean).join(' · ');
  return (
    <>
      <span className="block">{nameOf(text, item)}</span>
      {numbers === '' ? null : <span className="block text-sm break-all text-muted">{numbers}</span>}
      {isPlain(item) ? null : <TransactionStatus item={item} />}
    </>
  );
}

/** Kind, numbers and status: in columns of their own if there is room for them. */
function useKindColumns(isNarrow: boolean): RowsProps<Transaction>['columns'] {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const shownId = useShownId();
  const all = (item: Transaction) => <TypeAndNumbers item={item} />;
  if (isNarrow) return [{ head: text.columns.type, cell: all }];
  const onlyWide = { headClassName: 'max-lg:hidden' };
  return [
    {
      head: text.columns.type,
      // On a tablet the numbers and the status are below it.
      cell: (item) => (
        <>
          <span className="max-lg:hidden">{nameOf(text, item)}</span>
          <div className="lg:hidden">{all(item)}</div>
        </>
      ),
    },
    {
      ...onlyWide,
      head: text.columns.id,
      className: 'max-w-36 text-sm break-all max-lg:hidden',
      cell: (item) => shownId(item) || '—',
    },
    {
      ...onlyWide,
      head: text.columns.number,
      className: 'tabular-nums max-lg:hidden',
      cell: ({ number }) => (number === '' ? '—' : format.digits(number)),
    },
    {
      ...onlyWide,
      head: text.columns.status,
      className: 'max-lg:hidden',
      cell: (item) => <TransactionStatus item={item} />,
    },
  ];
}

/** @param isNarrow whether the list shares the page with another column */
function useTransactionRows({ isNarrow = false } = {}): RowsProps<Transaction> {
  const { recharge: text, papers } = useWalletText();
  const format = useFormat();
  const shownId = useShownId();
  const status = (item: Transaction) => <TransactionStatus item={item} />;
  const kinds = useKindColumns(isNarrow);
  return {
    label: text.list,
    keyOf: ({ id }) => id,
    cards: 'lines',
    fits: true,
    columns: [
      { head: text.columns.date, cell: (item) => <When at={item.created_at} /> },
      ...kinds,
      { head: text.columns.amount, end: true, cell: (item) => <Amount transaction={item} /> },
      {
        head: text.columns.after,
        end: true,
        cell: (item) => (item.balance_after === null ? '—' : format.taka(item.balance_after)),
      },
      {
        head: papers.receipt,
        unseen: true,
        cell: (item) => <ReceiptButton transaction={item} isNarrow={isNarrow} />,
      },
    ],
    card: (item) => (
      <>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{nameOf(text, item)}</span>
          <Amount transaction={item} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
          <span>{format.dateTime(item.created_at)}</span>
          {isPlain(item) ? null : status(item)}
        </div>
        <p className="text-sm break-all text-muted empty:hidden">
          {[shownId(item), format.digits(item.number)].filter(Boolean).join(' · ')}
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm text-muted">
            {item.balance_after === null ? null : (
              <>
                {text.columns.after}: <span className="money">{format.taka(item.balance_after)}</span>
              </>
            )}
          </span>
          <ReceiptButton transaction={item} />
        </div>
      </>
    ),
  };
}
