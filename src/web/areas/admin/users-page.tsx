import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { NewUserSheet } from '../../features/accounts/new-user-sheet.tsx';
import { usersQuery } from '../../features/accounts/queries.ts';
import { nameOf, UserActions } from '../../features/accounts/user-actions.tsx';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { useDebounced } from '../../lib/timing.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { SearchInput, Select } from '../../ui/input.tsx';
import { ListBody } from '../../ui/list-body.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 50;

export function UsersPage() {
  const { users: text } = useAdminText();
  const navigate = useNavigate();
  const { page = 1, search = '', active, sort } = useSearch({ from: '/admin/users' });
  const { roles } = useUser();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  const [creating, setCreating] = useState(false);
  useTitle(text.title);

  const go = (next: {
    page?: number;
    search?: string;
    active?: 'yes' | 'no' | undefined;
    sort?: 'balance' | undefined;
  }) => {
    const all = { page: 1, search, active, sort, ...next };
    void navigate({
      to: '/admin/users',
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.active ? { active: all.active } : {}),
        ...(all.sort ? { sort: all.sort } : {}),
      },
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) go({ search: debounced });
  }, [debounced]);

  const list = useQuery(
    usersQuery({
      page,
      page_size: pageSize,
      search,
      sort,
      ...(active ? { is_active: active === 'yes' ? 'true' : 'false' } : {}),
    }),
  );

  return (
    <>
      <PageHeading title={text.title}>
        {hasRight(roles, 'users.manage') ? (
          <Button onClick={() => setCreating(true)}>
            <UserPlus className="size-5" aria-hidden="true" />
            {text.create}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <div className="mb-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-[1fr_10rem_12rem]">
          <div className="sm:col-span-2 lg:col-span-1">
            <SearchInput label={text.search} value={typed} onChange={setTyped} />
          </div>
          <Select
            aria-label={text.status}
            value={active ?? ''}
            onChange={(event) =>
              go({
                active:
                  event.target.value === 'yes' || event.target.value === 'no'
                    ? event.target.value
                    : undefined,
              })
            }
          >
            <option value="">{text.allStatuses}</option>
            <option value="yes">{text.active}</option>
            <option value="no">{text.inactive}</option>
          </Select>
          <Select
            aria-label={text.sort}
            value={sort ?? ''}
            onChange={(event) => go({ sort: event.target.value === 'balance' ? 'balance' : undefined })}
          >
            <option value="">{text.newest}</option>
            <option value="balance">{text.largestBalance}</option>
          </Select>
        </div>
        <ListBody
          list={list}
          pager={{ page, pageSize, onPage: (next) => go({ page: next }) }}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <Users /> }}
          notFound={
            (search !== '' || active !== undefined) && {
              title: text.emptySearch,
              onClear: () => {
                setTyped('');
                go({ search: '', active: undefined });
              },
            }
          }
        >
          {(users) => (
            <>
              <UsersTable users={users} />
              <UserCards users={users} />
            </>
          )}
        </ListBody>
      </Card>
      <NewUserSheet open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

interface ListProps {
  users: readonly UserRecord[];
}

function Badges({ user, show }: { user: UserRecord; show: 'role' | 'status' }) {
  const { users: text } = useAdminText();
  return show === 'role' ? (
    <Badge tone={user.is_admin ? 'accent' : 'neutral'}>{user.is_admin ? text.admin : text.customer}</Badge>
  ) : (
    <Badge tone={user.is_active ? 'good' : 'bad'}>{user.is_active ? text.active : text.inactive}</Badge>
  );
}

function UsersTable({ users }: ListProps) {
  const { users: text } = useAdminText();
  const common = useText().common;
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.user}</Th>
          <Th>{text.columns.email}</Th>
          <Th>{text.columns.code}</Th>
          <Th>{text.columns.role}</Th>
          <Th>{text.columns.status}</Th>
          <Th>{text.columns.joined}</Th>
          <Th end>{text.columns.balance}</Th>
          <Th>
            <span className="sr-only">{common.actions}</span>
          </Th>
        </>
      }
    >
      {users.map((user) => (
        <tr key={user.id}>
          <Td className="max-w-56">
            <span className="flex items-center gap-3">
              <Avatar name={nameOf(user)} seed={user.username} image={user.profile.profile_image} />
              <span className="min-w-0">
                <PersonCell name={nameOf(user)} />
              </span>
            </span>
          </Td>
          <Td className="max-w-56 text-sm">
            <EmailText email={user.email} />
          </Td>
          <Td className="text-sm">{user.profile.p_code}</Td>
          <Td>
            <Badges user={user} show="role" />
          </Td>
          <Td>
            <Badges user={user} show="status" />
          </Td>
          <Td className="text-sm text-muted">{format.date(user.date_joined)}</Td>
          <Td end>{format.taka(user.balance)}</Td>
          <Td>
            <UserActions user={user} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function UserCards({ users }: ListProps) {
  const { users: text } = useAdminText();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {users.map((user) => (
        <li key={user.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start gap-3">
            <Avatar name={nameOf(user)} seed={user.username} image={user.profile.profile_image} />
            <div className="min-w-0 grow">
              <p className="font-medium break-words">{nameOf(user)}</p>
              <p className="text-sm text-muted">
                <EmailText email={user.email} />
              </p>
            </div>
            <UserActions user={user} />
          </div>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Badges user={user} show="role" />
            <Badges user={user} show="status" />
            <span className="money ml-auto font-medium">{format.taka(user.balance)}</span>
          </div>
          <p className="mt-1 text-sm text-muted">
            {text.columns.code}: {user.profile.p_code} · {format.date(user.date_joined)}
          </p>
        </li>
      ))}
    </ul>
  );
}
