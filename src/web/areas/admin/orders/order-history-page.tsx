// Every completed order: searchable by text and by customer, exportable as a table.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { UserFilter } from '../../../features/accounts/staff/user-filter.tsx';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { completedOrdersQuery } from '../../../features/orders/queries.ts';
import { useCompletedRows } from '../../../features/orders/staff/completed-rows.tsx';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { useTitle } from '../../../ui/frame/title.ts';
import { List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 50;
const defaults = { search: '', user: undefined as number | undefined };

export function OrderHistoryPage() {
  const { history: text } = useOrdersStaffText();
  const address = useListAddress(defaults, useSearch({ from: '/admin/order-history' }));
  const rows = useCompletedRows();
  useTitle(text.title);
  const query = useQuery(completedOrdersQuery({ page: address.page, ...address.filters }, pageSize));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton
          path="/account/orders/completed/export/"
          name="completed-orders.csv"
          filter={address.filters}
        />
      </PageHeading>
      <Card>
        <ListFilters address={address} searchLabel={text.search} layout="lg:grid-cols-[1fr_20rem]">
          <UserFilter value={address.filters.user} onChange={(user) => address.change({ user })} />
        </ListFilters>
        <List
          isLive
          query={query}
          address={address}
          pageSize={pageSize}
          pagesShown={3}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <History /> }}
          notFound={{ title: text.emptySearch }}
          rows={rows}
        />
      </Card>
    </>
  );
}
