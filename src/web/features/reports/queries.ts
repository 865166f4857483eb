import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReportName } from '#contract/reports/rules.ts';
import { call, type QueryOf } from '../../lib/api/api.ts';

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

export const reportQuery = (name: ReportName, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['report', name, days],
    queryFn: ({ signal }) =>
      call('GET /account/admin/reports/:report/', { params: { report: name }, query: days, signal }),
    placeholderData: keepPreviousData,
  });

export const dayQuery = (days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['report', 'day', days],
    queryFn: ({ signal }) => call('GET /account/admin/day/', { query: days, signal }),
    placeholderData: keepPreviousData,
  });

/** The movements behind a figure. */
export const movementsQuery = (query: QueryOf<'GET /account/admin/movements/'>) =>
  queryOptions({
    queryKey: ['report', 'movements', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Every account of the books over a period. */
export const accountsQuery = (query: QueryOf<'GET /account/admin/movements/accounts/'>) =>
  queryOptions({
    queryKey: ['report', 'accounts', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/accounts/', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** One account, movement by movement; another one never stands in its place. */
export const accountSheetQuery = (query: QueryOf<'GET /account/admin/movements/account/'>) =>
  queryOptions({
    queryKey: ['report', 'account', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/account/', { query, signal }),
    placeholderData: (before) => (before?.account === query.account ? before : undefined),
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
