// Everyone with an account, customers and staff.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { usersQuery } from '../../../features/accounts/queries.ts';
import { NewUserSheet } from '../../../features/accounts/staff/new-user-sheet.tsx';
import { useAccountsStaffText } from '../../../features/accounts/staff/text.ts';
import { useUserRows } from '../../../features/accounts/staff/user-rows.tsx';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { useListAddress } from '../../../lib/list-address.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { FilterSelect, List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 50;
const defaults = {
  search: '',
  active: '' as '' | 'yes' | 'no',
  who: '' as '' | 'customer',
  sort: '' as '' | 'balance',
};

export function UsersPage() {
  const { users: text } = useAccountsStaffText();
  const { roles } = useUser();
  const [creating, setCreating] = useState(false);
  const rows = useUserRows();
  useTitle(text.title);
  const inAddress = useSearch({ from: '/admin/users' });
  const address = useListAddress(
    defaults,
    {
      ...inAddress,
      active: (['yes', 'no'] as const).find((one) => one === inAddress.active),
      who: inAddress.who === 'customer' ? inAddress.who : undefined,
      sort: inAddress.sort === 'balance' ? inAddress.sort : undefined,
    },
    ['sort'],
  );
  const { search, active, who, sort } = address.filters;
  const chosen = {
    ...(sort === '' ? {} : { sort }),
    ...(who === '' ? {} : { who }),
    ...(active === '' ? {} : { is_active: active === 'yes' ? ('true' as const) : ('false' as const) }),
  };
  const query = useQuery(
    usersQuery({
      page: address.page,
      page_size: pageSize,
      search,
      ...chosen,
    }),
  );
  return (
    <>
      <PageHeading title={text.title}>
        {hasRight(roles, 'reports.read') ? (
          <ExportButton path="/account/users/export/" name="users.csv" filter={{ search, ...chosen }} />
        ) : null}
        {hasRight(roles, 'customers.register') ? (
          <Button onClick={() => setCreating(true)}>
            <UserPlus className="size-5" aria-hidden="true" />
            {hasRight(roles, 'users.manage') ? text.create : text.createCustomer}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <ListFilters
          address={address}
          searchLabel={text.search}
          layout="sm:grid-cols-2 lg:grid-cols-[1fr_9rem_13rem_12rem] 2xl:grid-cols-[1fr_14rem_16rem_14rem]"
        >
          <FilterSelect
            label={text.status}
            value={active}
            options={[
              ['', text.allStatuses],
              ['yes', text.active],
              ['no', text.inactive],
            ]}
            onChange={(next) => address.change({ active: next })}
          />
          <FilterSelect
            label={text.who}
            value={who}
            options={[
              ['', text.everybody],
              ['customer', text.customersOnly],
            ]}
            onChange={(next) => address.change({ who: next })}
          />
          <FilterSelect
            label={text.sort}
            value={sort}
            options={[
              ['', text.newest],
              ['balance', text.largestBalance],
            ]}
            onChange={(next) => address.change({ sort: next })}
          />
        </ListFilters>
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <Users /> }}
          notFound={{ title: text.emptySearch }}
          rows={rows}
        />
      </Card>
      <NewUserSheet open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
