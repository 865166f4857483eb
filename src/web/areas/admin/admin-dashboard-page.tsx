import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { hasRight } from '#contract/access.ts';
import type { MovementKind } from '#contract/reports/day-rules.ts';
import { FirstStepsCard } from '../../features/checkup/first-steps-card.tsx';
import { formatGrowth } from '../../features/reports/growth.ts';
import { adminOverviewQuery, trendsQuery } from '../../features/reports/queries.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { lazyPart } from '../../lib/loading/code.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useToday } from '../../lib/time/use-today.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { useAdminText } from './text.ts';

/** An amount in lakhs is set smaller, so that it does not wrap with four cards in a row. */
const longFigure = 12;

/** The part below the figures, loaded later because it needs the texts of six other pages. */
const Below = lazyPart(() => import('./dashboard-below.tsx'));

/** Label on one side, amount on the other. */
const balanceLine = 'flex flex-wrap items-center justify-between gap-x-3';
const balanceLink =
  'money inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 lg:min-h-8';

/** Placeholders while the rest is loading. */
const whileWaiting = {
  users: { total: 0, growth_percentage: 0, last_month: 0 },
  orders: { total: 0, growth_percentage: 0, last_month: 0, pending: 0 },
  transactions: { today_deposit: '0.00', total_balance: '0.00', held: '0.00' },
};

export function AdminDashboardPage() {
  const { dashboard: text } = useAdminText();
  const { roles } = useUser();
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} />
      {hasRight(roles, 'settings.manage') ? <FirstStepsCard /> : null}
      <Overview />
      <div className="mt-4 grid gap-4" data-wide="">
        <Suspense>
          <Below />
        </Suspense>
      </div>
    </>
  );
}

function Overview() {
  const { dashboard: text } = useAdminText();
  const format = useFormat();
  const { roles } = useUser();
  const { data, isPending, isError, refetch } = useQuery(adminOverviewQuery());
  const today = useToday();
  useEffect(() => {
    if (isError) notify.error(text.failed);
  }, [isError, text.failed]);
  // After an error no figures are shown, because the zeros below would not be the shop's.
  if (isError && !data) return <ErrorState title={text.failed} onRetry={() => void refetch()} />;
  const { users, orders, transactions } = data ?? whileWaiting;
  const growth = ({
    growth_percentage: value,
    last_month: before,
  }: {
    growth_percentage: number;
    last_month: number;
  }) =>
    // There is no percentage of zero.
    before === 0 ? (
      text.nothingLastMonth
    ) : (
      <>
        <span className={value === 0 ? '' : value < 0 ? 'text-warn' : 'text-good'}>
          {formatGrowth(format, value)}
        </span>{' '}
        {text.versusLastMonth}
      </>
    );
  return (
    <>
      {isError ? (
        <p role="alert" className="mb-2 text-bad">
          {text.failed}
        </p>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_2fr]">
        <Figure
          label={text.users}
          to="/admin/users"
          search={{ who: 'customer' }}
          value={format.count(users.total)}
          below={growth(users)}
          waiting={isPending}
        />
        <Figure
          label={text.orders}
          to="/admin/orders"
          value={format.count(orders.total)}
          below={growth(orders)}
          waiting={isPending}
        />
        <Figure
          label={text.pending}
          to="/admin/orders/pending"
          value={format.count(orders.pending)}
          waiting={isPending}
          below={
            <Link
              to="/admin/orders/pending"
              className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 lg:min-h-9"
            >
              {hasRight(roles, 'orders.work') ? text.goPending : text.seePending}
            </Link>
          }
        />
        <Figure
          label={text.todayDeposit}
          {...(hasRight(roles, 'reports.read')
            ? { to: '/admin/movements' as const, search: { what: 'deposits', from: today, to: today } }
            : {
                to: '/admin/recharge-history' as const,
                search: { status: 'accepted', day: today },
              })}
          value={format.taka(transactions.today_deposit)}
          waiting={isPending}
          below={
            <>
              <span className={balanceLine}>
                {text.totalBalance}:{' '}
                <Link
                  {...(hasRight(roles, 'reports.read')
                    ? { to: '/admin/reports/users' as const }
                    : { to: '/admin/users' as const, search: { sort: 'balance' as const } })}
                  className={balanceLink}
                >
                  {format.taka(transactions.total_balance)}
                </Link>
              </span>
              <BalanceParts {...transactions} />
            </>
          }
        />
      </div>
    </>
  );
}

/** The list of users shows the available balance; the rest of all balances is held for open orders. */
function BalanceParts({ total_balance: total, held }: { total_balance: string; held: string }) {
  const { dashboard: text } = useAdminText();
  const format = useFormat();
  const { data: trends } = useQuery(trendsQuery());
  const growth = trends?.balance_growth_percentage ?? null;
  return (
    <>
      <span className={balanceLine}>
        {text.spendable}:{' '}
        <Link to="/admin/users" search={{ sort: 'balance' }} className={balanceLink}>
          {format.taka(paisaOf(total) - paisaOf(held))}
        </Link>
      </span>
      <span className={balanceLine}>
        {text.held}:{' '}
        <Link to="/admin/orders" search={{ due: 'open' }} className={balanceLink}>
          {format.taka(held)}
        </Link>
      </span>
      {growth === null ? null : (
        <span className="block">{text.balanceGrowth(formatGrowth(format, growth))}</span>
      )}
    </>
  );
}

function Figure({
  label,
  value,
  below,
  waiting,
  to,
  search = {},
}: {
  /** The list of what is counted. */
  to:
    | '/admin/users'
    | '/admin/orders'
    | '/admin/orders/pending'
    | '/admin/recharge-history'
    | '/admin/movements';
  search?: {
    status?: string;
    day?: string;
    who?: 'customer';
    what?: MovementKind;
    from?: string;
    to?: string;
  };
  label: string;
  value: string;
  below: ReactNode;
  waiting: boolean;
}) {
  return (
    <Card>
      <h2 className="text-base font-medium text-muted">{label}</h2>
      {waiting ? (
        <Skeleton className="my-1 h-16" />
      ) : (
        <>
          <p className={`font-semibold ${value.length > longFigure ? 'text-xl' : 'text-2xl'}`}>
            <Link
              to={to}
              search={search}
              aria-label={`${label}: ${value}`}
              className="money inline-flex min-h-11 min-w-11 items-center hover:underline"
            >
              {value}
            </Link>
          </p>
          <p className="text-sm text-muted">{below}</p>
        </>
      )}
    </Card>
  );
}
