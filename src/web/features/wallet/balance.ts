// The available balance: asked on entry, every 30 seconds, and set at once when the live channel tells it.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../lib/api.ts';
import { paisaOf } from '../../lib/format.ts';

const balanceKey = ['balance'] as const;
const pollMs = 30_000;
const retries = 3;
const retryMs = 5_000;

export function useBalance() {
  return useQuery({
    queryKey: balanceKey,
    queryFn: ({ signal }) => call('GET /account/transaction-summary/', { signal }),
    refetchInterval: pollMs,
    refetchOnMount: 'always',
    staleTime: 5_000,
    retry: retries,
    retryDelay: retryMs,
  });
}

/** What can be spent now, in paisa; undefined until known. */
export function useAvailablePaisa(): bigint | undefined {
  const { data } = useBalance();
  return data ? paisaOf(data.current_balance) : undefined;
}

export function keepBalance(client: QueryClient, current: number): void {
  client.setQueryData<Answer<'GET /account/transaction-summary/'>>(balanceKey, (old) => ({
    held: old?.held ?? 0,
    is_active: old?.is_active ?? true,
    current_balance: current,
  }));
  void client.invalidateQueries({ queryKey: balanceKey });
}
