// Every act of staff and every security event, for those who may read the trail.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { reasonInWords } from '#contract/audit-log/detail-words.ts';
import { useAccountsStaffText } from '../../features/accounts/staff-text.ts';
import { useAccountText } from '../../features/accounts/text.ts';
import { type EventGroup, EventKindSelect, EventList } from '../../features/audit-log/event-list.tsx';
import { activityQuery } from '../../features/audit-log/queries.ts';
import { ExportButton } from '../../features/orders/export-button.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useDebounced } from '../../lib/timing.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, SearchInput } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { useTitle } from '../../ui/title.ts';
import { ActivityMore } from './activity-more.tsx';

const pageSize = 20;
const blank: Record<'search' | 'kind' | 'from' | 'to', string> = { search: '', kind: '', from: '', to: '' };
type Filters = typeof blank;

export function ActivityPage() {
  const { activity: text } = useAccountsStaffText();
  const { trail } = useAccountText();
  const common = useText().common;
  const language = useLanguage();
  const navigate = useNavigate();
  const given = useSearch({ from: '/admin/users/activity' });
  const page = given.page ?? 1;
  const filters: Filters = { ...blank, ...given };
  const { search, kind, from, to } = filters;
  const { id } = given;
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  /** Lines that were opened for a reason; another visit finds them covered again. */
  const [opened, setOpened] = useState<ReadonlyMap<number, AuditEntry>>(new Map());
  const filtered = search !== '' || kind !== '' || from !== '' || to !== '';
  useTitle(text.title);

  const go = (next: Partial<Filters> & { page?: number }) => {
    const all = { search, kind, from, to, page: 1, ...next };
    void navigate({
      to: '/admin/users/activity',
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.kind === '' ? {} : { kind: all.kind }),
        ...(all.from === '' ? {} : { from: all.from }),
        ...(all.to === '' ? {} : { to: all.to }),
      },
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) go({ search: debounced });
  }, [debounced]);

  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    activityQuery(
      id === undefined
        ? { page, page_size: pageSize, search, kind, from, to }
        : { page: 1, page_size: 1, id },
    ),
  );
  const day = (name: 'from' | 'to') => (
    <Field label={text[name]}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="date"
          className="max-sm:px-2"
          value={filters[name]}
          onChange={(event) => go({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton
          path="/account/activity/export/"
          name="activity.csv"
          filter={{ search, kind, from, to }}
        />
      </PageHeading>
      <Card>
        <div className="mb-4 grid grid-cols-2 items-end gap-2 lg:grid-cols-[1fr_12rem_11rem_11rem]">
          <SearchInput
            className="col-span-2 lg:col-span-1"
            label={text.search}
            value={typed}
            onChange={setTyped}
          />
          <div className="col-span-2 lg:col-span-1">
            <EventKindSelect
              value={kind}
              groups={Object.keys(trail.groups) as EventGroup[]}
              onChange={(next) => go({ kind: next })}
            />
          </div>
          {day('from')}
          {day('to')}
        </div>
        {id === undefined ? null : (
          <p className="mb-2 flex flex-wrap items-center gap-x-3">
            {text.one}
            <Button look="quiet" onClick={() => go({})}>
              {text.all}
            </Button>
          </p>
        )}
        {isError ? (
          <ErrorState title={trail.failed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={8} />
        ) : data.results.length === 0 ? (
          <EmptyState title={filtered ? trail.emptySearch : trail.empty} icon={<SearchX />}>
            {filtered ? (
              <Button
                look="quiet"
                onClick={() => {
                  setTyped('');
                  go(blank);
                }}
              >
                {common.clearSearch}
              </Button>
            ) : null}
          </EmptyState>
        ) : (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
            <EventList
              entries={data.results
                .map((entry) => opened.get(entry.id) ?? entry)
                .map((entry) => ({ ...entry, reason: reasonInWords(entry.kind, entry.reason, language) }))}
              showSubject
              more={(entry) => (
                <ActivityMore
                  entry={entry}
                  isOpened={opened.has(entry.id)}
                  onOpened={(whole) => setOpened(new Map([...opened, [whole.id, whole]]))}
                />
              )}
            />
            <Pagination
              page={page}
              pageSize={pageSize}
              count={data.count}
              onPage={(next) => go({ page: next })}
            />
          </div>
        )}
      </Card>
    </>
  );
}
