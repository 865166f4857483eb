import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type QueryOf } from '../../lib/api/api.ts';

const balancePollMs = 30_000;
const balanceRetries = 3;
const balanceRetryMs = 5_000;

export const balanceQuery = () =>
  queryOptions({
    queryKey: ['balance'],
    queryFn: ({ signal }) => call('GET /account/transaction-summary/', { signal }),
    refetchInterval: balancePollMs,
    staleTime: 5_000,
    retry: balanceRetries,
    retryDelay: balanceRetryMs,
  });

/** Applies a live message at once; the held amount follows with the next response. */
export function cacheBalance(client: QueryClient, current: number): void {
  client.setQueryData(balanceQuery().queryKey, (old) => ({
    held: old?.held ?? 0,
    is_active: old?.is_active ?? true,
    current_balance: current,
  }));
}

/** The caller's own movements. */
export const transactionsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['transactions', page],
    queryFn: ({ signal }) =>
      call('GET /account/transactions/', { query: { page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** The recharges of all customers, for staff. */
export const rechargesQuery = (query: QueryOf<'GET /account/transactions/'>) =>
  queryOptions({
    queryKey: ['recharges', query],
    queryFn: ({ signal }) => call('GET /account/transactions/', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const cashRequestsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['cash-requests', page],
    queryFn: ({ signal }) =>
      call('GET /account/transactions/waiting/', { query: { page, page_size: pageSize }, signal }),
  });

export const heldOfQuery = (userId: number) =>
  queryOptions({
    queryKey: ['balance-of', userId, 'held'],
    queryFn: ({ signal }) => call('GET /account/user/:id/held/', { params: { id: userId }, signal }),
    staleTime: 0,
  });

export const balanceOfQuery = (userId: number) =>
  queryOptions({
    queryKey: ['balance-of', userId],
    queryFn: ({ signal }) =>
      call('GET /account/user/current-balance/', { query: { user_id: userId }, signal }),
    staleTime: 0,
    // Removed with its dialog, so that the next one does not use what the wallet held then.
    gcTime: 0,
  });

/** How much cash the caller may still take today. */
export const cashLeftQuery = () =>
  queryOptions({
    queryKey: ['recharges', 'cash-left'],
    queryFn: ({ signal }) => call('GET /account/transactions/cash-left/', { signal }),
    staleTime: 0,
  });
