// The ways to pay, fetched once for the page and its dialog.
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from './queries.ts';

export function useProviders(enabled: boolean) {
  return useQuery({ ...providersQuery(), enabled });
}

/** What a provider calls itself; of one that is no longer offered the code is all that is known. */
export function useProviderName(): (id: string) => string {
  const { data } = useProviders(true);
  return (id) => data?.find((provider) => provider.id === id)?.name ?? id;
}
