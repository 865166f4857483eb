// A settlement report, line by line next to our payments.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, FileX, SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatPeriod } from '#contract/dates/periods.ts';
import type { SettlementItem } from '#contract/payments/operation-calls.ts';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { useProviderName } from '../../../features/payments/providers.ts';
import { settlementQuery } from '../../../features/payments/queries.ts';
import { ResolveLineDialog } from '../../../features/payments/resolve-line-dialog.tsx';
import { useSettlementRows } from '../../../features/payments/settlement-rows.tsx';
import { usePaymentsStaffText } from '../../../features/payments/staff-text.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { FilterSelect, List } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 50;
const matches = ['all', 'matched', 'ours_only', 'theirs_only', 'differing'] as const;
const defaults = { match: 'all' as (typeof matches)[number], open: '' };

export function SettlementPage() {
  const { settlements: text } = usePaymentsStaffText();
  const { id } = useParams({ from: '/admin/settlements/$id' });
  const inAddress = useSearch({ from: '/admin/settlements/$id' });
  const address = useListAddress(defaults, {
    ...inAddress,
    match: matches.find((one) => one === inAddress.match),
  });
  const { match } = address.filters;
  const onlyOpen = address.filters.open === 'yes';
  const [resolving, setResolving] = useState<SettlementItem>();
  const rows = useSettlementRows(setResolving);
  useTitle(text.title);
  const query = useQuery(
    settlementQuery(id, { page: address.page, page_size: pageSize, match, open: onlyOpen ? '1' : '0' }),
  );
  const { data, error } = query;
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
      >
        {data ? (
          <ExportButton
            path={`/account/settlements/${id}/export/`}
            name="settlement.csv"
            filter={{ match, open: onlyOpen ? '1' : '0' }}
          />
        ) : null}
      </PageHeading>
      <Card>
        {data ? (
          <div className="no-print mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="w-full sm:w-64">
              <FilterSelect
                label={text.match}
                value={match}
                options={matches.map((one) => [one, text.matches[one]])}
                onChange={(next) => address.change({ match: next })}
              />
            </div>
            <Checkbox
              checked={onlyOpen}
              onChange={(event) => address.change({ open: event.target.checked ? 'yes' : '' })}
            >
              {text.onlyOpen}
            </Checkbox>
          </div>
        ) : null}
        {isMissing ? (
          <EmptyState title={text.notFound} icon={<FileX />}>
            <Link to="/admin/settlements" className={button()}>
              {text.back}
            </Link>
          </EmptyState>
        ) : (
          <List
            query={query}
            address={address}
            pageSize={pageSize}
            failed={text.itemsFailed}
            empty={{ title: text.itemsEmpty, icon: <SearchX /> }}
            notFound={{ title: text.itemsEmpty, clear: text.matches.all }}
            rows={rows}
          />
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
  const { settlements: text } = usePaymentsStaffText();
  const providerName = useProviderName();
  const format = useFormat();
  return (
    <>
      {providerName(file.provider)} · {formatPeriod(format.date(file.first_at), format.date(file.last_at))} ·{' '}
      {text.lines(format.count(file.lines))} · {text.total}{' '}
      <span className="money">{format.taka(file.total)}</span>
    </>
  );
}
