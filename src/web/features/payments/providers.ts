// The ways to pay, fetched once for the page and its dialog.
import { useQuery } from '@tanstack/react-query';
import { providersQuery } from './queries.ts';

export function useProviders(enabled: boolean) {
  return useQuery({ ...providersQuery(), enabled });
}

/** The provider's display name; for one no longer offered only the code is known. */
export function useProviderName(): (id: string) => string {
  const { data } = useProviders(true);
  return (id) => data?.find((provider) => provider.id === id)?.name ?? id;
}
