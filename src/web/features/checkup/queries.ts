import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const checkupQuery = () =>
  queryOptions({
    queryKey: ['checkup'],
    queryFn: ({ signal }) => call('GET /account/checkup/', { signal }),
    refetchInterval: 60_000,
  });

/** Refetched often while its page is open, because most steps are done elsewhere. */
export const firstStepsQuery = (refetchInterval: number | false = false) =>
  queryOptions({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => call('GET /account/first-steps/', { signal }),
    refetchInterval,
  });
