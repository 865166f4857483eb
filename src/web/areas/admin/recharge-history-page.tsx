// Recharges of all customers, by staff and by themselves; staff make new ones here.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, ReceiptText, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { dhakaDay, parseDate } from '#contract/bengali.ts';
import type { Transaction } from '#contract/wallet/calls.ts';
import { useProviderName } from '../../features/payments/providers.ts';
import { rechargesQuery } from '../../features/wallet/queries.ts';
import { ReceiptButton } from '../../features/wallet/receipt-button.tsx';
import { StaffMoneyDialog } from '../../features/wallet/staff-money-dialog.tsx';
import { useMoneyText } from '../../features/wallet/staff-text.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useDebounced } from '../../lib/timing.ts';
import { usePortalText } from '../../text/portal.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Input, SearchInput, Select } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { PersonCell, PersonLink } from '../../ui/person-cell.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading, type Tone } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 10;
const statuses = ['accepted', 'pending', 'rejected'] as const;
const tones = { pending: 'warn', accepted: 'good', rejected: 'bad' } as const satisfies Record<string, Tone>;

const nameOf = ({ user }: Transaction) => `${user.first_name} ${user.last_name}`.trim() || user.username;

export function RechargeHistoryPage() {
  const { recharges: text } = useMoneyText();
  const common = useText().common;
  const { roles } = useUser();
  const navigate = useNavigate();
  const { page = 1, search = '', status, day: asked = '' } = useSearch({ from: '/admin/recharge-history' });
  // An address can be typed: what is no date chooses nothing.
  const day = parseDate(asked) ?? '';
  const [adding, setAdding] = useState(false);
  const chosen = statuses.find((one) => one === status);
  useTitle(text.title);
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    rechargesQuery({
      page,
      page_size: pageSize,
      search,
      status: chosen ?? 'all',
      ...(day === '' ? {} : { day }),
    }),
  );
  useEffect(() => {
    if (isError) notify.error(text.failed);
  }, [isError, text.failed]);
  const change = (next: Partial<Filter> & { page?: number }) => {
    const all = { page: 1, search, status: chosen ?? '', day, ...next };
    void navigate({
      to: '/admin/recharge-history',
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.status === '' ? {} : { status: all.status }),
        ...(all.day === '' ? {} : { day: all.day }),
      },
    });
  };
  const isFiltered = search !== '' || chosen !== undefined || day !== '';
  const mayMove = hasRight(roles, 'wallets.move');
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {mayMove ? (
          <Button onClick={() => setAdding(true)}>
            <Plus className="size-5" aria-hidden="true" />
            {text.add}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <Filters search={search} status={chosen ?? ''} day={day} onChange={change} />
        {isError ? (
          <ErrorState title={text.failed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={8} />
        ) : data.results.length === 0 ? (
          <EmptyState
            title={isFiltered ? text.emptySearch : text.empty}
            {...(isFiltered ? {} : { hint: text.emptyHint })}
            icon={isFiltered ? <SearchX /> : <ReceiptText />}
          >
            {isFiltered ? (
              <Button look="quiet" onClick={() => change({ search: '', status: '', day: '' })}>
                {common.clearSearch}
              </Button>
            ) : mayMove ? (
              <Button onClick={() => setAdding(true)}>{text.add}</Button>
            ) : null}
          </EmptyState>
        ) : (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
            <RechargeTable rows={data.results} />
            <RechargeCards rows={data.results} />
            <Pagination
              page={page}
              pageSize={pageSize}
              count={data.count}
              onPage={(next) => change({ page: next })}
            />
          </div>
        )}
      </Card>
      {adding ? <StaffMoneyDialog kind="recharge" onClose={() => setAdding(false)} /> : null}
    </>
  );
}

interface Filter {
  search: string;
  status: string;
  /** `YYYY-MM-DD`, or nothing. */
  day: string;
}

function Filters({
  search,
  status,
  day,
  onChange,
}: Filter & { onChange: (change: Partial<Filter>) => void }) {
  const { recharges: text } = useMoneyText();
  const { recharge } = usePortalText();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) onChange({ search: debounced });
  }, [debounced]);
  useEffect(() => setTyped(search), [search]);
  return (
    <div className="mb-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_12rem]">
      <SearchInput
        label={text.search}
        value={typed}
        onChange={setTyped}
        className="sm:col-span-2 lg:col-span-1"
      />
      <Select
        aria-label={text.status}
        value={status}
        onChange={(event) => onChange({ status: event.target.value })}
      >
        <option value="">{text.allStatuses}</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {recharge.statuses[one]}
          </option>
        ))}
      </Select>
      <Input
        aria-label={text.day}
        type="date"
        max={dhakaDay(new Date())}
        value={day}
        onChange={(event) => onChange({ day: event.target.value })}
      />
    </div>
  );
}

/** Specification 3: the value Admin is shown as admin, anything else as self. */
function Method({ row }: { row: Transaction }) {
  const { recharges: text } = useMoneyText();
  const providerName = useProviderName();
  return row.payment_method === 'Admin' ? (
    text.byAdmin
  ) : (
    <>
      {text.bySelf} <span className="text-sm text-muted">({providerName(row.payment_method)})</span>
    </>
  );
}

function Status({ row }: { row: Transaction }) {
  const { recharge } = usePortalText();
  return <Badge tone={tones[row.status]}>{recharge.statuses[row.status]}</Badge>;
}

function RechargeTable({ rows }: { rows: readonly Transaction[] }) {
  const { recharges: text } = useMoneyText();
  const { papers } = usePortalText();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.user}</Th>
          <Th end>{text.columns.amount}</Th>
          <Th end>{text.columns.bonus}</Th>
          <Th className="pl-4">{text.columns.number}</Th>
          <Th>{text.columns.method}</Th>
          <Th>{text.columns.status}</Th>
          <Th>{text.columns.date}</Th>
          <Th>
            <span className="sr-only">{papers.receipt}</span>
          </Th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <Td className="max-w-56 min-w-44 break-words">
            <PersonCell id={row.user.id} name={nameOf(row)} email={row.user.username} />
            {row.note === '' ? null : <span className="block text-sm">{text.note(row.note)}</span>}
          </Td>
          <Td end>{format.taka(row.amount)}</Td>
          <Td end>{row.bonus === '0.00' ? '—' : format.taka(row.bonus)}</Td>
          <Td className="pl-4 tabular-nums">{row.number === '' ? '—' : format.digits(row.number)}</Td>
          <Td>
            <Method row={row} />
          </Td>
          <Td>
            <Status row={row} />
          </Td>
          <Td>
            <When at={row.created_at} />
          </Td>
          <Td>
            <ReceiptButton transaction={row} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function RechargeCards({ rows }: { rows: readonly Transaction[] }) {
  const { recharges: text } = useMoneyText();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {rows.map((row) => (
        <li key={row.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-x-3">
            <div className="min-w-0 grow">
              <PersonLink id={row.user.id} name={nameOf(row)} />
              <p className="text-sm break-all text-muted">{row.user.username}</p>
            </div>
            <Status row={row} />
          </div>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="money text-lg font-semibold">{format.taka(row.amount)}</span>
            {row.bonus === '0.00' ? null : (
              <span className="text-sm text-good">
                {text.columns.bonus} <span className="money">{format.taka(row.bonus)}</span>
              </span>
            )}
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
            <span>
              <Method row={row} />
              {row.number === '' ? '' : ` · ${format.digits(row.number)}`}
              <span className="block">{format.dateTime(row.created_at)}</span>
            </span>
            <ReceiptButton transaction={row} />
          </div>
          {row.note === '' ? null : <p className="mt-1 text-sm break-words">{text.note(row.note)}</p>}
        </li>
      ))}
    </ul>
  );
}
