// Every staff action and security event, for users who may read the audit log.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { reasonInWords } from '#contract/audit-log/detail-words.ts';
import { type EventGroup, EventKindSelect, EventList } from '../../../features/audit-log/event-list.tsx';
import { activityQuery } from '../../../features/audit-log/queries.ts';
import { useAuditLogStaffText } from '../../../features/audit-log/staff-text.ts';
import { useAuditLogText } from '../../../features/audit-log/text.ts';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { useLanguage } from '../../../lib/language.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { DayFilters } from '../../../ui/list/day-filters.tsx';
import { List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';
import { ActivityMore } from './activity-more.tsx';

const pageSize = 20;
const defaults = { search: '', kind: '', from: '', to: '', id: undefined as number | undefined };

export function ActivityPage() {
  const { activity: text } = useAuditLogStaffText();
  const trail = useAuditLogText();
  const language = useLanguage();
  const list = useListAddress(defaults, useSearch({ from: '/admin/users/activity' }), ['id']);
  /** Changing a filter leaves the single-entry view. */
  const address = {
    ...list,
    change: (next: Partial<typeof defaults>) => list.change({ id: undefined, ...next }),
  };
  const { id, ...filters } = list.filters;
  /** Entries revealed with a reason; they are masked again on the next visit. */
  const [opened, setOpened] = useState<ReadonlyMap<number, AuditEntry>>(new Map());
  useTitle(text.title);
  const query = useQuery(
    activityQuery(
      id === undefined ? { page: list.page, page_size: pageSize, ...filters } : { page: 1, page_size: 1, id },
    ),
  );
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton path="/account/activity/export/" name="activity.csv" filter={filters} />
      </PageHeading>
      <Card>
        <ListFilters
          address={address}
          searchLabel={text.search}
          layout="grid-cols-2 lg:grid-cols-[1fr_14rem_11rem_11rem]"
        >
          <div className="col-span-2 lg:col-span-1">
            <EventKindSelect
              value={filters.kind}
              groups={Object.keys(trail.groups) as EventGroup[]}
              onChange={(kind) => address.change({ kind })}
            />
          </div>
          <DayFilters days={filters} onChange={address.change} />
        </ListFilters>
        {id === undefined ? null : (
          <p className="mb-2 flex flex-wrap items-center gap-x-3">
            {text.one}
            <Button variant="quiet" onClick={() => address.change({})}>
              {text.all}
            </Button>
          </p>
        )}
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={trail.failed}
          empty={{ title: trail.empty, icon: <SearchX /> }}
          notFound={{ title: trail.emptySearch }}
          wide
          rows={(entries) => (
            <EventList
              entries={entries
                .map((entry) => opened.get(entry.id) ?? entry)
                .map((entry) => ({ ...entry, reason: reasonInWords(entry.kind, entry.reason, language) }))}
              showSubject
              more={(entry, name) => (
                <ActivityMore
                  entry={entry}
                  name={name}
                  isOpened={opened.has(entry.id)}
                  onOpened={(whole) => setOpened(new Map([...opened, [whole.id, whole]]))}
                />
              )}
            />
          )}
        />
      </Card>
    </>
  );
}
