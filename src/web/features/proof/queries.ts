import { queryOptions } from '@tanstack/react-query';

/** Fetches the fingerprint of the running release’s sources, which the build writes; null if it is unknown. */
async function fetchSources(signal: AbortSignal): Promise<string | null> {
  const answer = await fetch('/sources.json', { signal });
  if (!answer.ok) return null;
  const { sources } = (await answer.json()) as { sources?: string };
  return sources ?? null;
}

export const sourcesQuery = () =>
  queryOptions({
    queryKey: ['sources'],
    queryFn: ({ signal }) => fetchSources(signal),
    staleTime: 60_000,
    retry: false,
  });
