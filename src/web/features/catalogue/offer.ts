// What is on offer, as staff's pages keep it and as the live channel refreshes it.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live.ts';
import { call } from '../../lib/api.ts';
import { publicServicesKey } from '../../lib/query.ts';
import { shopKey } from '../../lib/shop.ts';

/** Loads again what a message says has changed for everybody. */
export function followOffer(client: QueryClient, message: LiveMessage): void {
  const keys =
    message.type === 'catalogue'
      ? [['services'], ['service'], ['service-status'], ['sub-types'], ['usual-times'], publicServicesKey]
      : message.type === 'shop'
        ? [shopKey, ['settings']]
        : [];
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

export const useStaffServices = () =>
  useQuery({
    queryKey: ['services', 'all'],
    queryFn: ({ signal }) => call('GET /account/services/', { query: { status: 'all' }, signal }),
  });
