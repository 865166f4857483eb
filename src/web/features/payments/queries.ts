import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryOf } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

const askAgainMs = 3_000;

export const providersQuery = () =>
  queryOptions({
    queryKey: ['payment-providers'],
    queryFn: ({ signal }) => call('GET /payment/providers/', { signal }),
    staleTime: 300_000,
  });

/** Whether the outcome of the payment is still unknown. */
export const isResultUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500);

/** The outcome of a payment, polled until it is decided, even on a connection that is lost for a while. */
export const paymentResultQuery = (paymentId: string, status: string | undefined) =>
  queryOptions({
    queryKey: ['payment-result', paymentId],
    async queryFn({ signal }) {
      // The payment is found by its number, because the customer may have come back in another browser.
      const [provider] = await call('GET /payment/providers/', { signal });
      return call('GET /payment/:provider/callback/', {
        params: { provider: provider?.id ?? '' },
        query: { paymentID: paymentId, ...(status === undefined ? {} : { status }) },
        signal,
      });
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      (error ? isResultUnknown(error) : data?.status === 'pending') ? askAgainMs : false,
  });

export const paymentsQuery = (query: QueryOf<'GET /account/payments/'>) =>
  queryOptions({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => call('GET /account/payments/', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => call('GET /account/payments/:id/', { params: { id }, signal }),
  });

export const settlementsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['settlements', page],
    queryFn: ({ signal }) =>
      call('GET /account/settlements/', { query: { page, page_size: pageSize }, signal }),
  });

export const settlementQuery = (id: string, query: QueryOf<'GET /account/settlements/:id/'>) =>
  queryOptions({
    queryKey: ['settlement', id, query],
    queryFn: ({ signal }) => call('GET /account/settlements/:id/', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
