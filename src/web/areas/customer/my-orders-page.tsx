// A customer's own orders.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { FilePlus2, ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { CancelDialog } from '../../features/orders/cancel-dialog.tsx';
import { useMyOrderRows } from '../../features/orders/my-order-rows.tsx';
import { OrderFilters, readStatus, type StatusChoice } from '../../features/orders/order-filters.tsx';
import { ordersQuery } from '../../features/orders/queries.ts';
import { useOrdersText } from '../../features/orders/text.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { List } from '../../ui/list/list.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';

const pageSize = 10;
const defaults = { search: '', status: 'all' as StatusChoice, service: '' };

export function MyOrdersPage() {
  const text = useOrdersText();
  const inAddress = useSearch({ from: '/app/my-orders' });
  const address = useListAddress(defaults, { ...inAddress, status: readStatus(inAddress.status) });
  const [cancelling, setCancelling] = useState<Order>();
  const rows = useMyOrderRows(setCancelling);
  useTitle(text.mine.title);
  const query = useQuery(ordersQuery({ page: address.page, ...address.filters }, pageSize));
  return (
    <>
      <PageHeading title={text.mine.title} hint={text.mine.hint}>
        <Link to="/app/my-orders/new" className={button()}>
          <FilePlus2 className="size-5" aria-hidden="true" />
          {text.mine.create}
        </Link>
      </PageHeading>
      <Card>
        <OrderFilters
          address={address}
          services={(query.data?.results ?? []).map((order) => order.service)}
          searchLabel={text.mine.search}
        />
        <List
          isLive
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          empty={{
            title: text.mine.empty,
            hint: text.mine.emptyHint,
            icon: <ListChecks />,
            children: (
              <Link to="/app/my-orders/new" className={button()}>
                {text.mine.create}
              </Link>
            ),
          }}
          notFound={{ title: text.mine.emptySearch, hint: text.mine.emptySearchHint }}
          skeletonRows={6}
          rows={rows}
        />
      </Card>
      <CancelDialog order={cancelling} onClose={() => setCancelling(undefined)} />
    </>
  );
}
