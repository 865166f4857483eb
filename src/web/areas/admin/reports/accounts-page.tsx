// The books by account: the balances of all accounts over a period, or one account movement by movement.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { BookOpenText } from 'lucide-react';
import type { ReactNode } from 'react';
import { parseDate } from '#contract/dates/typed-dates.ts';
import type { AccountLine, AccountSheet, SheetLine } from '#contract/reports/account-calls.ts';
import { isAccountName } from '#contract/reports/day-rules.ts';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { accountSheetQuery, accountsQuery } from '../../../features/reports/figures/queries.ts';
import { OrderLink } from '../../../features/reports/order-link.tsx';
import { useReportsText } from '../../../features/reports/text.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { paisaOf, useFormat } from '../../../lib/format.ts';
import { type ListAddress, useListAddress } from '../../../lib/list-address.ts';
import { type Days, usualDays } from '../../../lib/time/days.ts';
import { useToday } from '../../../lib/time/use-today.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { DayFilters } from '../../../ui/list/day-filters.tsx';
import { List, type RowsProps } from '../../../ui/list/list.tsx';
import { When } from '../../../ui/list/table.tsx';
import { Card, Fact, Facts, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 20;
const link =
  'inline-flex min-h-11 items-center wrap-anywhere text-accent-text underline underline-offset-4 lg:min-h-0';

/** Formats a balance without its sign, with the side that it is on. */
function useBalance() {
  const { accounts: text } = useReportsText();
  const format = useFormat();
  return (balance: string) => {
    const paisa = paisaOf(balance);
    if (paisa === 0n) return format.taka(balance);
    return paisa < 0n ? text.debitSide(format.taka(balance.slice(1))) : text.creditSide(format.taka(balance));
  };
}

function ToSheet({ account, days, children }: { account: string; days: Days; children: ReactNode }) {
  return (
    <Link to="/admin/accounts" search={{ account, from: days.from, to: days.to }} className={link}>
      {children}
    </Link>
  );
}

function useAccountsAddress() {
  const inAddress = useSearch({ from: '/admin/accounts' });
  const today = useToday();
  return useListAddress(
    {
      account: '',
      ...usualDays(today),
    },
    {
      page: inAddress.page,
      account: isAccountName(inAddress.account ?? '') ? inAddress.account : undefined,
      from: parseDate(inAddress.from ?? ''),
      to: parseDate(inAddress.to ?? ''),
    },
  );
}

/** The balances of all accounts, or the sheet of the account in the URL. */
export function AccountsPage() {
  const address = useAccountsAddress();
  const { account, ...days } = address.filters;
  const filters = (
    <div className="no-print mb-4 grid grid-cols-2 items-end gap-2 cramped:*:col-span-full lg:grid-cols-4">
      <DayFilters days={days} onChange={address.change} required />
    </div>
  );
  if (account === '') return <AccountList days={days} filters={filters} />;
  return <AccountSheetList chosen={{ account, ...days }} address={address} filters={filters} />;
}

function AccountList({ days, filters }: { days: Days; filters: ReactNode }) {
  const { accounts: text, movements } = useReportsText();
  const format = useFormat();
  const balance = useBalance();
  useTitle(text.title);
  const query = useQuery(accountsQuery(days));
  const closing = (query.data?.results ?? []).map((row) => paisaOf(row.closing));
  const sumOf = (side: bigint) =>
    closing.reduce((sum, paisa) => (paisa * side > 0n ? sum + paisa * side : sum), 0n);
  const columns = [
    ['opening', (row: AccountLine) => balance(row.opening)],
    ['debit', (row: AccountLine) => format.taka(row.debit)],
    ['credit', (row: AccountLine) => format.taka(row.credit)],
    ['closing', (row: AccountLine) => balance(row.closing)],
  ] as const;
  return (
    <>
      <PageHeading title={text.title} />
      <Card>
        {filters}
        {query.data && query.data.results.length > 0 ? (
          <p className="mb-3 font-medium">
            {text.inBalance(format.taka(sumOf(-1n)), format.taka(sumOf(1n)))}
          </p>
        ) : null}
        <List
          query={query}
          failed={text.failed}
          toast
          empty={{ title: text.emptyAll, hint: movements.emptyHint, icon: <BookOpenText /> }}
          rows={{
            label: text.title,
            wide: true,
            fits: true,
            keyOf: ({ account }) => account,
            columns: [
              {
                head: text.account,
                className: 'min-w-36',
                cell: (row) => (
                  <ToSheet account={row.account} days={days}>
                    {row.name}
                  </ToSheet>
                ),
              },
              ...columns.map(([name, cell]) => ({
                head: text[name],
                end: true,
                // A tablet has room for only three amounts in crores; the first follows from them.
                wideOnly: name === 'opening',
                cell,
              })),
            ],
            card: (row) => (
              <>
                <ToSheet account={row.account} days={days}>
                  {row.name}
                </ToSheet>
                <dl>
                  {columns.map(([name, cell]) => (
                    <div key={name} className="flex flex-wrap justify-between gap-x-3">
                      <dt className="text-muted">{text[name]}</dt>
                      <dd className="money">{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </>
            ),
          }}
        />
      </Card>
    </>
  );
}

interface Chosen extends Days {
  account: string;
}

interface AccountSheetListProps {
  chosen: Chosen;
  address: Pick<ListAddress<object>, 'page' | 'toPage'>;
  filters: ReactNode;
}

function AccountSheetList({ chosen, address, filters }: AccountSheetListProps) {
  const { accounts: text, movements } = useReportsText();
  const query = useQuery(accountSheetQuery({ ...chosen, page: address.page, page_size: pageSize }));
  const name = query.data?.name ?? text.sheetOf;
  const title = chosen.account.startsWith('wallet:') && query.data ? text.ofWallet(name) : name;
  useTitle(title);
  const rows = useSheetRows(chosen);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <PageHeading title={title}>
        <ExportButton
          path="/account/admin/movements/account/export/"
          name="account.csv"
          filter={{ ...chosen }}
        />
      </PageHeading>
      <Card>
        {filters}
        <Link
          to="/admin/accounts"
          search={{ from: chosen.from, to: chosen.to }}
          className={`no-print ${link}`}
        >
          {text.all}
        </Link>
        {query.data ? <Summary sheet={query.data} /> : null}
        {isMissing ? (
          <EmptyState title={text.missing} icon={<BookOpenText />} />
        ) : (
          <List
            query={query}
            address={address}
            pageSize={pageSize}
            failed={text.failed}
            toast
            empty={{ title: text.empty, hint: movements.emptyHint, icon: <BookOpenText /> }}
            rows={rows}
          />
        )}
      </Card>
    </>
  );
}

function Summary({ sheet }: { sheet: AccountSheet }) {
  const { accounts: text } = useReportsText();
  const format = useFormat();
  const balance = useBalance();
  const { sides } = text;
  const known = sheet.account.startsWith('wallet') ? 'wallets' : sheet.account;
  return (
    <>
      <Facts className="my-3">
        <Fact label={text.opening}>{balance(sheet.opening)}</Fact>
        <Fact label={text.debit}>{format.taka(sheet.debit)}</Fact>
        <Fact label={text.credit}>{format.taka(sheet.credit)}</Fact>
        <Fact label={text.closing}>{balance(sheet.closing)}</Fact>
        {sheet.held === null ? null : <Fact label={text.held}>{format.taka(sheet.held)}</Fact>}
      </Facts>
      <p className="mb-3 text-sm text-muted">
        {[
          text.count(format.count(sheet.count)),
          known in sides ? sides[known as keyof typeof sides] : sides.money,
        ].join(' · ')}
      </p>
    </>
  );
}

function What({ row }: { row: SheetLine }) {
  const { accounts: text } = useReportsText();
  const more = [
    row.document === '' ? '' : text.copy(row.document),
    row.reference,
    row.staff === '' ? '' : text.by(row.staff),
  ].filter(Boolean);
  return (
    <>
      <span className="wrap-anywhere">{row.what}</span>
      {row.order === null ? null : <OrderLink order={row.order} />}
      {more.length === 0 ? null : (
        <span className="block text-sm wrap-anywhere text-muted">{more.join(' · ')}</span>
      )}
      {row.note === '' ? null : <span className="block text-sm wrap-anywhere text-muted">{row.note}</span>}
    </>
  );
}

function useSheetRows(chosen: Chosen): RowsProps<SheetLine> {
  const { accounts: text } = useReportsText();
  const format = useFormat();
  const balance = useBalance();
  const amount = (taka: string | null) => (taka === null ? '' : format.taka(taka));
  const other = ({ counterpart, customer }: SheetLine) => (
    <>
      <ToSheet account={counterpart.account} days={chosen}>
        {counterpart.name}
      </ToSheet>
      {chosen.account === 'wallets' ? (
        <span className="block">
          <ToSheet account={`wallet:${customer.id}`} days={chosen}>
            {customer.name}
          </ToSheet>
        </span>
      ) : null}
    </>
  );
  return {
    label: text.sheetOf,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      { head: text.time, cell: (row) => <When at={row.created_at} /> },
      { head: text.what, className: 'min-w-24 lg:min-w-32 xl:min-w-48', cell: (row) => <What row={row} /> },
      { head: text.other, className: 'lg:min-w-28', cell: other },
      { head: text.debit, end: true, cell: (row) => amount(row.debit) },
      { head: text.credit, end: true, cell: (row) => amount(row.credit) },
      { head: text.balance, end: true, cell: (row) => balance(row.balance) },
    ],
    card: (row) => (
      <>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-muted">{row.debit === null ? text.credit : text.debit}</span>
          <span className="money font-semibold">{amount(row.debit ?? row.credit)}</span>
        </div>
        <What row={row} />
        <div>{other(row)}</div>
        <div className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span>{format.dateTime(row.created_at)}</span>
          <span className="money">
            {text.balance} {balance(row.balance)}
          </span>
        </div>
      </>
    ),
  };
}
