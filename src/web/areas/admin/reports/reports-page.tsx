// A report over a period: figures compared with the previous period, a chart, its tables, and both as a PDF or for a spreadsheet.

import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { formatPeriod } from '#contract/dates/periods.ts';
import type { Report } from '#contract/reports/calls.ts';
import {
  type FigureName,
  groupWords,
  noneWords,
  type ReportName,
  reportNames,
  reportRules,
} from '#contract/reports/rules.ts';
import { reportQuery } from '../../../features/reports/figures/queries.ts';
import { formatGrowth } from '../../../features/reports/growth.ts';
import { ReportChart } from '../../../features/reports/report-chart.tsx';
import { useReportValue } from '../../../features/reports/report-value.ts';
import { useReportsText } from '../../../features/reports/text.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { download } from '../../../lib/api/download.ts';
import { useOptimisticChoice } from '../../../lib/list-address.ts';
import { afterPaint } from '../../../lib/loading/after-paint.ts';
import { notify } from '../../../lib/notify.ts';
import { type Days, lastDays, thisMonth, usualDays } from '../../../lib/time/days.ts';
import { useToday } from '../../../lib/time/use-today.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Stacked } from '../../../ui/list/stacked.tsx';
import { Table, Td, Th } from '../../../ui/list/table.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';

export function ReportPage() {
  const name = useMatch({
    strict: false,
    select: ({ pathname }) => reportNames.find((known) => pathname.endsWith(`/${known}`)),
  });
  return name && <OneReport key={name} name={name} />;
}

const spanOf = ({ from, to }: Days) => `${from} ${to}`;

/** The preset periods, newest first; a month begins on its first day. */
function usualPeriods(today: string): {
  name: 'today' | 'yesterday' | 'thisMonth' | 'week' | 'month' | 'quarter';
  span: Days;
}[] {
  const yesterday = lastDays(2, today).from;
  return [
    { name: 'today', span: { from: today, to: today } },
    { name: 'yesterday', span: { from: yesterday, to: yesterday } },
    { name: 'thisMonth', span: thisMonth(today) },
    { name: 'week', span: lastDays(7, today) },
    { name: 'month', span: lastDays(30, today) },
    { name: 'quarter', span: lastDays(90, today) },
  ];
}

function OneReport({ name }: { name: ReportName }) {
  const text = useReportsText();
  const { language, day } = useReportValue();
  const inAddress = useSearch({ strict: false }) as Partial<Days>;
  const usual = usualDays(useToday());
  const days = { from: inAddress.from ?? usual.from, to: inAddress.to ?? usual.to };
  const title = reportRules[name][language];
  useTitle(title);
  const { data, error, isPending, isError, refetch } = useQuery(reportQuery(name, days));
  return (
    <>
      <PageHeading title={title} />
      <Period key={spanOf(days)} name={name} days={days} />
      <div className="mt-4 grid gap-4">
        {isError ? (
          <ErrorState title={text.failed} hint={errorMessage(error, '')} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={6} />
        ) : (
          <>
            <p className="text-muted">
              {text.compared(formatPeriod(day(data.before.from), day(data.before.to)))}
            </p>
            <Figures report={data} />
            <Card>
              <ReportChart report={data} withoutTable />
            </Card>
            {data.groups.map((group) => (
              <Group key={group.name} report={data} group={group} />
            ))}
            <p className="text-sm text-muted">{reportRules[name].basis[language]}</p>
          </>
        )}
      </div>
    </>
  );
}

function Period({ name, days }: { name: ReportName; days: Days }) {
  const text = useReportsText();
  const { common } = useUiText();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string>();
  const { day: dayWords } = useReportValue();
  // The books of the current day are those of now.
  const today = useToday();
  const lastDay = [days.to, today].sort()[0]!;
  const go = (next: Days) => void navigate({ to: '.', search: { ...next } as never });
  const [shown, choose] = useOptimisticChoice(spanOf(days), (span) => {
    const next = usualPeriods(today).find((one) => spanOf(one.span) === span);
    if (next) go(next.span);
  });
  const form = useForm({
    blank: days,
    check: ({ from, to }) => ({
      from: from === '' ? text.missing : undefined,
      to: to === '' ? text.missing : from > to ? text.order : undefined,
    }),
    send: async (chosen) => afterPaint(() => go(chosen)),
    failed: text.failed,
  });
  async function take(format: 'pdf' | 'csv' | 'balances') {
    setBusy(format);
    try {
      const query = new URLSearchParams({ ...days, format, download: '1' });
      await (format === 'balances'
        ? download(`/account/admin/balances/export/?day=${lastDay}`, `balances-${lastDay}.csv`)
        : download(`/account/admin/reports/${name}/paper/?${query}`, `${name}.${format}`));
      notify.success(text.taken);
    } catch (error) {
      notify.error(errorMessage(error, text.takeFailed));
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <Card className="no-print">
      <Form
        form={form}
        className="grid grid-cols-2 items-start gap-3 cramped:*:col-span-full sm:grid-cols-[1fr_1fr_auto]"
      >
        {(['from', 'to'] as const).map((field) => (
          <FormField key={field} form={form} name={field} label={common[field]}>
            {({ onChange: _, ...control }) => (
              <DayInput
                {...control}
                className="max-sm:px-2"
                onDay={(picked = '') => form.set({ [field]: picked })}
              />
            )}
          </FormField>
        ))}
        <Button type="submit" className="max-sm:col-span-2 sm:mt-7">
          {text.show}
        </Button>
      </Form>
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{text.quick}</legend>
          {usualPeriods(today).map(({ name: period, span }) => {
            const isShown = spanOf(span) === shown;
            return (
              <Button
                key={period}
                variant={isShown ? 'soft' : 'quiet'}
                size="small"
                aria-pressed={isShown}
                onClick={() => choose(spanOf(span))}
              >
                {text[period]}
              </Button>
            );
          })}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          {name === 'users' ? (
            <Link
              to="/admin/accounts"
              search={days}
              className="inline-flex min-h-11 items-center px-2 text-sm text-accent-text underline underline-offset-4 lg:min-h-9"
            >
              {text.accounts.title}
            </Link>
          ) : null}
          {([...(name === 'users' ? ['balances' as const] : []), 'pdf', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="quiet"
              size="small"
              busy={busy === format}
              title={format === 'balances' ? text.balancesHint(dayWords(lastDay)) : undefined}
              onClick={() => void take(format)}
            >
              <Download className="size-4" aria-hidden="true" />
              {format === 'balances' ? `${text.balances}, ${dayWords(lastDay)}` : text[format]}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}

function Figures({ report }: { report: Report }) {
  const text = useReportsText();
  const { show, nameOf, format } = useReportValue();
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {report.figures.map(({ name, value, before, growth_percentage: growth }) => (
        <div key={name} className="min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card">
          <dt className="text-muted">{nameOf(name)}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {value === null ? (
              <span className="text-base font-normal text-muted">{text.none}</span>
            ) : (
              show(name, value)
            )}
          </dd>
          <dd className="text-sm text-muted">
            {growth === null ? null : (
              <span className="text-ink">
                {Number(before) === 0 ? (growth === 0 ? '—' : text.fresh) : formatGrowth(format, growth)} ·{' '}
              </span>
            )}
            {text.before(show(name, before))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether nothing happened on a day; every day has a balance. */
const isEmptyDay = (columns: readonly FigureName[], values: readonly (string | number | null)[]) =>
  columns.every((column, i) => column === 'balance' || Number(values[i] ?? 0) === 0);

const standing = 'sticky left-0 bg-surface';

function Group({ report, group }: { report: Report; group: Report['groups'][number] }) {
  const text = useReportsText();
  const { show, nameOf, language, day } = useReportValue();
  const columns = reportRules[report.report].groups[group.name] ?? [];
  const words = groupWords[group.name];
  const isByDay = group.name === 'day';
  const rows = isByDay ? group.rows.filter(({ values }) => !isEmptyDay(columns, values)) : group.rows;
  const named = (label: string) => (isByDay ? day(label) : label || noneWords[group.name][language]);
  return (
    <Card title={words[language]}>
      {rows.length === 0 ? (
        <EmptyState title={text.empty} hint={text.emptyHint} icon={<ChartColumn />} />
      ) : (
        <>
          <section
            aria-label={words[language]}
            className={isByDay ? 'max-h-96 overflow-y-auto md:hidden print:hidden' : 'lg:hidden print:hidden'}
            tabIndex={isByDay ? 0 : undefined}
          >
            <Stacked
              rows={rows.map(({ label, values }) => ({
                key: label,
                name: named(label),
                facts: columns.map((column, i) => [nameOf(column), show(column, values[i] ?? null)]),
              }))}
            />
          </section>
          {/* A table of thirty days is long: its head, and on tablets the day column, stay visible while the rest scrolls. */}
          <Table
            label={words[language]}
            className={
              isByDay
                ? 'max-h-96 overflow-y-auto max-md:hidden print:block print:max-h-none'
                : 'hidden lg:block print:block'
            }
            head={
              <>
                <Th className={isByDay ? `${standing} top-0 z-20` : ''}>{words.head[language]}</Th>
                {columns.map((column) => (
                  <Th key={column} end className={isByDay ? 'sticky top-0 z-10 bg-surface' : ''}>
                    {nameOf(column)}
                  </Th>
                ))}
              </>
            }
          >
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <Td className={isByDay ? `${standing} z-10 whitespace-nowrap` : 'min-w-36'}>
                  {named(label)}
                </Td>
                {columns.map((column, i) => (
                  <Td key={column} end>
                    {show(column, values[i] ?? null)}
                  </Td>
                ))}
              </tr>
            ))}
          </Table>
        </>
      )}
    </Card>
  );
}
