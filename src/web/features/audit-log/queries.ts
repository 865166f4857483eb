import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryOf } from '../../lib/api/api.ts';

/** What happened to the caller's account. */
export const ownEventsQuery = (query: QueryOf<'GET /account/trail/'>) =>
  queryOptions({
    queryKey: ['own-events', query],
    queryFn: ({ signal }) => call('GET /account/trail/', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Everyone's activity, for users who may read it. */
export const activityQuery = (query: QueryOf<'GET /account/activity/'>) =>
  queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => call('GET /account/activity/', { query, signal }),
    placeholderData: keepPreviousData,
  });
