// Who looked at the user's records, and what happened to their account.
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { List } from '../../ui/list/list.tsx';
import { Card } from '../../ui/surface.tsx';
import { type EventGroup, EventKindSelect, EventList } from './event-list.tsx';
import { ownEventsQuery } from './queries.ts';
import { useAuditLogText } from './text.ts';

const pageSize = 20;
const groups: readonly EventGroup[] = [
  'view',
  'document',
  'share',
  'record',
  'attachment',
  'registry',
  'number',
  'view',
  'order',
  'wallet',
  'session',
  'password',
  'second_factor',
  'profile',
];

export function OwnEvents() {
  const text = useAuditLogText();
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState('');
  const query = useQuery(ownEventsQuery({ page, page_size: pageSize, ...(kind === '' ? {} : { kind }) }));
  return (
    <Card title={text.title} description={text.hint} className="max-w-3xl">
      <div className="mb-2 max-w-60">
        <EventKindSelect
          value={kind}
          groups={groups}
          onChange={(next) => {
            setKind(next);
            setPage(1);
          }}
        />
      </div>
      <List
        query={query}
        address={{ page, toPage: setPage }}
        pageSize={pageSize}
        failed={text.failed}
        empty={{ title: kind === '' ? text.empty : text.emptySearch, icon: <Eye /> }}
        skeletonRows={6}
        rows={(entries) => <EventList entries={entries} showSubject={false} />}
      />
    </Card>
  );
}
