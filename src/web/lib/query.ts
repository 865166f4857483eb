// How lists and records are fetched and kept. A refusal is not asked again; a lost connection is, twice.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

// Without a network a call fails at once and says so, instead of waiting unseen for its return.
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

/** Of what the front page offers; the build draws it too. */
export const publicServicesKey = ['public-services'] as const;
