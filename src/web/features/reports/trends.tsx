// The last 30 days on the dashboard, and the state of the queue.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { groupWords } from '#contract/reports/rules.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { DayChart } from './day-chart.tsx';
import { trendsQuery } from './queries.ts';
import { useReportValue } from './report-value.ts';
import { useReportsText } from './text.ts';

const link = 'inline-flex min-h-11 min-w-11 items-center text-accent-text underline underline-offset-4';

export function Trends() {
  const text = useReportsText();
  const { language, format, nameOf } = useReportValue();
  const { data, isPending, isError, refetch } = useQuery(trendsQuery());
  if (isError) return <ErrorState title={text.trendsFailed} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={4} />;
  const { queue, figures, days } = data;
  return (
    <>
      <Card title={text.queue}>
        <dl className="grid gap-x-6 gap-y-2 lg:grid-cols-3">
          <div>
            <dt className="text-sm text-muted">{text.oldest}</dt>
            <dd>
              {queue.oldest ? (
                <>
                  <Link
                    to="/admin/orders/details/$id"
                    params={{ id: String(queue.oldest.id) }}
                    className={link}
                  >
                    {text.openOrder(format.digits(queue.oldest.id))}
                  </Link>{' '}
                  <span className="text-sm text-muted">{format.dateTime(queue.oldest.created_on)}</span>
                </>
              ) : (
                text.noOldest
              )}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{text.overdue}</dt>
            <dd>
              <Link to="/admin/orders" search={{ due: 'overdue' }} className={link}>
                {format.count(queue.overdue)}
              </Link>
            </dd>
          </div>
        </dl>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {(['completed', 'deposits', 'joined'] as const).map((name) => (
          <Card
            key={name}
            title={`${nameOf(name)}, ${text.thirtyDays}`}
            className="lg:last:col-span-2 xl:last:col-span-1"
          >
            <DayChart
              name={name}
              total={{ value: figures[name].total, before: figures[name].before }}
              days={days.map((row) => ({ day: row.day, value: row[name] }))}
              dayHead={groupWords.day.head[language]}
            />
          </Card>
        ))}
      </div>
    </>
  );
}
