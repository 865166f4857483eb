// Queries for orders.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { maximumSelected } from '#contract/orders/rules.ts';
import { call } from '../../lib/api/api.ts';
import { invalidate } from '../../lib/api/invalidation.ts';
import type { OrderListFilters, OrderMessage } from './live/order-cache.ts';

const pollMs = 60_000;
const usualTimesKeptMs = 5 * 60_000;

export type ListedBy = OrderListFilters & { status: 'all' | OrderStatus };

const askFor = (filters: ListedBy, pageSize: number, signal: AbortSignal) =>
  call('GET /account/orders/', {
    query: {
      ...filters,
      due: filters.due || undefined,
      mine: filters.mine || undefined,
      waiting: filters.waiting || undefined,
      snoozed: filters.snoozed || undefined,
      tag: filters.tag || undefined,
      user: filters.user || undefined,
      page_size: pageSize,
    },
    signal,
  });

export const ordersQuery = (filters: ListedBy, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', filters],
    queryFn: ({ signal }) => askFor(filters, pageSize, signal),
    placeholderData: keepPreviousData,
    // No message is sent when a snoozed order wakes.
    refetchInterval: filters.snoozed === 'no' ? pollMs : false,
  });

/** All orders that match the filters of a list, as far as they can be selected. */
export const matchingOrdersQuery = (filters: Omit<ListedBy, 'page'>) =>
  queryOptions({
    queryKey: ['orders', 'matching', filters],
    queryFn: ({ signal }) => askFor({ ...filters, page: 1 }, maximumSelected, signal),
  });

/** The newest orders of one customer in one status, for staff. */
export const ordersOfQuery = (user: number, status: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'of', user, status],
    queryFn: ({ signal }) => call('GET /account/orders/', { query: { user, status, page_size: 5 }, signal }),
  });

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /account/orders/:id/', { params: { id }, signal }),
  });

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'timeline'],
    queryFn: ({ signal }) => call('GET /account/orders/:id/timeline/', { params: { id }, signal }),
  });

/** Loaded only on request, because each access is logged. */
export const earlierResultsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'earlier results'],
    queryFn: ({ signal }) => call('GET /account/orders/:id/earlier-results/', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const attachmentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'attachments'],
    queryFn: ({ signal }) => call('GET /account/orders/:id/attachments/', { params: { id }, signal }),
  });

/** A published form never changes. */
export const publishedFormQuery = (id: number) =>
  queryOptions({
    queryKey: ['form', id],
    queryFn: ({ signal }) => call('GET /account/service-forms/:id/', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const checksQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'checks'],
    queryFn: ({ signal }) => call('GET /account/orders/:id/checks/', { params: { id }, signal }),
  });

export const internalNotesQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'notes'],
    queryFn: ({ signal }) => call('GET /account/orders/:id/notes/', { params: { id }, signal }),
  });

export const overdueCountQuery = () =>
  queryOptions({
    queryKey: ['overdue-count'],
    queryFn: ({ signal }) =>
      call('GET /account/orders/', { query: { due: 'overdue', page_size: 1 }, signal }),
    refetchInterval: pollMs,
    select: ({ count }) => count,
  });

export const pendingCountQuery = () =>
  queryOptions({
    queryKey: ['pending-count'],
    queryFn: ({ signal }) =>
      call('GET /account/orders/', { query: { status: 'pending', snoozed: 'no', page_size: 1 }, signal }),
    refetchInterval: pollMs,
    select: ({ count }) => count,
  });

interface CompletedFilter {
  page: number;
  search?: string;
  user?: number | undefined;
}

export const completedOrdersQuery = (filter: CompletedFilter, pageSize: number) =>
  queryOptions({
    queryKey: ['completed-orders', filter],
    queryFn: ({ signal }) =>
      call('GET /account/orders/completed/', { query: { ...filter, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const usualTimesQuery = () =>
  queryOptions({
    queryKey: ['usual-times'],
    queryFn: ({ signal }) => call('GET /account/orders/usual-times/', { signal }),
    staleTime: usualTimesKeptMs,
  });

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ['operators'],
    queryFn: ({ signal }) => call('GET /account/orders/operators/', { signal }),
  });

export const savedRepliesQuery = () =>
  queryOptions({
    queryKey: ['saved-replies'],
    queryFn: ({ signal }) => call('GET /account/saved-replies/', { signal }),
  });

export const orderTagsQuery = () =>
  queryOptions({
    queryKey: ['order-tags'],
    queryFn: ({ signal }) => call('GET /account/order-tags/', { signal }),
  });

export const savedViewsQuery = () =>
  queryOptions({
    queryKey: ['saved-views'],
    queryFn: ({ signal }) => call('GET /account/saved-views/', { signal }),
  });

type Viewers = Extract<LiveMessage, { type: 'viewers' }>['viewers'];

/** Who has an order's page open: pushed by the live channel, never fetched. */
export const viewersQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['viewers', orderId],
    queryFn: (): Viewers => [],
    enabled: false,
    initialData: [] as Viewers,
  });

export const isAboutOrder = (message: LiveMessage): message is OrderMessage => 'order' in message;

/** Invalidates everything about one order: its pages and its timeline. */
export function invalidateOrder(client: QueryClient, id: number): void {
  void invalidate(client, { queryKey: ['order', id] });
}

export const everyOrderList = ['orders'] as const;

/** Invalidates all lists after many orders have changed at once. */
export function invalidateOrderLists(client: QueryClient): void {
  void invalidate(client, { queryKey: everyOrderList });
}

/** Shows that a snoozed order is back: in its lists, and in the count of pending orders. */
export function showWokenOrder(client: QueryClient, id: number): void {
  invalidateOrderLists(client);
  invalidateOrder(client, id);
  void invalidate(client, { queryKey: ['pending-count'] });
}
