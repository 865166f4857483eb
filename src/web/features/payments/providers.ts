// The ways to pay, asked once for the page and its dialog.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function useProviders(enabled: boolean) {
  return useQuery({
    queryKey: ['payment-providers'],
    queryFn: ({ signal }) => call('GET /payment/providers/', { signal }),
    enabled,
    staleTime: 300_000,
  });
}
