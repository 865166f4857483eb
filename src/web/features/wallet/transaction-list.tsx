// Every movement of the wallet, newest first.
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { Transaction } from '#contract/wallet/calls.ts';
import { useFormat } from '../../lib/format.ts';
import { usePortalText } from '../../text/portal.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, type Tone } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { transactionsQuery } from './queries.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { StatementButton } from './statement-button.tsx';

const pageSize = 10;
const incoming = new Set(['recharge', 'bonus', 'release', 'refund']);
const tones = { pending: 'warn', accepted: 'good', rejected: 'bad' } as const satisfies Record<string, Tone>;

export function TransactionList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { recharge: text } = usePortalText();
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    transactionsQuery(page, pageSize),
  );
  return (
    <Card title={text.list} aside={<StatementButton />}>
      {isError ? (
        <ErrorState title={text.listFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={5} />
      ) : data.results.length === 0 ? (
        <EmptyState title={text.empty} hint={text.emptyHint} icon={<ReceiptText />} />
      ) : (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <TransactionsTable transactions={data.results} />
          <TransactionCards transactions={data.results} />
          <Pagination page={page} pageSize={pageSize} count={data.count} onPage={onPage} />
        </div>
      )}
    </Card>
  );
}

function Amount({ transaction }: { transaction: Transaction }) {
  const format = useFormat();
  // What waits or was refused has moved nothing.
  if (transaction.status !== 'accepted')
    return (
      <span className={`money text-muted ${transaction.status === 'rejected' ? 'line-through' : ''}`}>
        {format.taka(transaction.amount)}
      </span>
    );
  const plus = incoming.has(transaction.transaction_type);
  return (
    <span className={plus ? 'money font-medium text-good' : 'money font-medium'}>
      {plus ? '+' : '−'}
      {format.taka(transaction.amount)}
    </span>
  );
}

function TransactionsTable({ transactions }: { transactions: readonly Transaction[] }) {
  const { recharge: text, papers } = usePortalText();
  const format = useFormat();
  return (
    <Table
      label={text.list}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.date}</Th>
          <Th>{text.columns.type}</Th>
          <Th>{text.columns.id}</Th>
          <Th>{text.columns.number}</Th>
          <Th>{text.columns.status}</Th>
          <Th end>{text.columns.amount}</Th>
          <Th end>{text.columns.after}</Th>
          <Th>
            <span className="sr-only">{papers.receipt}</span>
          </Th>
        </>
      }
    >
      {transactions.map((item) => (
        <tr key={item.id}>
          <Td>
            <When at={item.created_at} />
          </Td>
          <Td>{text.types[item.transaction_type]}</Td>
          <Td className="max-w-36 text-sm break-all">{item.transaction_id}</Td>
          <Td className="tabular-nums">{item.number === '' ? '—' : format.digits(item.number)}</Td>
          <Td>
            <Badge tone={tones[item.status]}>{text.statuses[item.status]}</Badge>
          </Td>
          <Td end>
            <Amount transaction={item} />
          </Td>
          <Td end>{item.balance_after === null ? '—' : format.taka(item.balance_after)}</Td>
          <Td>
            <ReceiptButton transaction={item} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function TransactionCards({ transactions }: { transactions: readonly Transaction[] }) {
  const { recharge: text } = usePortalText();
  const format = useFormat();
  return (
    <ul className="divide-y divide-line lg:hidden">
      {transactions.map((item) => (
        <li key={item.id} className="py-3">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{text.types[item.transaction_type]}</span>
            <Amount transaction={item} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
            <span>{format.dateTime(item.created_at)}</span>
            {item.status === 'accepted' ? null : (
              <Badge tone={tones[item.status]}>{text.statuses[item.status]}</Badge>
            )}
          </div>
          <p className="text-sm break-all text-muted">
            {item.transaction_id}
            {item.number === '' ? '' : ` · ${format.digits(item.number)}`}
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
        </li>
      ))}
    </ul>
  );
}
