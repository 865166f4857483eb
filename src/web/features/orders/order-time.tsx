// How long an order takes: the usual time, when this one is due, and whether it is late.
import { useQuery } from '@tanstack/react-query';
import { Clock3, ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { codeNeedingName, codeNeedingNidPair, roundedTime } from '#contract/orders/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { Badge } from '../../ui/surface.tsx';
import { usualTimesQuery } from './queries.ts';
import { useOrdersText } from './text.ts';

const refreshMs = 30_000;

/** 'Usually within …' for a kind of order; undefined until it is known. */
function useUsualTime(subTypeId: number | undefined): { words: string; basis: string } | undefined {
  const { time } = useOrdersText();
  const format = useFormat();
  const { data } = useQuery(usualTimesQuery());
  const usual = data?.results.find((row) => row.sub_type === subTypeId);
  if (!usual) return undefined;
  const { count, unit } = roundedTime(usual.hours);
  return {
    words: time.usually(time.span[unit](format.digits(count))),
    basis: usual.from_orders ? time.fromOrders : time.planned,
  };
}

/** In the order form: what the service is, what it needs, how long it usually takes. */
export function ServiceFacts({ service, subTypeId }: { service: Service; subTypeId: number | undefined }) {
  const { create: text } = useOrdersText();
  const usual = useUsualTime(subTypeId ?? service.sub_type[0]?.id);
  const needs = [
    ...(service.code === codeNeedingName ? [text.name] : []),
    service.code === codeNeedingNidPair ? text.nidPair : text.number,
  ];
  return (
    <div className="rounded-lg border border-line bg-paper p-4" data-testid="service-facts">
      {service.description ? <p>{service.description}</p> : null}
      <dl className="mt-2 space-y-1 text-muted">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="flex items-center gap-2">
            <ListChecks className="size-4" aria-hidden="true" />
            {text.needs}:
          </dt>
          <dd className="text-ink">{needs.join(', ')}</dd>
        </div>
        {usual ? (
          <div className="flex flex-wrap items-baseline gap-x-2">
            <dt className="flex items-center gap-2">
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

type Timed = Pick<Order, 'status' | 'due_on'>;

/** Whether an open order is overdue; rechecked while the page is open. */
export function useIsLate(order: Timed): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return isOpen(order.status) && new Date(order.due_on).getTime() < now;
}

/** When an open order is due, or that it is late; nothing for one that has ended. */
export function DueLine({ order }: { order: Timed }) {
  const { time } = useOrdersText();
  const format = useFormat();
  const isLate = useIsLate(order);
  if (!isOpen(order.status)) return null;
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
