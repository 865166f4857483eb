// A user as staff see them: state at a glance, data, wallet and completed orders.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CalendarDays, Mail, Pencil, Phone, UserX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { hasRight, isStaffRole } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { genders } from '#contract/accounts/rules.ts';
import { userQuery } from '../../../features/accounts/queries.ts';
import { CustomerNotes } from '../../../features/accounts/staff/customer-notes.tsx';
import { EditUserSheet } from '../../../features/accounts/staff/edit-user-sheet.tsx';
import { OpenOrdersOf } from '../../../features/accounts/staff/open-orders-of.tsx';
import { PhoneLinks } from '../../../features/accounts/staff/phone-links.tsx';
import { useAccountsStaffText } from '../../../features/accounts/staff/text.ts';
import { UserActions } from '../../../features/accounts/staff/user-actions.tsx';
import { CompletedOrdersOf } from '../../../features/orders/staff/completed-orders-of.tsx';
import { useReportsText } from '../../../features/reports/text.ts';
import { heldOfQuery } from '../../../features/wallet/queries.ts';
import { StatementButton } from '../../../features/wallet/statement-button.tsx';
import { TransactionsOf } from '../../../features/wallet/transaction-list.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Crumbs } from '../../../ui/frame/crumbs.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Badge, Callout, Card, Fact, Facts } from '../../../ui/surface.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

export function UserDetailsPage() {
  const { details: text } = useAccountsStaffText();
  const { id } = useParams({ from: '/admin/user/details/$id' });
  const numeric = /^\d{1,9}$/.test(id) && Number(id) > 0;
  const { data, isPending, isError, error, refetch } = useQuery({
    ...userQuery(Number(id)),
    enabled: numeric,
  });
  useTitle(data ? shownNameOf(data) : text.users);
  const isMissing = !numeric || (error instanceof ApiError && error.status === 404);
  useEffect(() => {
    if (isError && !isMissing) notify.error(text.failed);
  }, [isError, isMissing, text.failed]);
  if (isMissing) return <NotFound />;
  // Loaded data stays, and with it an open dialog.
  if (isError && !data) {
    return (
      <Card>
        <h1 className="sr-only">{text.failed}</h1>
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (isPending) return <SkeletonRows rows={6} />;
  return <Details user={data} />;
}

function NotFound() {
  const { details: text } = useAccountsStaffText();
  return (
    <Card>
      <h1 className="sr-only">{text.notFound}</h1>
      <EmptyState title={text.notFound} hint={text.notFoundHint} icon={<UserX />}>
        <Link to="/admin/users" className={button()}>
          {text.back}
        </Link>
      </EmptyState>
    </Card>
  );
}

function Details({ user }: { user: UserRecord }) {
  const { details: text } = useAccountsStaffText();
  const navigate = useNavigate();
  const { roles } = useUser();
  const inAddress = useSearch({ from: '/admin/user/details/$id' });
  const [editing, setEditing] = useState(false);
  // Staff have no wallet.
  const shown = (['overview', 'details', 'history', 'money'] as const).filter(
    (value) => value !== 'money' || (!user.is_admin && hasRight(roles, 'wallets.read')),
  );
  const tab = shown.find((one) => one === inAddress.tab) ?? 'overview';
  const contents = {
    overview: <Overview user={user} />,
    details: <AccountDetails user={user} />,
    history: <CompletedOrdersOf user={user} />,
    money: <Money user={user} />,
  };
  return (
    <>
      <Crumbs
        label={text.crumbs}
        above={[
          { to: '/admin', label: text.home },
          { to: '/admin/users', label: text.users },
        ]}
        current={shownNameOf(user)}
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="min-w-0 grow basis-full text-2xl break-words lg:basis-0">{shownNameOf(user)}</h1>
        {hasRight(roles, 'users.manage') ? (
          <Button onClick={() => setEditing(true)}>
            <Pencil className="size-4" aria-hidden="true" />
            {text.edit}
          </Button>
        ) : null}
        <UserActions user={user} hideImpersonation onRemoved={() => void navigate({ to: '/admin/users' })} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_1fr]">
        <SideCard user={user} />
        <div className="min-w-0">
          <Tabs
            label={shownNameOf(user)}
            value={tab}
            onChange={(next) =>
              void navigate({
                to: '/admin/user/details/$id',
                params: { id: String(user.id) },
                replace: true,
                search: next === 'overview' ? {} : { tab: next },
              })
            }
            tabs={shown.map((value) => ({
              value,
              label: text.tabs[value],
              content: contents[value],
            }))}
          />
        </div>
      </div>
      {editing ? <EditUserSheet user={user} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function Money({ user }: { user: UserRecord }) {
  const { page = 1 } = useSearch({ from: '/admin/user/details/$id' });
  const navigate = useNavigate();
  return (
    <TransactionsOf
      user={user.id}
      page={page}
      onPage={(next) =>
        void navigate({
          to: '/admin/user/details/$id',
          params: { id: String(user.id) },
          replace: true,
          search: { tab: 'money', ...(next > 1 ? { page: next } : {}) },
        })
      }
    />
  );
}

const rowsLink = 'inline-flex min-h-11 items-center text-accent-text underline underline-offset-4';

function SideCard({ user }: { user: UserRecord }) {
  const { details: text } = useAccountsStaffText();
  const { roles } = useUser();
  const format = useFormat();
  const { profile } = user;
  const line = (icon: ReactNode, words: string) => (
    <li className="flex items-start gap-3">
      <span className="mt-1 text-muted">{icon}</span>
      <span className="min-w-0 break-words">{words}</span>
    </li>
  );
  return (
    <div className="grid min-w-0 gap-4">
      <Card>
        <div className="flex flex-col items-center text-center">
          <Avatar
            name={shownNameOf(user)}
            seed={user.username}
            image={profile.profile_image}
            className="size-24 text-4xl"
          />
          <p className="mt-3 max-w-full font-medium break-words">{shownNameOf(user)}</p>
          <div className="mt-2 flex flex-wrap justify-center gap-2">
            <Badge tone={user.is_active ? 'good' : 'bad'}>
              {user.is_active ? text.active : text.inactive}
            </Badge>
            <Badge tone={profile.wallet_status ? 'good' : 'warn'}>
              {profile.wallet_status ? text.walletOn : text.walletOff}
            </Badge>
          </div>
        </div>
        <ul className="mt-4 space-y-2 text-sm">
          {line(<Mail className="size-4" aria-hidden="true" />, user.email)}
          {line(
            <Phone className="size-4" aria-hidden="true" />,
            profile.phone === '' ? text.none : format.digits(profile.phone),
          )}
          {line(<CalendarDays className="size-4" aria-hidden="true" />, format.date(user.date_joined))}
        </ul>
        {user.is_admin ? null : (
          <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
            <Link to="/admin/order-history" search={{ user: user.id }} className={rowsLink}>
              {text.orders}
            </Link>
            {hasRight(roles, 'files.read') ? (
              <Link to="/admin/auto-services-history" search={{ user: user.id }} className={rowsLink}>
                {text.papers}
              </Link>
            ) : null}
          </p>
        )}
      </Card>
      <Card title={text.summary}>
        <dl className="divide-y divide-line">
          {(
            [
              [text.account, user.is_active ? text.active : text.inactive],
              [text.email, profile.is_email_active ? text.verified : text.unverified],
              [text.wallet, profile.wallet_status ? text.on : text.off],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className="flex items-baseline justify-between gap-4 py-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
          {user.is_admin ? null : <Held userId={user.id} />}
        </dl>
      </Card>
      {user.is_admin ? null : (
        <Card title={text.openOrders}>
          <div className="divide-y divide-line">
            <OpenOrdersOf user={user.id} status="pending" />
            <OpenOrdersOf user={user.id} status="processing" />
          </div>
        </Card>
      )}
    </div>
  );
}

function Held({ userId }: { userId: number }) {
  const { details: text } = useAccountsStaffText();
  const format = useFormat();
  const { data } = useQuery(heldOfQuery(userId));
  return data ? (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-sm text-muted">{text.held}</dt>
      <dd className="money text-right">{format.taka(data.held)}</dd>
    </div>
  ) : null;
}

function Overview({ user }: { user: UserRecord }) {
  const { details: text, edit } = useAccountsStaffText();
  const format = useFormat();
  const { profile } = user;
  const gender = genders.find((known) => known === profile.gender);
  return (
    <div className="grid gap-4">
      <Card title={text.person}>
        <Facts>
          <Fact label={text.fullName}>{shownNameOf(user)}</Fact>
          <Fact label={text.email}>
            <span className="flex items-center gap-1">
              <EmailText email={user.email} className="min-w-0" />
              <CopyButton text={user.email} label={text.copyEmail} />
            </span>
          </Fact>
          <Fact label={text.phone}>
            <PhoneLinks phone={profile.phone} />
          </Fact>
          <Fact label={text.gender}>{gender ? edit.genders[gender] : text.none}</Fact>
          <Fact label={text.birthDate}>
            {profile.birth_date ? format.day(profile.birth_date) : text.none}
          </Fact>
          <Fact label={text.address}>
            <span className="whitespace-pre-wrap">{profile.address || text.none}</span>
          </Fact>
        </Facts>
      </Card>
      <Card title={text.bio}>
        <p className={profile.bio === '' ? 'text-muted' : 'whitespace-pre-wrap'}>
          {profile.bio || text.noBio}
        </p>
      </Card>
      {user.is_admin ? null : <CustomerNotes userId={user.id} />}
    </div>
  );
}

function AccountDetails({ user }: { user: UserRecord }) {
  const { details: text, roles } = useAccountsStaffText();
  const { accounts } = useReportsText();
  const me = useUser();
  const format = useFormat();
  const { profile } = user;
  return (
    <div className="grid gap-4">
      <Card title={text.accountInfo}>
        <Facts>
          <Fact label={text.id}>
            <span className="flex items-center gap-1">
              {format.digits(user.id)}
              <CopyButton text={String(user.id)} label={text.copyId} />
            </span>
          </Fact>
          <Fact label={text.username}>
            <EmailText email={user.username} />
          </Fact>
          <Fact label={text.code}>{profile.p_code}</Fact>
          <Fact label={text.roles}>
            {user.roles.map((role) => (isStaffRole(role) ? roles.names[role] : roles.customer)).join(', ')}
          </Fact>
          <Fact label={text.joined}>{format.dateTime(user.date_joined)}</Fact>
          <Fact label={text.lastSeen}>
            {profile.last_seen === null ? text.unknown : format.dateTime(profile.last_seen)}
          </Fact>
        </Facts>
      </Card>
      <Card
        title={text.walletInfo}
        aside={
          hasRight(me.roles, 'wallets.read') && !user.is_admin ? (
            <span className="flex flex-wrap items-center justify-end gap-x-4">
              {hasRight(me.roles, 'reports.read') ? (
                <Link
                  to="/admin/accounts"
                  search={{ account: `wallet:${user.id}` }}
                  className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 lg:min-h-9"
                >
                  {accounts.sheetOf}
                </Link>
              ) : null}
              <StatementButton user={user.id} />
            </span>
          ) : undefined
        }
      >
        {profile.wallet_status ? null : (
          <Callout tone="warn" className="mb-3">
            {text.walletWarning}
          </Callout>
        )}
        <Facts>
          <Fact label={text.wallet}>{profile.wallet_status ? text.on : text.off}</Fact>
          <Fact label={text.balance}>
            <span className="money font-semibold">{format.taka(user.balance)}</span>
          </Fact>
        </Facts>
      </Card>
    </div>
  );
}
