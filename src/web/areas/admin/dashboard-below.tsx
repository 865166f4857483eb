// The part below the figures of the back office’s dashboard: trends, the books, the backups and the latest customers.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { useAccountsStaffText } from '../../features/accounts/staff/text.ts';
import { recentCustomersQuery } from '../../features/reports/queries.ts';
import { Trends } from '../../features/reports/trends.tsx';
import { BackupCard } from '../../features/settings/backup-card.tsx';
import { BooksCard } from '../../features/wallet/books-card.tsx';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card } from '../../ui/surface.tsx';
import { useAdminText } from './text.ts';

export default function DashboardBelow() {
  const { roles } = useUser();
  return (
    <>
      <Trends />
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <BooksCard />
        {hasRight(roles, 'settings.read') ? <BackupCard /> : null}
      </div>
      <RecentCustomers />
    </>
  );
}

function RecentCustomers() {
  const { dashboard: text } = useAdminText();
  const { users: usersText } = useAccountsStaffText();
  const format = useFormat();
  const { data, isPending, isError, refetch } = useQuery(recentCustomersQuery());
  return (
    <Card
      title={text.recent}
      aside={
        <Link to="/admin/users" className={button({ variant: 'quiet', size: 'small' })}>
          {text.allUsers}
        </Link>
      }
    >
      {isError ? (
        <ErrorState title={text.recentFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={5} />
      ) : data.length === 0 ? (
        <EmptyState title={text.recentEmpty} icon={<Users />} />
      ) : (
        <ul className="divide-y divide-line">
          {data.map((customer) => {
            const name = shownNameOf(customer);
            return (
              <li key={customer.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <Avatar name={name} seed={customer.username} image={customer.profile.profile_image} />
                <div className="min-w-0 grow basis-40">
                  <Link
                    to="/admin/user/details/$id"
                    params={{ id: String(customer.id) }}
                    className="block truncate py-2.5 font-medium underline-offset-4 hover:underline lg:py-1"
                  >
                    {name}
                  </Link>
                  <p className="truncate text-sm text-muted">{customer.email}</p>
                </div>
                <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:gap-x-4">
                  <span className="text-sm text-muted">{format.date(customer.date_joined)}</span>
                  <span className="money text-right sm:min-w-28">{format.taka(customer.balance)}</span>
                  <Badge tone={customer.is_active ? 'good' : 'neutral'}>
                    {customer.is_active ? usersText.active : usersText.inactive}
                  </Badge>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
