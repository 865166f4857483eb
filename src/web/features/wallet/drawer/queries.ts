import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryOf } from '../../../lib/api/api.ts';

/** @param user undefined for the caller's own drawer */
export const drawerQuery = (user: number | undefined) =>
  queryOptions({
    queryKey: ['drawer', 'one', user],
    queryFn: ({ signal }) =>
      call('GET /account/drawer/', { query: user === undefined ? {} : { user }, signal }),
  });

export const drawersQuery = () =>
  queryOptions({
    queryKey: ['drawer', 'all'],
    queryFn: ({ signal }) => call('GET /account/drawers/', { signal }),
  });

export const drawerMovementsQuery = (query: QueryOf<'GET /account/drawer/movements/'>) =>
  queryOptions({
    queryKey: ['drawer', 'movements', query],
    queryFn: ({ signal }) => call('GET /account/drawer/movements/', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const cashCountsQuery = (query: QueryOf<'GET /account/drawer/counts/'>) =>
  queryOptions({
    queryKey: ['drawer', 'counts', query],
    queryFn: ({ signal }) => call('GET /account/drawer/counts/', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const cashCountQuery = (id: number) =>
  queryOptions({
    queryKey: ['drawer', 'count', id],
    queryFn: ({ signal }) => call('GET /account/drawer/counts/:id/', { params: { id }, signal }),
  });
