import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const waitingPollMs = 60_000;
const booksPollMs = 300_000;

export const customerOverviewQuery = () =>
  queryOptions({
    queryKey: ['customer-overview'],
    queryFn: ({ signal }) => call('GET /account/user/dashboard/top-overview/', { signal }),
  });

export const adminOverviewQuery = () =>
  queryOptions({
    queryKey: ['admin-overview'],
    queryFn: ({ signal }) => call('GET /account/admin/dashboard/top-overview/', { signal }),
  });

export const recentCustomersQuery = () =>
  queryOptions({
    queryKey: ['recent-customers'],
    queryFn: ({ signal }) => call('GET /account/admin/dashboard/recent-customers/', { signal }),
  });

export const trendsQuery = () =>
  queryOptions({
    queryKey: ['admin-trends'],
    queryFn: ({ signal }) => call('GET /account/admin/dashboard/trends/', { signal }),
  });

/** How many money matters are waiting for staff. */
export const moneyWaitingQuery = () =>
  queryOptions({
    queryKey: ['money-waiting'],
    queryFn: ({ signal }) => call('GET /account/admin/money-waiting/', { signal }),
    refetchInterval: waitingPollMs,
  });

export const searchAllQuery = (words: string) =>
  queryOptions({
    queryKey: ['search-all', words],
    queryFn: ({ signal }) => call('GET /account/search/', { query: { q: words }, signal }),
    enabled: words !== '',
    staleTime: 10_000,
  });

export const booksQuery = () =>
  queryOptions({
    queryKey: ['books'],
    queryFn: ({ signal }) => call('GET /account/books/', { signal }),
    refetchInterval: booksPollMs,
  });
