// Shows that an order is snoozed: briefly in lists, with the reason and a button to wake it on its page.
import { Clock } from 'lucide-react';
import type { Order } from '#contract/orders/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { useSnoozeText } from './staff-text.ts';
import { useRefetchOnWake, useWake } from './use-wake.ts';
import { useWakeWords } from './wake-words.ts';

interface OrderProps {
  order: Order;
}

export function SnoozedUntil({ order: { snooze } }: OrderProps) {
  const text = useSnoozeText();
  const wordsOf = useWakeWords();
  if (!snooze) return null;
  return (
    <span
      className="flex min-w-0 items-center gap-1 text-sm text-accent-text"
      title={snooze.reason || undefined}
    >
      <Clock className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">{text.later}:</span>
      <span className="whitespace-nowrap">{wordsOf(snooze.until)}</span>
      {snooze.reason ? <span className="truncate text-muted">· {snooze.reason}</span> : null}
    </span>
  );
}

/** @param mayWork whether the user has a right to any step of the order */
export function SnoozeLine({ order, mayWork }: OrderProps & { mayWork: boolean }) {
  const text = useSnoozeText();
  const wordsOf = useWakeWords();
  const { wake, isPending } = useWake();
  useRefetchOnWake([order]);
  const { id, snooze } = order;
  if (!snooze) return null;
  return (
    <Callout tone="accent" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p>{text.line(wordsOf(snooze.until))}</p>
          {snooze.reason ? <p className="break-words text-muted">{snooze.reason}</p> : null}
        </div>
        {mayWork ? (
          <Button variant="quiet" size="small" busy={isPending} onClick={() => wake(id)}>
            {text.wake}
          </Button>
        ) : null}
      </div>
    </Callout>
  );
}
