// Everything that happened to an order, oldest first; the same for customers and staff.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { onApiHost } from '../../lib/new-tab.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import { timelineQuery } from './queries.ts';
import { useOrdersText } from './text.ts';
import type { OrdersText } from './text-bn.ts';

interface OrderTimelineProps {
  id: number;
  /** Texts that only staff see. */
  staffWords?: { snooze: string; wake: string; until: (when: string) => string } | undefined;
  /** For staff: renders the result that the entry replaced. */
  earlierResult?: (entryId: number) => ReactNode;
}

export function OrderTimeline({ id, staffWords, earlierResult }: OrderTimelineProps) {
  const { timeline: text } = useOrdersText();
  const format = useFormat();
  const { data, isPending, isError, refetch } = useQuery(timelineQuery(id));
  const whatOf = (what: string) =>
    what === 'snooze' || what === 'wake'
      ? staffWords?.[what]
      : (text.what[what as keyof OrdersText['timeline']['what']] ?? what);
  return (
    <Card title={text.title}>
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ol className="space-y-4 border-l-2 border-line pl-4" data-testid="timeline">
          {data.results.map((entry) => (
            <li key={entry.id} data-what={entry.what}>
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{whatOf(entry.what)}</span>
                {/* Colour marks only the current state, not past entries. */}
                {entry === data.results.at(-1) ? <OrderStatusBadge status={entry.status} /> : null}
              </div>
              <p className="text-sm text-muted">
                {format.dateTime(entry.at)} · {entry.who?.name ?? text.portal}
                {entry.who?.is_staff ? ` (${text.staff})` : ''}
              </p>
              {/* A list kept on the device may predate this field of the response. */}
              {entry.moved ? (
                <p className="text-sm text-muted">
                  {text.movedDue(format.dateTime(entry.moved.from), format.dateTime(entry.moved.to))}
                </p>
              ) : null}
              {entry.snoozed_until ? (
                <p className="text-sm text-muted">
                  {staffWords?.until(format.dateTime(entry.snoozed_until))}
                </p>
              ) : null}
              {entry.amount ? <p className="text-sm">{text.gaveBack(format.taka(entry.amount))}</p> : null}
              {entry.note ? (
                <p className="text-sm break-words whitespace-pre-wrap text-muted">{entry.note}</p>
              ) : null}
              {entry.file ? (
                <a
                  href={onApiHost(entry.file)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex min-h-11 items-center text-sm break-all text-accent-text underline underline-offset-4"
                >
                  {entry.file_name}
                </a>
              ) : null}
              {entry.is_replaced ? earlierResult?.(entry.id) : null}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
