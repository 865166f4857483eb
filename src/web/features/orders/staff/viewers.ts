// Which colleagues have the same order open: each page announces it over the live channel.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveMessage } from '#contract/live/calls.ts';
import { sendOnLive } from '../../../lib/api/live-channel.ts';
import { useUser } from '../../../lib/session.ts';
import { viewersQuery } from '../queries.ts';

type Viewers = Extract<LiveMessage, { type: 'viewers' }>['viewers'];
const repeatMs = 20_000;

export function cacheViewers(client: QueryClient, message: Extract<LiveMessage, { type: 'viewers' }>): void {
  client.setQueryData(viewersQuery(message.order_id).queryKey, message.viewers);
}

/**
 * Announces that this page shows the order, for as long as it does.
 * @returns the colleagues who have it open
 */
export function useViewers(orderId: number): Viewers {
  const { id } = useUser();
  const { data } = useQuery(viewersQuery(orderId));
  useEffect(() => {
    const report = () => sendOnLive({ type: 'viewing', order_id: orderId });
    report();
    const timer = setInterval(report, repeatMs);
    return () => {
      clearInterval(timer);
      sendOnLive({ type: 'viewing', order_id: null });
    };
  }, [orderId]);
  return data.filter((viewer) => viewer.id !== id);
}
