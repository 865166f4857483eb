// Every copy made by the automatic services: searchable by text and by customer, exportable as a table.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { UserFilter } from '../../../features/accounts/staff/user-filter.tsx';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { useCopyRows } from '../../../features/files/copy-rows.tsx';
import { filesQuery } from '../../../features/files/queries.ts';
import { useFilesStaffText } from '../../../features/files/staff-text.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { useUser } from '../../../lib/session.ts';
import { useTitle } from '../../../ui/frame/title.ts';
import { List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 50;
const defaults = { search: '', user: undefined as number | undefined };

export function AutoServicesHistoryPage() {
  const text = useFilesStaffText();
  const { roles } = useUser();
  const address = useListAddress(defaults, useSearch({ from: '/admin/auto-services-history' }));
  const rows = useCopyRows();
  useTitle(text.title);
  const query = useQuery(filesQuery({ page: address.page, ...address.filters, page_size: pageSize }));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {hasRight(roles, 'files.read') ? (
          <ExportButton path="/account/myfile/export/" name="auto-services.csv" filter={address.filters} />
        ) : null}
      </PageHeading>
      <Card>
        <ListFilters address={address} searchLabel={text.search} layout="lg:grid-cols-[1fr_20rem]">
          <UserFilter value={address.filters.user} onChange={(user) => address.change({ user })} />
        </ListFilters>
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          pagesShown={3}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <FileClock /> }}
          notFound={{ title: text.emptySearch }}
          rows={rows}
        />
      </Card>
    </>
  );
}
