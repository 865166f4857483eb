// How many notices are unread: asked on entry and whenever the live channel says something, never counted by the page itself.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const pollMs = 60_000;
const restMs = 250;

export function useUnread() {
  return useQuery({
    queryKey: ['notices', 'unread'],
    queryFn: ({ signal }) => call('GET /account/notices/unread/', { signal }),
    refetchInterval: pollMs,
    staleTime: 5_000,
  });
}

let waiting = 0;

/** Several messages within a moment make one look. */
export function lookAtBell(client: QueryClient): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void client.invalidateQueries({ queryKey: ['notices'] }), restMs);
}
