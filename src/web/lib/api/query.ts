// The query client: how lists and records are fetched and cached. A refusal is not retried; a lost connection is, twice.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Names of data: the first element of a query key. Queries share a name if their data becomes stale together. */
export type DataName =
  | 'activity'
  | 'admin-overview'
  | 'admin-trends'
  | 'backup'
  | 'balance'
  | 'balance-of'
  | 'checkup'
  | 'first-steps'
  | 'birth-captcha'
  | 'books'
  | 'cash-requests'
  | 'client-ip'
  | 'completed-orders'
  | 'customer-overview'
  | 'data-export'
  | 'document'
  | 'drawer'
  | 'files'
  | 'form'
  | 'forms'
  | 'jobs'
  | 'money-waiting'
  | 'notice-choices'
  | 'notices'
  | 'operators'
  | 'order'
  | 'order-tags'
  | 'orders'
  | 'overdue-count'
  | 'own-events'
  | 'payment'
  | 'payment-providers'
  | 'payment-result'
  | 'payments'
  | 'pending-count'
  | 'public-services'
  | 'qr'
  | 'recent-copy'
  | 'recent-customers'
  | 'recharges'
  | 'report'
  | 'sandbox'
  | 'saved-replies'
  | 'saved-views'
  | 'search-all'
  | 'second-factor'
  | 'service'
  | 'service-status'
  | 'services'
  | 'sessions'
  | 'settings'
  | 'settlement'
  | 'settlements'
  | 'shared'
  | 'shares'
  | 'shop'
  | 'short-users'
  | 'sources'
  | 'transactions'
  | 'user'
  | 'users'
  | 'usual-times'
  | 'verification'
  | 'viewers';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [DataName, ...unknown[]];
  }
}

// Without a network a request fails at once with a message, instead of waiting silently.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (count, error) => (error instanceof ApiError && error.status < 500 ? false : count < 2),
      retryDelay: (count) => 600 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
