import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** `all` for staff; customers order from the active ones. */
export const servicesQuery = (status: 'all' | 'active') =>
  queryOptions({
    queryKey: ['services', status],
    queryFn: ({ signal }) => call('GET /account/services/', { query: { status }, signal }),
  });

export const serviceQuery = (code: string) =>
  queryOptions({
    queryKey: ['service', code],
    queryFn: ({ signal }) => call('GET /account/services/lookup/', { query: { code }, signal }),
  });

export const serviceStatusQuery = () =>
  queryOptions({
    queryKey: ['service-status'],
    queryFn: ({ signal }) => call('GET /account/services/status/', { signal }),
  });

export const formVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['forms', id],
    queryFn: ({ signal }) => call('GET /account/services/:id/forms/', { params: { id }, signal }),
  });

export const serviceHistoryQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['services', 'history', id, page],
    queryFn: ({ signal }) =>
      call('GET /account/services/:id/history/', { params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export const priceChangesQuery = (id: number) =>
  queryOptions({
    queryKey: ['services', 'planned', id],
    queryFn: ({ signal }) => call('GET /account/services/:id/price-changes/', { params: { id }, signal }),
  });
