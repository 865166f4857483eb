// One settlement report line by line beside our payments.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, FileX, SearchX } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { SettlementItem, SettlementMatch } from '#contract/payments/operation-calls.ts';
import { useProviderName } from '../../features/payments/providers.ts';
import { settlementQuery } from '../../features/payments/queries.ts';
import { ResolveLineDialog } from '../../features/payments/resolve-line-dialog.tsx';
import { useMoneyText } from '../../features/wallet/staff-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Button, button } from '../../ui/button.tsx';
import { Checkbox, Select } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading, type Tone } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 50;
const matches = ['all', 'matched', 'ours_only', 'theirs_only', 'differing'] as const;
const tones: Readonly<Record<SettlementMatch, Tone>> = {
  matched: 'good',
  ours_only: 'warn',
  theirs_only: 'bad',
  differing: 'bad',
};

export function SettlementPage() {
  const { settlements: text } = useMoneyText();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/admin/settlements/$id' });
  const given = useSearch({ from: '/admin/settlements/$id' });
  const { page = 1 } = given;
  const match = matches.find((one) => one === given.match) ?? 'all';
  const onlyOpen = given.open === 'yes';
  const [resolving, setResolving] = useState<SettlementItem>();
  useTitle(text.title);
  const { data, isPending, isError, error, isPlaceholderData, refetch } = useQuery(
    settlementQuery(id, { page, page_size: pageSize, match, open: onlyOpen ? '1' : '0' }),
  );
  const change = (next: { page?: number; match?: string; onlyOpen?: boolean }) => {
    const all = { page: 1, match: match as string, onlyOpen, ...next };
    void navigate({
      to: '/admin/settlements/$id',
      params: { id },
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.match === 'all' ? {} : { match: all.match }),
        ...(all.onlyOpen ? { open: 'yes' } : {}),
      },
    });
  };
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Link
        to="/admin/settlements"
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-accent-text underline decoration-1 underline-offset-4"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {text.back}
      </Link>
      <PageHeading
        title={<span className="wrap-anywhere">{data?.file.name ?? text.title}</span>}
        hint={data ? <Summary file={data.file} /> : undefined}
      />
      <Card>
        {isMissing ? (
          <EmptyState title={text.notFound} icon={<FileX />}>
            <Link to="/admin/settlements" className={button()}>
              {text.back}
            </Link>
          </EmptyState>
        ) : isError ? (
          <ErrorState title={text.itemsFailed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={8} />
        ) : (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
              <div className="w-full sm:w-64">
                <Select
                  aria-label={text.match}
                  value={match}
                  onChange={(event) => change({ match: event.target.value })}
                >
                  {matches.map((one) => (
                    <option key={one} value={one}>
                      {text.matches[one]}
                    </option>
                  ))}
                </Select>
              </div>
              <Checkbox checked={onlyOpen} onChange={(event) => change({ onlyOpen: event.target.checked })}>
                {text.onlyOpen}
              </Checkbox>
            </div>
            {data.results.length === 0 ? (
              <EmptyState title={text.itemsEmpty} icon={<SearchX />}>
                <Button look="quiet" onClick={() => change({ match: 'all', onlyOpen: false })}>
                  {text.matches.all}
                </Button>
              </EmptyState>
            ) : (
              <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
                <ItemTable items={data.results} onResolve={setResolving} />
                <ItemCards items={data.results} onResolve={setResolving} />
                <Pagination
                  page={page}
                  pageSize={pageSize}
                  count={data.count}
                  onPage={(next) => change({ page: next })}
                />
              </div>
            )}
          </>
        )}
      </Card>
      {resolving ? (
        <ResolveLineDialog fileId={id} item={resolving} onClose={() => setResolving(undefined)} />
      ) : null}
    </>
  );
}

function Summary({
  file,
}: {
  file: { provider: string; first_at: string; last_at: string; lines: number; total: string };
}) {
  const { settlements: text } = useMoneyText();
  const providerName = useProviderName();
  const format = useFormat();
  return (
    <>
      {providerName(file.provider)} · {format.date(file.first_at)} – {format.date(file.last_at)} ·{' '}
      {text.lines(format.count(file.lines))} · {text.total}{' '}
      <span className="money">{format.taka(file.total)}</span>
    </>
  );
}

interface ItemsProps {
  items: readonly SettlementItem[];
  onResolve: (item: SettlementItem) => void;
}

const idOf = (item: SettlementItem) => item.transaction_id || item.invoice;

function Resolution({
  item,
  onResolve,
}: {
  item: SettlementItem;
  onResolve: (item: SettlementItem) => void;
}) {
  const { settlements: text } = useMoneyText();
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
    <Button look="quiet" size="small" aria-label={text.resolveOf(idOf(item))} onClick={() => onResolve(item)}>
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

function ItemTable({ items, onResolve }: ItemsProps) {
  const { settlements: text } = useMoneyText();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.match}</Th>
          <Th>{text.columns.transaction}</Th>
          <Th end>{text.columns.theirs}</Th>
          <Th end>{text.columns.ours}</Th>
          <Th>{text.columns.date}</Th>
          <Th>{text.columns.resolution}</Th>
        </>
      }
    >
      {items.map((item) => (
        <tr key={item.position}>
          <Td>
            <Badge tone={tones[item.match]}>{text.matches[item.match]}</Badge>
            <span className="mt-1 block text-sm text-muted">
              {item.line === null ? text.notInFile : text.line(format.digits(item.line))}
            </span>
          </Td>
          <Td className="max-w-56">
            <span className="block break-all">{item.transaction_id || '—'}</span>
            <span className="block text-sm">
              <PaymentLink item={item} />
            </span>
          </Td>
          <Td end>{item.theirs === null ? '—' : format.taka(item.theirs)}</Td>
          <Td end>{item.ours === null ? '—' : format.taka(item.ours)}</Td>
          <Td>{item.happened_at === null ? '—' : <When at={item.happened_at} />}</Td>
          <Td className="max-w-56">
            <Resolution item={item} onResolve={onResolve} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function ItemCards({ items, onResolve }: ItemsProps) {
  const { settlements: text } = useMoneyText();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {items.map((item) => (
        <li key={item.position} className="rounded-lg border border-line p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Badge tone={tones[item.match]}>{text.matches[item.match]}</Badge>
            <span className="text-sm text-muted">
              {item.line === null ? text.notInFile : text.line(format.digits(item.line))}
            </span>
          </div>
          <p className="mt-2 break-all">{item.transaction_id || '—'}</p>
          <p className="text-sm">
            <PaymentLink item={item} />
          </p>
          <dl className="mt-1 grid grid-cols-2 gap-x-4 text-sm">
            <dt className="text-muted">{text.columns.theirs}</dt>
            <dd className="money text-right">{item.theirs === null ? '—' : format.taka(item.theirs)}</dd>
            <dt className="text-muted">{text.columns.ours}</dt>
            <dd className="money text-right">{item.ours === null ? '—' : format.taka(item.ours)}</dd>
          </dl>
          {item.happened_at === null ? null : (
            <p className="mt-1 text-sm text-muted">{format.dateTime(item.happened_at)}</p>
          )}
          <div className="mt-2">
            <Resolution item={item} onResolve={onResolve} />
          </div>
        </li>
      ))}
    </ul>
  );
}
