// How many notices are unread: fetched on entry and after each live message, never counted by the page itself.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { makeStale } from '../../lib/api/stale.ts';
import { unreadQuery } from './queries.ts';

const staleDebounceMs = 250;

export function useUnread() {
  return useQuery(unreadQuery());
}

let waiting = 0;

/** Several messages in quick succession trigger one check. */
export function refetchUnread(client: QueryClient): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => makeStale(client, ['notices']), staleDebounceMs);
}
