// For the owner: how much should be in each drawer now, and every count with its difference.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { parseDate } from '#contract/dates/typed-dates.ts';
import type { Drawer } from '#contract/wallet/drawer-calls.ts';
import { ExportButton } from '../../../../features/exports/export-button.tsx';
import { useCountRows } from '../../../../features/wallet/drawer/count-rows.tsx';
import { cashCountsQuery, drawersQuery } from '../../../../features/wallet/drawer/queries.ts';
import { useDrawerText } from '../../../../features/wallet/drawer/text.ts';
import { paisaOf, useFormat } from '../../../../lib/format.ts';
import { useListAddress } from '../../../../lib/list-address.ts';
import { useUser } from '../../../../lib/session.ts';
import { button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/form/checkbox.tsx';
import { useTitle } from '../../../../ui/frame/title.ts';
import { DayFilters } from '../../../../ui/list/day-filters.tsx';
import { FilterSelect, List, type RowsProps } from '../../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../../ui/surface.tsx';

const pageSize = 10;
const defaults = { user: 0, from: '', to: '', status: '' as '' | 'different' };

function useCountsAddress() {
  const inAddress = useSearch({ from: '/admin/cash-counts' });
  return useListAddress(defaults, {
    page: inAddress.page,
    user: inAddress.user,
    from: parseDate(inAddress.from ?? ''),
    to: parseDate(inAddress.to ?? ''),
    status: inAddress.status === 'different' ? 'different' : undefined,
  });
}

export function CashCountsPage() {
  const { counts: text, now } = useDrawerText();
  const format = useFormat();
  const address = useCountsAddress();
  const { user, from, to, status } = address.filters;
  const { roles } = useUser();
  const readsAll = hasRight(roles, 'reports.read');
  const drawers = useQuery({ ...drawersQuery(), enabled: readsAll });
  const rows = useCountRows();
  useTitle(text.title);
  const chosen = {
    ...(user === 0 ? {} : { user }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(status === '' ? {} : { different: '1' as const }),
  };
  const query = useQuery(cashCountsQuery({ ...chosen, page: address.page, page_size: pageSize }));
  const drawerRows = useDrawerRows();
  const { data } = query;
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {hasRight(roles, 'cash.take') ? (
          <Link to="/admin/cash-drawer" className={button({ variant: 'quiet' })}>
            <Coins className="size-5" aria-hidden="true" />
            {text.mine}
          </Link>
        ) : null}
        <ExportButton path="/account/drawer/counts/export/" name="cash-counts.csv" filter={chosen} />
      </PageHeading>
      <div className="grid gap-4">
        {readsAll ? (
          <Card title={now.title}>
            <List
              query={drawers}
              failed={now.failed}
              empty={{ title: now.empty, icon: <Coins /> }}
              skeletonRows={3}
              rows={drawerRows}
            />
          </Card>
        ) : null}
        <Card title={text.all}>
          <div className="no-print mb-4 grid grid-cols-2 items-end gap-2 lg:grid-cols-4">
            <div className="col-span-2 lg:col-span-1">
              <FilterSelect
                label={text.staff}
                value={String(user)}
                options={[
                  ['0', text.everybody],
                  ...(drawers.data?.results ?? []).map(
                    ({ staff }) => [String(staff.id), staff.name] as const,
                  ),
                ]}
                onChange={(next) => address.change({ user: Number(next) })}
              />
            </div>
            <DayFilters days={address.filters} onChange={address.change} />
            <Checkbox
              checked={status === 'different'}
              onChange={(event) => address.change({ status: event.target.checked ? 'different' : '' })}
            >
              {text.different}
            </Checkbox>
          </div>
          {data && data.count > 0 ? (
            <p className="mb-3 font-medium">
              {text.together(format.taka(-paisaOf(data.short)), format.taka(data.over))}
            </p>
          ) : null}
          <List
            query={query}
            address={address}
            pageSize={pageSize}
            failed={text.failed}
            empty={{ title: text.empty, hint: text.emptyHint, icon: <Coins /> }}
            notFound={{ title: text.emptySearch, clear: text.clear }}
            rows={rows}
          />
        </Card>
      </div>
    </>
  );
}

function useDrawerRows(): RowsProps<Drawer> {
  const { now: text, sums, counts } = useDrawerText();
  const format = useFormat();
  const toDrawer = ({ staff }: Drawer) => (
    <Link
      to="/admin/cash-drawer"
      search={{ user: staff.id }}
      title={text.open(staff.name)}
      className="inline-flex min-h-11 items-center font-medium underline decoration-line-strong decoration-1 underline-offset-4 wrap-anywhere hover:decoration-current lg:min-h-0"
    >
      {staff.name}
    </Link>
  );
  const last = ({ last: count }: Drawer) => (count ? format.dateTime(count.counted_at) : sums.never);
  return {
    label: text.title,
    fits: true,
    cards: 'lines',
    keyOf: ({ staff }) => staff.id,
    columns: [
      { head: counts.columns.staff, className: 'min-w-28', cell: toDrawer },
      { head: text.last, cell: last },
      { head: sums.taken, wideOnly: true, end: true, cell: (row) => format.taka(row.taken) },
      { head: sums.paid, wideOnly: true, end: true, cell: (row) => format.taka(row.paid) },
      {
        head: sums.expected,
        end: true,
        cell: (row) => <strong className="font-semibold">{format.taka(row.expected)}</strong>,
      },
    ],
    card: (row) => (
      <>
        <div className="flex items-center justify-between gap-x-3">
          {toDrawer(row)}
          <span className="money font-semibold">{format.taka(row.expected)}</span>
        </div>
        <p className="text-sm text-muted">
          {text.last}: {last(row)}
        </p>
      </>
    ),
  };
}
