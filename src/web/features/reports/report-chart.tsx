// The chart of a report: each day next to the same day of the previous period.
import { useQuery } from '@tanstack/react-query';
import type { Report } from '#contract/reports/calls.ts';
import { groupWords, reportRules } from '#contract/reports/rules.ts';
import { DayChart } from './day-chart.tsx';
import { reportQuery } from './figures/queries.ts';
import { useReportValue } from './report-value.ts';

function daysOf(report: Report) {
  const { charted, groups } = reportRules[report.report];
  const at = (groups.day ?? []).indexOf(charted);
  const rows = report.groups.find(({ name }) => name === 'day')?.rows ?? [];
  return rows.map(({ label, values }) => ({ day: label, value: values[at] ?? null }));
}

export function ReportChart({ report, withoutTable = false }: { report: Report; withoutTable?: boolean }) {
  const { language } = useReportValue();
  const { charted } = reportRules[report.report];
  const figure = report.figures.find(({ name }) => name === charted);
  const { data } = useQuery(reportQuery(report.report, report.before));
  return (
    <DayChart
      name={charted}
      total={{ value: figure?.value ?? 0, before: figure?.before ?? 0 }}
      days={daysOf(report)}
      before={data && daysOf(data)}
      dayHead={groupWords.day.head[language]}
      withoutTable={withoutTable}
    />
  );
}
