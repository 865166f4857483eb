// Wakes snoozed orders: at once by a press, or on the screen when their time has come.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { notify } from '../../../lib/notify.ts';
import { now } from '../../../lib/time/clock.ts';
import { invalidateOrder, invalidateOrderLists } from '../queries.ts';
import { useSnoozeText } from './staff-text.ts';

export function useWake() {
  const text = useSnoozeText();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) =>
      call('PUT /account/orders/:id/snooze/', { params: { id }, body: { until: null } }),
    onSuccess: () => notify.success(text.woken),
    onError: (error) => notify.error(errorMessage(error, text.wakeFailed)),
  });
  return { wake: mutate, isPending };
}

/** The server sends no message when an order wakes, so what is on the screen is reloaded then. */
export function useRefetchOnWake(shown: readonly Order[] | undefined): void {
  const client = useQueryClient();
  const next = shown?.flatMap(({ id, snooze }) => (snooze ? [{ id, until: snooze.until }] : []));
  const first = next?.sort((one, other) => one.until.localeCompare(other.until))[0];
  const [id, until] = [first?.id, first?.until];
  useEffect(() => {
    if (id === undefined || until === undefined) return;
    const timer = setTimeout(
      () => {
        invalidateOrderLists(client);
        invalidateOrder(client, id);
      },
      Math.max(0, new Date(until).getTime() - now()) + 1_000,
    );
    return () => clearTimeout(timer);
  }, [client, id, until]);
}
