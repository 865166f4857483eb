// The completed orders of one user, on the user's page for staff.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { List } from '../../../ui/list/list.tsx';
import { When } from '../../../ui/list/table.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useAccountsStaffText } from '../../accounts/staff/text.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { completedOrdersQuery } from '../queries.ts';
import { OrderLink } from './completed-rows.tsx';

const pageSize = 50;

export function CompletedOrdersOf({ user }: { user: UserRecord }) {
  const { details: text } = useAccountsStaffText();
  const format = useFormat();
  const address = useListAddress({}, useSearch({ from: '/admin/user/details/$id' }));
  const query = useQuery(completedOrdersQuery({ user: user.id, page: address.page }, pageSize));
  return (
    <Card
      title={text.history}
      aside={
        <ExportButton
          path="/account/orders/completed/export/"
          name="completed-orders.csv"
          filter={{ user: user.id }}
        />
      }
    >
      <List
        isLive
        query={query}
        address={address}
        pageSize={pageSize}
        failed={text.historyFailed}
        toast
        empty={{ title: text.historyEmpty, icon: <ReceiptText /> }}
        skeletonRows={5}
        rows={{
          label: text.history,
          keyOf: ({ id }) => id,
          cards: 'lines',
          columns: [
            {
              head: text.service,
              className: 'min-w-40',
              cell: (order) => (
                <>
                  <OrderLink order={order} />
                  <span className="block text-sm text-muted">
                    <ServiceName service={order.sub_type} />
                  </span>
                </>
              ),
            },
            { head: text.charge, end: true, cell: ({ charge }) => format.taka(charge) },
            { head: text.status, cell: ({ status }) => <OrderStatusBadge status={status} /> },
            { head: text.date, cell: (order) => <When at={order.created_on} /> },
          ],
          card: (order) => (
            <>
              <div className="flex items-start justify-between gap-3">
                <div className="min-w-0">
                  <OrderLink order={order} />
                  <p className="text-sm text-muted">
                    <ServiceName service={order.sub_type} />
                  </p>
                </div>
                <OrderStatusBadge status={order.status} />
              </div>
              <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-sm text-muted">{format.dateTime(order.created_on)}</span>
                <span className="money font-medium">{format.taka(order.charge)}</span>
              </div>
            </>
          ),
        }}
      />
    </Card>
  );
}
