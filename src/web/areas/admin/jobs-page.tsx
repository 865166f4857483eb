// The portal's recurring jobs, for owners and auditors: whether each runs, and which one fails.
import { useQuery } from '@tanstack/react-query';
import type { JobName, JobState } from '#contract/jobs.ts';
import { jobsQuery } from '../../features/settings/queries.ts';
import { useSettingsText } from '../../features/settings/text.ts';
import { useFormat } from '../../lib/format.ts';
import { useTitle } from '../../ui/frame/title.ts';
import { List, type RowsProps } from '../../ui/list/list.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';

function useJobRows(): RowsProps<JobState> {
  const { jobs: text } = useSettingsText();
  const format = useFormat();
  const name = (job: JobState) => (
    <>
      {text.names[job.name as JobName] ?? job.name}
      {job.last_error !== '' && (
        <span className="block text-sm break-words text-muted" lang="en">
          {job.last_error}
        </span>
      )}
    </>
  );
  const state = (job: JobState) => (
    <Badge tone={job.state === 'failing' ? 'bad' : job.state === 'running' ? 'accent' : 'good'}>
      {job.state === 'failing' ? text.failing(format.digits(job.failures)) : text[job.state]}
    </Badge>
  );
  const duration = ({ last_duration_ms: took }: JobState) =>
    took === null
      ? '—'
      : took < 1_000
        ? text.ms(format.digits(took))
        : text.seconds(format.digits(Math.round(took / 1_000)));
  return {
    label: text.title,
    keyOf: (job) => job.name,
    fits: true,
    columns: [
      { head: text.job, className: 'min-w-40', cell: name },
      { head: text.state, cell: state },
      {
        head: text.last,
        cell: (job) => (job.last_succeeded_at ? <When at={job.last_succeeded_at} /> : text.never),
      },
      { head: text.took, className: 'whitespace-nowrap', cell: duration },
      { head: text.next, cell: (job) => <When at={job.next_run_at} /> },
    ],
    cards: 'lines',
    card: (job) => (
      <>
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">{name(job)}</div>
          {state(job)}
        </div>
        <dl className="mt-1 space-y-0.5 text-sm text-muted">
          {[
            [text.last, job.last_succeeded_at ? format.dateTime(job.last_succeeded_at) : text.never],
            [text.took, duration(job)],
            [text.next, format.dateTime(job.next_run_at)],
          ].map(([label, value]) => (
            <div key={label} className="flex flex-wrap gap-x-1">
              <dt>{label}:</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </>
    ),
  };
}

export function JobsPage() {
  const { jobs: text } = useSettingsText();
  useTitle(text.title);
  const jobs = useQuery(jobsQuery());
  const rows = useJobRows();
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <List query={jobs} failed={text.failed} empty={{ title: text.empty }} rows={rows} />
      </Card>
    </>
  );
}
