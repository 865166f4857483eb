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

/** What a provider calls itself; of one that is no longer offered the code is all that is known. */
export function useProviderName(): (id: string) => string {
  const { data } = useProviders(true);
  return (id) => data?.find((provider) => provider.id === id)?.name ?? id;
}
