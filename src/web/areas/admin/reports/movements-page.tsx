// The movements of money behind a figure: sales, refunds, deposits and withdrawals of a period, with their sum.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { parseDate } from '#contract/dates/typed-dates.ts';
import type { Movement } from '#contract/reports/day-calls.ts';
import { type MovementKind, movementKinds } from '#contract/reports/day-rules.ts';
import { depositWays, wayNames } from '#contract/wallet/ways.ts';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { movementsQuery } from '../../../features/reports/figures/queries.ts';
import { OrderLink } from '../../../features/reports/order-link.tsx';
import { useReportsText } from '../../../features/reports/text.ts';
import { ReceiptButton } from '../../../features/wallet/receipt-button.tsx';
import { useWalletText } from '../../../features/wallet/text.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { type ListAddress, useListAddress } from '../../../lib/list-address.ts';
import { usualDays } from '../../../lib/time/days.ts';
import { useToday } from '../../../lib/time/use-today.ts';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { DayFilters } from '../../../ui/list/day-filters.tsx';
import { FilterSelect, List, type RowsProps } from '../../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../../ui/list/person-cell.tsx';
import { When } from '../../../ui/list/table.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 20;

/** Filters set by links on the day's page; they can be cleared. */
function useMovementsAddress() {
  const inAddress = useSearch({ from: '/admin/movements' });
  const number = (value: string | undefined) => (/^\d{1,9}$/.test(value ?? '') ? value : undefined);
  const defaults = {
    what: 'withdrawals' as MovementKind,
    ...usualDays(useToday()),
    way: '' as '' | (typeof depositWays)[number],
    service: '',
    operator: '',
  };
  return useListAddress(
    defaults,
    {
      page: inAddress.page,
      what: movementKinds.find((one) => one === inAddress.what),
      from: parseDate(inAddress.from ?? ''),
      to: parseDate(inAddress.to ?? ''),
      way: depositWays.find((one) => one === inAddress.way),
      service: number(inAddress.service),
      operator: number(inAddress.operator),
    },
    ['what', 'from', 'to'],
  );
}

export function MovementsPage() {
  const { movements: text } = useReportsText();
  const format = useFormat();
  const address = useMovementsAddress();
  const { what, from, to, way, service, operator } = address.filters;
  const isSale = what === 'sales' || what === 'refunds';
  useTitle(text.titles[what]);
  const chosen = {
    ...{ what, from, to },
    ...(what === 'deposits' && way !== '' ? { way } : {}),
    ...(isSale && service !== '' ? { service } : {}),
    ...(operator !== '' ? { operator } : {}),
  };
  const query = useQuery(movementsQuery({ ...chosen, page: address.page, page_size: pageSize }));
  const rows = useMovementRows(what, query.data?.results);
  const some = query.data?.results[0];
  const named = [service === '' ? '' : some?.service, operator === '' ? '' : some?.staff].filter(Boolean);
  return (
    <>
      <PageHeading title={text.titles[what]}>
        <ExportButton path="/account/admin/movements/export/" name={`${what}.csv`} filter={chosen} />
      </PageHeading>
      <Card>
        <Filters address={address} />
        {address.isFiltered ? (
          <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-muted">
            {[text.only, ...named].join(' · ')}
            <Button variant="quiet" size="small" className="no-print" onClick={address.clear}>
              {text.clear}
            </Button>
          </p>
        ) : null}
        {query.data ? (
          <p className="mb-3 font-medium" data-sum={query.data.sum}>
            {text.sum(format.taka(query.data.sum), format.count(query.data.count))}
          </p>
        ) : null}
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          toast
          empty={{ title: text.empty, hint: text.emptyHint, icon: <ReceiptText /> }}
          notFound={{ title: text.empty, clear: text.clear }}
          rows={rows}
        />
      </Card>
    </>
  );
}

type Address = ReturnType<typeof useMovementsAddress>;

function Filters({ address }: { address: Pick<ListAddress<Address['filters']>, 'filters' | 'change'> }) {
  const { movements: text } = useReportsText();
  const language = useLanguage();
  const { filters, change } = address;
  return (
    <div className="no-print mb-4 grid grid-cols-2 items-end gap-2 cramped:*:col-span-full lg:grid-cols-4">
      <div className="col-span-2 lg:col-span-1">
        <FilterSelect
          label={text.whatLabel}
          value={filters.what}
          options={movementKinds.map((one) => [one, text.titles[one]] as const)}
          onChange={(what) => change({ what, way: '', service: '', operator: '' })}
        />
      </div>
      <DayFilters days={filters} onChange={change} required />
      {filters.what === 'deposits' ? (
        <FilterSelect
          label={text.allWays}
          value={filters.way}
          options={[['', text.allWays], ...depositWays.map((one) => [one, wayNames[one][language]] as const)]}
          onChange={(way) => change({ way })}
        />
      ) : null}
    </div>
  );
}

/** Whether it is a plain payout, which has no more than who, when and how much. */
const isPlain = (row: Movement) =>
  [row.service, row.way, row.reference, row.note].every((one) => !one) &&
  row.order === null &&
  !row.is_reversal;

function What({ row }: { row: Movement }) {
  const { movements: text } = useReportsText();
  const language = useLanguage();
  const words = [row.service, row.way ? wayNames[row.way][language] : '', row.reference].filter(Boolean);
  return (
    <>
      {words.length === 0 && row.order === null && row.note === '' ? '—' : words.join(' · ')}
      {row.order === null ? null : <OrderLink order={row.order} />}
      {row.is_reversal ? (
        <Badge tone="warn">{row.service === '' && row.order === null ? text.reversed : text.givenBack}</Badge>
      ) : null}
      {row.note === '' ? null : <span className="block text-sm break-words text-muted">{row.note}</span>}
    </>
  );
}

function useMovementRows(what: MovementKind, shown: readonly Movement[] = []): RowsProps<Movement> {
  const { movements: text } = useReportsText();
  const { papers } = useWalletText();
  const receipt = ({ id, amount, created_at, is_reversal: isReversal }: Movement, isNarrow?: 'tablet') =>
    what === 'withdrawals' && !isReversal ? (
      <ReceiptButton
        transaction={{ id, amount, created_at, status: 'accepted', transaction_type: 'paid_out' }}
        isNarrow={isNarrow ?? false}
      />
    ) : null;
  const format = useFormat();
  const nameOf = ({ user }: Movement) => shownNameOf(user);
  return {
    label: text.titles[what],
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      { head: text.columns.time, cell: (row) => <When at={row.created_at} /> },
      {
        head: text.columns.customer,
        className: 'min-w-24 break-words xl:min-w-40',
        cell: (row) => <PersonLink id={row.user.id} name={nameOf(row)} isCell />,
      },
      ...(shown.every(isPlain)
        ? []
        : [
            {
              head: text.columns.what,
              className: 'min-w-28 xl:min-w-40',
              cell: (row: Movement) => <What row={row} />,
            },
          ]),
      { head: text.columns.staff, cell: (row) => (row.staff === '' ? '—' : <PersonCell name={row.staff} />) },
      { head: text.columns.amount, end: true, cell: (row) => format.taka(row.amount) },
      ...(what === 'withdrawals'
        ? [{ head: papers.receipt, unseen: true, cell: (row: Movement) => receipt(row, 'tablet') }]
        : []),
    ],
    card: (row) => (
      <>
        <div className="flex items-baseline justify-between gap-x-3">
          <PersonLink id={row.user.id} name={nameOf(row)} />
          <span className="money font-semibold">{format.taka(row.amount)}</span>
        </div>
        {isPlain(row) ? null : <What row={row} />}
        <p className="text-sm text-muted">
          {format.dateTime(row.created_at)}
          {row.staff === '' ? '' : ` · ${row.staff}`}
        </p>
        {receipt(row)}
      </>
    ),
  };
}
