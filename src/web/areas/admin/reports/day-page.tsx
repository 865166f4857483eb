// The day at a glance: sales, deposits, withdrawals and late orders compared with the same weekday before. Each figure links to its rows.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { startOfDhakaDay } from '#contract/dates/dates.ts';
import { formatPeriod } from '#contract/dates/periods.ts';
import { formatWeekday } from '#contract/dates/weekdays.ts';
import type { Language } from '#contract/language.ts';
import type { Day } from '#contract/reports/day-calls.ts';
import type { MovementKind } from '#contract/reports/day-rules.ts';
import { salesBasis } from '#contract/reports/rules.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { dayQuery, reportQuery } from '../../../features/reports/figures/queries.ts';
import { formatGrowth } from '../../../features/reports/growth.ts';
import { ReportChart } from '../../../features/reports/report-chart.tsx';
import { useReportsText } from '../../../features/reports/text.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { type Format, paisaOf, useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { type Days, lastDays, thisMonth, usualDays } from '../../../lib/time/days.ts';
import { useToday } from '../../../lib/time/use-today.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Stacked } from '../../../ui/list/stacked.tsx';
import { Table, Td, Th } from '../../../ui/list/table.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

// Fetched together with the lists that its figures link to.
export { MovementsPage } from './movements-page.tsx';

const periods = ['today', 'yesterday', 'month'] as const;
type Period = (typeof periods)[number];

function daysOf(period: Period, today: string): Days {
  if (period === 'month') return thisMonth(today);
  const day = lastDays(period === 'today' ? 1 : 2, today).from;
  return { from: day, to: day };
}

const link =
  'money inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline lg:min-h-9 print:min-h-0 [td_&]:justify-end';

const shownDays = (format: Format, language: Language, { from, to }: { from: string; to: string }) =>
  from === to
    ? `${formatWeekday(startOfDhakaDay(from), language)}, ${format.day(from)}`
    : formatPeriod(format.day(from), format.day(to));

/** Whether the services are many, so that what is below them moves to the other, shorter column. */
const hasManyServices = ({ services, cash }: Day) => services.length > cash.length + 10;

export function DayPage() {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const inAddress = useSearch({ from: '/admin/day' });
  const period = periods.find((one) => one === inAddress.period) ?? 'today';
  const { data, error, isPending, isError, refetch } = useQuery(dayQuery(daysOf(period, useToday())));
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title}>
        <Button variant="quiet" className="no-print" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          {text.print}
        </Button>
      </PageHeading>
      <fieldset className="no-print mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{text.title}</legend>
        {periods.map((one) => (
          <Button
            key={one}
            variant={one === period ? 'soft' : 'quiet'}
            size="small"
            aria-pressed={one === period}
            onClick={() =>
              void navigate({ to: '/admin/day', search: one === 'today' ? {} : { period: one } })
            }
          >
            {text.periods[one]}
          </Button>
        ))}
      </fieldset>
      {isError ? (
        <ErrorState title={text.failed} hint={errorMessage(error, '')} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={8} />
      ) : (
        <div className="print-sheet grid gap-4 print:gap-2 print:text-sm">
          <p className="text-muted">
            <strong className="text-ink">{shownDays(format, language, data)}</strong> ·{' '}
            {text.against(shownDays(format, language, data.before))}
            {period === 'today' && ` (${text.wholeDay})`}
          </p>
          <p className="text-lg print:text-base">
            <Sentence day={data} period={period} />
          </p>
          <Figures day={data} />
          <div className="grid items-start gap-4 xl:grid-cols-2 print:grid-cols-[repeat(2,minmax(min-content,1fr))] print:gap-2">
            <div className="grid min-w-0 gap-4 print:min-w-min print:gap-2">
              <Ways day={data} />
              <Cash day={data} />
              {hasManyServices(data) && <Group day={data} name="operator" />}
            </div>
            <div className="grid min-w-0 gap-4 print:min-w-min print:gap-2">
              <Group day={data} name="service" />
              {!hasManyServices(data) && <Group day={data} name="operator" />}
            </div>
          </div>
          <Trend />
          <p className="text-sm text-muted print:text-xs">{salesBasis[language]}</p>
        </div>
      )}
    </>
  );
}

function Sentence({ day, period }: { day: Day; period: Period }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  const change = paisaOf(day.sales.value) - paisaOf(day.sales.before);
  const compared =
    change === 0n
      ? text.same
      : change > 0n
        ? text.more(format.taka(change))
        : text.less(format.taka(-change));
  const rest = [
    compared,
    format.taka(day.deposits.value),
    format.taka(day.withdrawals.value),
    day.late === 0 ? text.noneLate : text.someLate(format.count(day.late)),
  ] as const;
  const when = text.periods[period];
  if (day.sold.value === 0) return text.quiet(when, ...rest);
  return text.sentence(when, format.count(day.sold.value), format.taka(day.sales.value), ...rest);
}

function Change({ value, before }: { value: string; before: string }) {
  const { fresh } = useReportsText();
  const format = useFormat();
  const [now, then] = [Number(value), Number(before)];
  // There is no percentage of zero, and one of a negative figure would mean the opposite.
  if (then <= 0) return then === 0 && now !== 0 ? fresh : '—';
  return formatGrowth(format, Math.round(((now - then) / then) * 1000) / 10);
}

interface Rows {
  what: MovementKind;
  way?: string;
  service?: string;
  operator?: string;
}

function ToRows({ day, rows, name, children }: { day: Day; rows: Rows; name: string; children: ReactNode }) {
  const { dayPage: text } = useReportsText();
  return (
    <Link
      to="/admin/movements"
      search={{ ...rows, from: day.from, to: day.to }}
      title={text.rowsOf(name)}
      className={link}
    >
      {children}
    </Link>
  );
}

function Figures({ day }: { day: Day }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  return (
    <dl className="flex flex-wrap gap-3 *:flex-[1_1_40%] lg:grid lg:grid-cols-3 print:grid print:grid-cols-3 print:gap-2">
      {(['sales', 'deposits', 'withdrawals', 'refunds'] as const).map((what) => (
        <Figure
          key={what}
          label={text[what]}
          below={
            <>
              <span className="text-ink">
                <Change {...day[what]} />
              </span>{' '}
              · {text.sameBefore(format.taka(day[what].before))}
              {what === 'sales' ? ` · ${text.salesHint}` : ''}
              {what === 'deposits' && paisaOf(day.bonuses.value) !== 0n ? (
                <span className="block">
                  {text.bonusesGiven}{' '}
                  <ToRows day={day} rows={{ what: 'bonuses' }} name={text.bonuses}>
                    {format.taka(day.bonuses.value)}
                  </ToRows>
                </span>
              ) : null}
            </>
          }
        >
          <ToRows day={day} rows={{ what }} name={text[what]}>
            {format.taka(day[what].value)}
          </ToRows>
        </Figure>
      ))}
      <Figure label={text.held} below={text.now}>
        <Link to="/admin/orders" search={{ due: 'open' }} title={text.rowsOf(text.held)} className={link}>
          {format.taka(day.held)}
        </Link>
      </Figure>
      <Figure label={text.late} below={text.now}>
        <Link to="/admin/orders" search={{ due: 'overdue' }} title={text.rowsOf(text.late)} className={link}>
          {format.count(day.late)}
        </Link>
      </Figure>
    </dl>
  );
}

function Figure({ label, below, children }: { label: string; below: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-3 shadow-card sm:p-4 print:p-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums sm:text-xl">{children}</dd>
      <dd className="text-sm text-muted print:text-xs">{below}</dd>
    </div>
  );
}

/** The last month compared with the one before, to judge how good the day was. */
function Trend() {
  const { dayPage: text } = useReportsText();
  const { data } = useQuery(reportQuery('sales', usualDays(useToday())));
  return data ? (
    <Card title={text.trend} className="print:hidden">
      <ReportChart report={data} />
    </Card>
  ) : null;
}

/** Replaces the column on narrow screens. */
function BeforeBelow({ value }: { value: string }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  return (
    <span className="block text-sm whitespace-normal text-muted sm:hidden">
      {text.sameBefore(format.taka(value))}
    </span>
  );
}

function Ways({ day }: { day: Day }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  const language = useLanguage();
  const ways = day.ways.filter(({ value, before }) => Number(value) !== 0 || Number(before) !== 0);
  return (
    <Card title={text.byWay}>
      {ways.length === 0 ? (
        <p className="text-muted">{text.noDeposit}</p>
      ) : (
        <Table
          dense
          label={text.byWay}
          head={
            <>
              <Th>{text.way}</Th>
              <Th end>{text.amount}</Th>
              <Th end className="max-sm:hidden">
                {text.before}
              </Th>
            </>
          }
        >
          {ways.map(({ way, value, before }) => (
            <tr key={way}>
              <Td>{wayNames[way][language]}</Td>
              <Td end>
                <ToRows day={day} rows={{ what: 'deposits', way }} name={wayNames[way][language]}>
                  {format.taka(value)}
                </ToRows>
                <BeforeBelow value={before} />
              </Td>
              <Td end className="max-sm:hidden">
                {format.taka(before)}
              </Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

/** What each member of staff should have in the drawer. */
function Cash({ day }: { day: Day }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  const rows = day.cash.map(({ id, label, taken, paid }) => {
    const name = label || text.noStaff;
    const operator = String(id);
    return {
      id,
      name,
      taken: (
        <ToRows day={day} rows={{ what: 'deposits', way: 'cash', operator }} name={`${name}, ${text.taken}`}>
          {format.taka(taken)}
        </ToRows>
      ),
      paid: (
        <ToRows day={day} rows={{ what: 'withdrawals', operator }} name={`${name}, ${text.paid}`}>
          {format.taka(paid)}
        </ToRows>
      ),
      left: format.taka(paisaOf(taken) - paisaOf(paid)),
    };
  });
  return (
    <Card title={text.byCash}>
      {rows.length === 0 ? (
        <p className="text-muted">{text.noCash}</p>
      ) : (
        <>
          <Stacked
            className="sm:hidden print:hidden"
            rows={rows.map(({ id, name, taken, paid, left }) => ({
              key: id,
              name,
              facts: [
                [text.taken, taken],
                [text.paid, paid],
                [text.netCash, left],
              ],
            }))}
          />
          <Table
            dense
            label={text.byCash}
            className="max-sm:hidden print:block"
            head={
              <>
                <Th>{text.operator}</Th>
                <Th end>{text.taken}</Th>
                <Th end>{text.paid}</Th>
                <Th end className="whitespace-normal!">
                  {text.netCash}
                </Th>
              </>
            }
          >
            {rows.map(({ id, name, taken, paid, left }) => (
              <tr key={id}>
                <Td className="min-w-24 wrap-anywhere">{name}</Td>
                <Td end>{taken}</Td>
                <Td end>{paid}</Td>
                <Td end className="font-medium">
                  {left}
                </Td>
              </tr>
            ))}
          </Table>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted print:hidden">
            {text.cashHint}
            <Link
              to="/admin/cash-counts"
              search={{ from: day.from, to: day.to }}
              className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 lg:min-h-9"
            >
              {text.toCounts}
            </Link>
          </p>
        </>
      )}
    </Card>
  );
}

function Group({ day, name }: { day: Day; name: 'service' | 'operator' }) {
  const { dayPage: text } = useReportsText();
  const format = useFormat();
  const isService = name === 'service';
  const title = isService ? text.byService : text.byOperator;
  const none = isService ? text.noService : text.noOperator;
  const rows = isService ? day.services : day.operators;
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="text-muted">{text.nothing}</p>
      ) : (
        <Table
          dense
          label={title}
          head={
            <>
              <Th>{text[name]}</Th>
              <Th end>{text.sold}</Th>
              <Th end>{text.amount}</Th>
              <Th end className="max-sm:hidden">
                {text.before}
              </Th>
            </>
          }
        >
          {rows.map(({ id, label, sold, sales, before }) => (
            <tr key={id}>
              <Td className="min-w-28 wrap-anywhere">{label || none}</Td>
              <Td end>{format.count(sold)}</Td>
              <Td end>
                <ToRows day={day} rows={{ what: 'sales', [name]: String(id) }} name={label || none}>
                  {format.taka(sales)}
                </ToRows>
                <BeforeBelow value={before} />
              </Td>
              <Td end className="max-sm:hidden">
                {format.taka(before)}
              </Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
