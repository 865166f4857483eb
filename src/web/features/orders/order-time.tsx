// How long an order takes: the usual time, when this one is due, and whether it is late.
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clock3, ListChecks } from 'lucide-react';
import type { Service } from '#contract/catalogue/calls.ts';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import {
  approximateDuration,
  codeNeedingName,
  codeNeedingNidPair,
  isWaiting,
  roundDownDuration,
} from '#contract/orders/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { now } from '../../lib/time/clock.ts';
import { useMoment } from '../../lib/time/use-moment.ts';
import { Badge } from '../../ui/surface.tsx';
import { useOutage } from '../outages/outage.tsx';
import { useOutagesText } from '../outages/text.ts';
import { usualTimesQuery } from './queries.ts';
import { useOrdersText } from './text.ts';

/** An order due within this time is highlighted. */
const soonMs = 2 * 3_600_000;

/** Returns 'Usually within …' for a kind of order; undefined until it is known. */
function useUsualTime(subTypeId: number | undefined): { words: string; basis: string } | undefined {
  const { time } = useOrdersText();
  const format = useFormat();
  const { data } = useQuery(usualTimesQuery());
  const usual = data?.results.find((row) => row.sub_type === subTypeId);
  if (!usual) return undefined;
  const { count, unit } = approximateDuration(usual.hours);
  return {
    words: time.usually(time.span[unit](format.digits(count))),
    basis: usual.from_orders ? time.fromOrders : time.planned,
  };
}

/** In the order form: what the service is, what it needs, how long it usually takes. */
interface ServiceFactsProps {
  service: Service;
  subTypeId: number | undefined;
  /** The owner's form, if the service has one. */
  form?: ServiceForm | undefined;
}

export function ServiceFacts({ service, subTypeId, form }: ServiceFactsProps) {
  const language = useLanguage();
  const { create: text } = useOrdersText();
  const usual = useUsualTime(subTypeId ?? service.sub_type[0]?.id);
  const builtIn = [
    ...(service.code === codeNeedingName ? [text.name] : []),
    service.code === codeNeedingNidPair ? text.nidPair : text.number,
  ];
  const asked = [...(form?.fields ?? []), ...(form?.papers ?? [])].filter(
    ({ required, when }) => required && !when,
  );
  const needs = form ? asked.map(({ label }) => label[language]) : builtIn;
  return (
    <div
      className="rounded-lg border border-line bg-paper p-4 [overflow-wrap:anywhere]"
      data-testid="service-facts"
    >
      {service.description ? <p>{nameIn(language, service.description, service.description_en)}</p> : null}
      <dl className="mt-2 space-y-1 text-muted">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="flex items-baseline gap-2 [&>svg]:self-center">
            <ListChecks className="size-4" aria-hidden="true" />
            {text.needs}:
          </dt>
          <dd className="text-ink">{needs.join(', ')}</dd>
        </div>
        {usual ? (
          <div className="flex flex-wrap items-baseline gap-x-2">
            <dt className="flex items-baseline gap-2 [&>svg]:self-center">
              <Clock3 className="size-4" aria-hidden="true" />
              {text.time}:
            </dt>
            <dd>
              <span className="text-ink">{usual.words}</span> ({usual.basis})
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}

type Timed = Pick<Order, 'status' | 'due_on' | 'question' | 'service'>;

const useNow = (): number => useMoment(30_000, now);

/** Whether an open order is overdue; rechecked while the page is open. */
export function useIsLate(order: Timed): boolean {
  const moment = useNow();
  const outage = useOutage(order.service.id);
  return isOpen(order.status) && !isWaiting(order) && !outage && new Date(order.due_on).getTime() < moment;
}

/** For staff: how much time is left for an open order, or how late it is. */
export function DueIn({ order }: { order: Timed }) {
  const { time } = useOrdersText();
  const outages = useOutagesText();
  const format = useFormat();
  const leftMs = new Date(order.due_on).getTime() - useNow();
  const outage = useOutage(order.service.id);
  if (!isOpen(order.status)) return null;
  if (isWaiting(order))
    // Narrower lists have no room for it on one line.
    return (
      <span className="md:max-2xl:[&>span]:rounded-lg md:max-2xl:[&>span]:whitespace-normal">
        <Badge tone="accent">{time.paused}</Badge>
      </span>
    );
  if (outage) return <Badge tone="warn">{outages.down}</Badge>;
  const { count, unit } = roundDownDuration(leftMs);
  const length = time.length[unit](format.digits(count));
  return (
    <time
      dateTime={order.due_on}
      title={time.due(format.dateTime(order.due_on))}
      className={clsx(
        'whitespace-nowrap tabular-nums',
        leftMs < 0 ? 'font-medium text-bad' : leftMs < soonMs ? 'font-medium text-warn' : 'text-muted',
      )}
    >
      {leftMs < 0 ? time.lateBy(length) : time.left(length)}
    </time>
  );
}

/** When an open order is due, or that it is late. Renders nothing for a closed order. */
export function DueLine({ order }: { order: Timed }) {
  const { time } = useOrdersText();
  const outages = useOutagesText();
  const format = useFormat();
  const isLate = useIsLate(order);
  const outage = useOutage(order.service.id);
  if (!isOpen(order.status) || isWaiting(order)) return null;
  if (outage)
    return (
      <span className="mt-1 block">
        <Badge tone="warn">{outages.down}</Badge>
      </span>
    );
  return isLate ? (
    <span className="mt-1 block">
      <Badge tone="bad">
        <Clock3 className="size-3.5" aria-hidden="true" />
        {time.overdue}
      </Badge>
    </span>
  ) : (
    <span className="mt-1 block text-sm text-muted">{time.due(format.dateTime(order.due_on))}</span>
  );
}
