// How many notices are unread: fetched on entry and after each live message, never counted by the page itself.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { invalidateThrottled } from '../../lib/api/invalidation.ts';
import { unreadQuery } from './queries.ts';

/** The messages of one change arrive together. */
const togetherMs = 250;

export function useUnread() {
  return useQuery(unreadQuery());
}

let waiting = 0;

/** Combines several messages in quick succession into one request. */
export function refetchUnread(client: QueryClient): void {
  if (waiting !== 0) return;
  waiting = window.setTimeout(() => {
    waiting = 0;
    void invalidateThrottled(client, ['notices']);
  }, togetherMs);
}
