import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Baby,
  FileInput,
  FilePlus2,
  IdCard,
  MoveRight,
  ReceiptText,
  ServerCog,
  TrendingDown,
  TrendingUp,
  Wallet,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { ConfirmEmailNotice } from '../../features/accounts/confirm-email-notice.tsx';
import { clientIpQuery } from '../../features/accounts/queries.ts';
import { serviceStatusQuery } from '../../features/catalogue/queries.ts';
import { useDocumentsText } from '../../features/documents/text.ts';
import { customerOverviewQuery } from '../../features/reports/queries.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { EmptyState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { useCustomerText } from './text.ts';

const placeholderIp = '0.0.0.0';
const zero = {
  orders: { total: 0, growth_percentage: 0, last_order_date: null },
  self_services: { total: 0, growth_percentage: 0, last_self_service_date: null },
};

export function DashboardPage() {
  const { dashboard, shell } = useCustomerText();
  const documents = useDocumentsText();
  const user = useUser();
  useTitle(shell.dashboard);
  return (
    <>
      <PageHeading title={dashboard.greeting(user.first_name || user.username)} hint={<Clock />}>
        <Link to="/app/recharge-history" className={button({ variant: 'quiet' })}>
          <Wallet className="size-5" aria-hidden="true" />
          {shell.recharge}
        </Link>
      </PageHeading>
      <ConfirmEmailNotice />
      <Overview />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Services />
        <div className="contents lg:grid lg:gap-4">
          <Card title={dashboard.quick} className="order-first lg:order-none">
            <div className="grid gap-2 wrap-anywhere">
              <Link to="/app/new-nid" className={button({ variant: 'soft', className: 'justify-start' })}>
                <IdCard className="size-5" aria-hidden="true" />
                {shell.newNid}
              </Link>
              <Link
                to="/app/new-birth-certificate"
                className={button({ variant: 'soft', className: 'justify-start' })}
              >
                <Baby className="size-5" aria-hidden="true" />
                {documents.birth.title}
              </Link>
              <Link to="/app/sign2server" className={button({ variant: 'soft', className: 'justify-start' })}>
                <FileInput className="size-5" aria-hidden="true" />
                {documents.signToServer.title}
              </Link>
              <Link
                to="/app/server-copy-unofficial"
                className={button({ variant: 'soft', className: 'justify-start' })}
              >
                <ServerCog className="size-5" aria-hidden="true" />
                {documents.unofficial.title}
              </Link>
              <Link
                to="/app/tin-certificate"
                className={button({ variant: 'soft', className: 'justify-start' })}
              >
                <ReceiptText className="size-5" aria-hidden="true" />
                {documents.tin.title}
              </Link>
              <Link
                to="/app/my-orders/new"
                className={button({ variant: 'soft', className: 'justify-start' })}
              >
                <FilePlus2 className="size-5" aria-hidden="true" />
                {shell.newOrder}
              </Link>
            </div>
          </Card>
          <ClientIp />
        </div>
      </div>
    </>
  );
}

function Clock() {
  const format = useFormat();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={now.toISOString()} className="tabular-nums">
      {format.weekday(now)}, {format.date(now)}, {format.clock(now)}
    </time>
  );
}

function Overview() {
  const { dashboard } = useCustomerText();
  const { data, isPending, isError } = useQuery(customerOverviewQuery());
  useEffect(() => {
    if (isError) notify.error(dashboard.overviewFailed);
  }, [isError, dashboard.overviewFailed]);
  const shown: NonNullable<typeof data> = data ?? zero;
  const growthOf = (which: 'orders' | 'self_services') =>
    shown[which].total === 0 || shown.uncompared?.includes(which)
      ? undefined
      : shown[which].growth_percentage;
  return (
    <>
      {isError ? (
        <p role="alert" className="mb-2 text-bad">
          {dashboard.overviewFailed}
        </p>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Figure
          label={dashboard.orders}
          total={shown.orders.total}
          growth={growthOf('orders')}
          lastLabel={dashboard.lastOrder}
          last={shown.orders.last_order_date}
          waiting={isPending}
        />
        <Figure
          label={dashboard.selfServices}
          total={shown.self_services.total}
          growth={growthOf('self_services')}
          lastLabel={dashboard.lastSelfService}
          last={shown.self_services.last_self_service_date}
          waiting={isPending}
        />
      </div>
    </>
  );
}

interface FigureProps {
  label: string;
  total: number;
  /** undefined: nothing to compare with. */
  growth: number | undefined;
  lastLabel: string;
  last: string | null;
  waiting: boolean;
}

function Figure({ label, total, growth, lastLabel, last, waiting }: FigureProps) {
  const { dashboard } = useCustomerText();
  const format = useFormat();
  const Trend = !growth ? MoveRight : growth < 0 ? TrendingDown : TrendingUp;
  return (
    <Card>
      <h2 className="text-base font-medium text-muted">{label}</h2>
      {waiting ? (
        <Skeleton className="my-2 h-20" />
      ) : (
        <>
          <p className="text-3xl font-semibold tabular-nums">{format.count(total)}</p>
          {growth === undefined ? null : (
            <p className="flex items-center gap-1.5 text-sm">
              <span
                className={
                  growth === 0
                    ? 'flex items-center gap-1 text-muted'
                    : growth < 0
                      ? 'flex items-center gap-1 text-warn'
                      : 'flex items-center gap-1 text-good'
                }
              >
                <Trend className="size-4" aria-hidden="true" />
                {format.percent(growth)}
              </span>
              <span className="text-muted">{dashboard.versusLastMonth}</span>
            </p>
          )}
          <p className="mt-3 border-t border-line pt-2 text-sm text-muted">
            {lastLabel}: {last === null ? dashboard.never : format.dateTime(last)}
          </p>
        </>
      )}
    </Card>
  );
}

function Services() {
  const { dashboard } = useCustomerText();
  const format = useFormat();
  const { data, isPending, isError, refetch } = useQuery(serviceStatusQuery());
  useEffect(() => {
    if (isError) notify.error(dashboard.servicesFailed);
  }, [isError, dashboard.servicesFailed]);
  return (
    <Card
      title={dashboard.services}
      aside={<span className="text-muted">{dashboard.serviceCount(format.count(data?.length ?? 0))}</span>}
    >
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : !data || data.length === 0 ? (
        <EmptyState
          title={dashboard.noServices}
          hint={isError ? dashboard.servicesFailed : dashboard.noServicesHint}
        >
          <RetryButton onClick={() => void refetch()} />
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((service) => (
            <li key={service.id} className="flex items-center justify-between gap-4 py-2.5">
              <span className="min-w-0">{service.name}</span>
              <Badge tone={service.status === 'active' ? 'good' : 'neutral'}>
                {service.status === 'active' ? dashboard.on : dashboard.off}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function RetryButton({ onClick }: { onClick: () => void }) {
  const { gate } = useDocumentsText();
  return (
    <button type="button" className={button({ variant: 'quiet' })} onClick={onClick}>
      {gate.reload}
    </button>
  );
}

function ClientIp() {
  const { dashboard } = useCustomerText();
  const { data, isPending } = useQuery(clientIpQuery());
  return (
    <Card>
      <h2 className="text-base font-medium text-muted">{dashboard.ip}</h2>
      {isPending ? (
        <Skeleton className="h-7 w-40" />
      ) : (
        <p className="font-medium break-all">{data?.ip ?? placeholderIp}</p>
      )}
    </Card>
  );
}
