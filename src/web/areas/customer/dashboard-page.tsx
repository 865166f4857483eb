import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FilePlus2, MoveRight, TrendingDown, TrendingUp, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import { formatWeekday } from '#contract/dates/weekdays.ts';
import { pageOfService } from '#contract/documents/kinds.ts';
import { formatDecimal } from '#contract/money.ts';
import { orderPrice } from '#contract/orders/rules.ts';
import { clientIpQuery, userQuery } from '../../features/accounts/queries.ts';
import { ConfirmEmailNotice } from '../../features/accounts/reminder/confirm-email-notice.tsx';
import { serviceStatusQuery, servicesQuery } from '../../features/catalogue/queries.ts';
import { useDocumentLinks } from '../../features/documents/document-links.ts';
import { useOutagesText } from '../../features/outages/text.ts';
import { formatGrowth } from '../../features/reports/growth.ts';
import { customerOverviewQuery } from '../../features/reports/queries.ts';
import type { Answer } from '../../lib/api/api.ts';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { ServiceName } from '../../lib/service-name.tsx';
import { tokenOwner, useUser } from '../../lib/session.ts';
import { now } from '../../lib/time/clock.ts';
import { useMoment } from '../../lib/time/use-moment.ts';
import { button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { useCustomerText } from './text.ts';

type ServiceStatus = Answer<'GET /account/services/status/'>[number];

const placeholderIp = '0.0.0.0';
const zero = {
  orders: { total: 0, growth_percentage: 0, last_order_date: null },
  self_services: { total: 0, growth_percentage: 0, last_self_service_date: null },
};

/** Loads the user before the page is shown, because a reminder to confirm the address would move it later. */
export async function prepare(): Promise<void> {
  const owner = tokenOwner();
  if (owner !== undefined) await queryClient.prefetchQuery(userQuery(owner));
}

export function DashboardPage() {
  const { dashboard, shell } = useCustomerText();
  const documentLinks = useDocumentLinks();
  const user = useUser();
  useTitle(shell.dashboard);
  return (
    <>
      <PageHeading title={dashboard.greeting(user.first_name || user.username)} hint={<Clock />}>
        <Link to="/app/recharge-history" className={button({ variant: 'quiet' })}>
          <Wallet className="size-5" aria-hidden="true" />
          {dashboard.recharge}
        </Link>
      </PageHeading>
      {/* First what people come to do, then the figures; screen readers keep this order. */}
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="lg:col-span-2">
          <Card title={dashboard.quick} className="no-print">
            <div className="grid gap-2 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
              {documentLinks.map(({ to, label, icon: Icon }) => (
                <Link
                  key={to}
                  to={to}
                  className={button({ variant: 'soft', className: 'justify-start text-start' })}
                >
                  <Icon className="size-5" aria-hidden="true" />
                  {label}
                </Link>
              ))}
              <Link
                to="/app/my-orders/new"
                className={button({ variant: 'soft', className: 'justify-start text-start' })}
              >
                <FilePlus2 className="size-5" aria-hidden="true" />
                {shell.newOrder}
              </Link>
            </div>
          </Card>
          {/* Below the links, because it may appear late and must not move them under a finger. */}
          <ConfirmEmailNotice />
        </div>
        <div className="lg:col-span-2">
          <Overview />
        </div>
        <Services />
        <ClientIp />
      </div>
    </>
  );
}

function Clock() {
  const format = useFormat();
  const language = useLanguage();
  const shown = new Date(useMoment(1000, now));
  return (
    <time dateTime={shown.toISOString()} className="tabular-nums">
      {formatWeekday(shown, language)}, {format.date(shown)}, {format.clock(shown)}
    </time>
  );
}

function Overview() {
  const { dashboard } = useCustomerText();
  const { data, isPending, error } = useQuery(customerOverviewQuery());
  // Without a network nothing has failed: the bar says so, and the figures are unknown.
  const isUnknown = !data && isUnreachable(error);
  const isError = error !== null && !isUnreachable(error);
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
          to="/app/my-orders"
          total={shown.orders.total}
          growth={growthOf('orders')}
          lastLabel={dashboard.lastOrder}
          last={shown.orders.last_order_date}
          waiting={isPending}
          known={isUnknown ? 'nothing' : data ? 'all' : 'total'}
        />
        <Figure
          label={dashboard.selfServices}
          to="/app/my-files"
          total={shown.self_services.total}
          growth={growthOf('self_services')}
          lastLabel={dashboard.lastSelfService}
          last={shown.self_services.last_self_service_date}
          waiting={isPending}
          known={isUnknown ? 'nothing' : data ? 'all' : 'total'}
        />
      </div>
    </>
  );
}

interface FigureProps {
  label: string;
  /** The list of what is counted. */
  to: '/app/my-orders' | '/app/my-files';
  total: number;
  /** undefined if there is nothing to compare with. */
  growth: number | undefined;
  lastLabel: string;
  last: string | null;
  waiting: boolean;
  /** After a failure the total is shown as zero, as specified; when the last one was made stays unknown. */
  known: 'all' | 'total' | 'nothing';
}

function Figure({ label, to, total, growth, lastLabel, last, waiting, known }: FigureProps) {
  const { dashboard } = useCustomerText();
  const format = useFormat();
  const [Trend, tone] = !growth
    ? [MoveRight, 'text-muted']
    : growth < 0
      ? [TrendingDown, 'text-warn']
      : [TrendingUp, 'text-good'];
  return (
    <Card className="relative hover:bg-sunken">
      <h2 className="flex items-center justify-between gap-2 text-base font-medium text-muted">
        {/* The whole card can be pressed. */}
        <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
          {label}
        </Link>
        <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
      </h2>
      {waiting ? (
        <Skeleton className="my-2 h-20" />
      ) : (
        <>
          <p className="text-3xl font-semibold tabular-nums">
            {known === 'nothing' ? '—' : format.count(total)}
          </p>
          {growth === undefined ? null : (
            <p className="flex items-center gap-1.5 text-sm">
              <span className={`flex items-center gap-1 ${tone}`}>
                <Trend className="size-4" aria-hidden="true" />
                {formatGrowth(format, growth)}
              </span>
              <span className="text-muted">{dashboard.versusLastMonth}</span>
            </p>
          )}
          <p className="mt-3 border-t border-line pt-2 text-sm text-muted">
            {lastLabel}: {known !== 'all' ? '—' : last === null ? dashboard.never : format.dateTime(last)}
          </p>
        </>
      )}
    </Card>
  );
}

function Services() {
  const { dashboard } = useCustomerText();
  const format = useFormat();
  const { data, isPending, error, refetch } = useQuery(serviceStatusQuery());
  const isUnknown = !data && isUnreachable(error);
  const isError = error !== null && !isUnreachable(error);
  useEffect(() => {
    if (isError) notify.error(dashboard.servicesFailed);
  }, [isError, dashboard.servicesFailed]);
  return (
    <Card
      title={dashboard.services}
      aside={
        data ? <span className="text-muted">{dashboard.serviceCount(format.count(data.length))}</span> : null
      }
    >
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : !data || data.length === 0 ? (
        <EmptyState
          title={isUnknown ? dashboard.servicesLater : dashboard.noServices}
          hint={
            isUnknown ? undefined : isError ? (
              <span role="alert">{dashboard.servicesFailed}</span>
            ) : (
              dashboard.noServicesHint
            )
          }
        >
          <button type="button" className={button({ variant: 'quiet' })} onClick={() => void refetch()}>
            {dashboard.reload}
          </button>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((service) => (
            <ServiceRow key={service.id} service={service} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Returns the lowest price: the same amount that the order form shows. */
function minPaisa({ enable_charge, charge, is_auto_service, sub_type }: Service): bigint {
  const chargePaisa = paisaOf(charge);
  if (is_auto_service) return chargePaisa;
  const prices = sub_type.map(({ price }) =>
    orderPrice({ enableCharge: enable_charge, chargePaisa }, { pricePaisa: paisaOf(price) }),
  );
  return prices.toSorted((one, other) => (one < other ? -1 : 1))[0] ?? chargePaisa;
}

/** An active service links to its page and shows its price. */
function ServiceRow({ service }: { service: ServiceStatus }) {
  const { dashboard } = useCustomerText();
  const outages = useOutagesText();
  const format = useFormat();
  const { data } = useQuery(servicesQuery('active'));
  const offered = service.status === 'active' ? data?.find(({ id }) => id === service.id) : undefined;
  // With large text, the name has a line of its own.
  const row = 'flex min-h-12 items-center gap-3 py-2 cramped:flex-wrap cramped:gap-y-1';
  if (!offered)
    return (
      <li className={row}>
        <span className="min-w-0 grow">
          <ServiceName service={service} />
        </span>
        <Badge tone={service.status === 'active' ? 'good' : 'neutral'}>
          {service.status === 'active' ? dashboard.on : dashboard.off}
        </Badge>
      </li>
    );
  const page = pageOfService(offered.code);
  const price = format.taka(formatDecimal(minPaisa(offered)));
  const inside = (
    <>
      {/* On a phone the price is below, so that the name fits on its line. */}
      <span className="flex min-w-0 grow flex-col cramped:basis-full sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 grow">
          <ServiceName service={offered} />
        </span>
        <span className="money text-muted">
          {offered.is_auto_service ? price : dashboard.priceFrom(price)}
        </span>
      </span>
      <Badge tone={service.outage ? 'warn' : 'good'}>{service.outage ? outages.down : dashboard.on}</Badge>
      <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
    </>
  );
  const className = `${row} -mx-2 rounded-md px-2 hover:bg-sunken`;
  return (
    <li>
      {page ? (
        <Link to={page} className={className}>
          {inside}
        </Link>
      ) : (
        <Link to="/app/my-orders/new" search={{ service: offered.code }} className={className}>
          {inside}
        </Link>
      )}
    </li>
  );
}

function ClientIp() {
  const { dashboard } = useCustomerText();
  const { data, isPending, error } = useQuery(clientIpQuery());
  return (
    <Card>
      <h2 className="text-base font-medium text-muted">{dashboard.ip}</h2>
      {isPending ? (
        <Skeleton className="h-7 w-40" />
      ) : (
        <>
          <p className="font-medium break-all">{data?.ip ?? (isUnreachable(error) ? '—' : placeholderIp)}</p>
          {data?.by ? <p className="text-sm break-all text-muted">{dashboard.ipBy(data.by)}</p> : null}
        </>
      )}
    </Card>
  );
}
