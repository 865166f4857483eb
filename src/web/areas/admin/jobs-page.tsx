// The portal's recurring jobs, for owners and auditors: whether each runs, and which one fails.
import { useQuery } from '@tanstack/react-query';
import type { JobName, JobState } from '#contract/jobs.ts';
import { jobsQuery } from '../../features/settings/queries.ts';
import { useSettingsText } from '../../features/settings/text.ts';
import { useFormat } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { Table, Td, Th, When } from '../../ui/list/table.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';

function JobRow({ job }: { job: JobState }) {
  const { jobs: text } = useSettingsText();
  const format = useFormat();
  const took = job.last_duration_ms;
  const duration =
    took === null
      ? '—'
      : took < 1_000
        ? text.ms(format.digits(took))
        : text.seconds(format.digits(Math.round(took / 1_000)));
  return (
    <tr>
      <Td className="min-w-40">
        {text.names[job.name as JobName] ?? job.name}
        {job.last_error !== '' && (
          <span className="block text-sm break-words text-muted" lang="en">
            {job.last_error}
          </span>
        )}
      </Td>
      <Td>
        <Badge tone={job.state === 'failing' ? 'bad' : job.state === 'running' ? 'accent' : 'good'}>
          {job.state === 'failing' ? text.failing(format.digits(job.failures)) : text[job.state]}
        </Badge>
      </Td>
      <Td>{job.last_succeeded_at ? <When at={job.last_succeeded_at} /> : text.never}</Td>
      <Td className="whitespace-nowrap">{duration}</Td>
      <Td>
        <When at={job.next_run_at} />
      </Td>
    </tr>
  );
}

export function JobsPage() {
  const { jobs: text } = useSettingsText();
  useTitle(text.title);
  const jobs = useQuery(jobsQuery());
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        {jobs.isError ? (
          <ErrorState title={text.failed} onRetry={() => void jobs.refetch()} />
        ) : jobs.isPending ? (
          <SkeletonRows rows={8} />
        ) : jobs.data.results.length === 0 ? (
          <EmptyState title={text.empty} />
        ) : (
          <Table
            label={text.title}
            head={
              <>
                <Th>{text.job}</Th>
                <Th>{text.state}</Th>
                <Th>{text.last}</Th>
                <Th>{text.took}</Th>
                <Th>{text.next}</Th>
              </>
            }
          >
            {jobs.data.results.map((job) => (
              <JobRow key={job.name} job={job} />
            ))}
          </Table>
        )}
      </Card>
    </>
  );
}
