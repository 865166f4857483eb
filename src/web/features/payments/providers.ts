// The payment methods, fetched once for the page and its dialog.
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from './queries.ts';

export function useProviders(enabled: boolean) {
  return useQuery({ ...providersQuery(), enabled });
}

/** Returns the provider's display name; for one that is no longer offered, only the code is known. */
export function useProviderName(): (id: string) => string {
  const { data } = useProviders(true);
  return (id) => data?.find((provider) => provider.id === id)?.name ?? id;
}
