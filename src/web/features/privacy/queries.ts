import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const askAgainMs = 2_000;

/** The export of the caller's data, polled until it is ready. */
export const dataExportQuery = () =>
  queryOptions({
    queryKey: ['data-export'],
    queryFn: ({ signal }) => call('GET /account/export/', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'making' ? askAgainMs : false,
  });
