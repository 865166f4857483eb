// The queries for orders, and how live messages change the lists on the screen.
import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { maximumMarked } from '#contract/orders/rules.ts';
import { call } from '../../lib/api/api.ts';
import { makeDataStale, makeStaleByMessage } from '../../lib/api/stale.ts';
import {
  applyMessage,
  isForServer,
  type OrderListFilters,
  type OrderMessage,
  type OrderPage,
} from './order-cache.ts';

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
    // No message tells when something that was set aside comes back.
    refetchInterval: filters.snoozed === 'no' ? pollMs : false,
  });

/** What the filters of a list match, as far as it can be marked. */
export const matchingOrdersQuery = (filters: Omit<ListedBy, 'page'>) =>
  queryOptions({
    queryKey: ['orders', 'matching', filters],
    queryFn: ({ signal }) => askFor({ ...filters, page: 1 }, maximumMarked, signal),
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

/** Loaded only on request: each access is logged. */
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

/** One order has changed: every page and timeline of it. */
export function makeOrderStale(client: QueryClient, id: number): void {
  void makeDataStale(client, { queryKey: ['order', id] });
}

/** Many orders have changed at once. */
export function makeOrderListsStale(client: QueryClient): void {
  void makeDataStale(client, { queryKey: ['orders'] });
}

/** An order that was set aside is back: in its lists, and in the number of what waits. */
export function showWoken(client: QueryClient, id: number): void {
  makeOrderListsStale(client);
  makeOrderStale(client, id);
  void makeDataStale(client, { queryKey: ['pending-count'] });
}

function applyAll(client: QueryClient, messages: readonly OrderMessage[], pageSize: number): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['orders'] })) {
    const [, filters] = query.queryKey as [unknown, OrderListFilters | undefined];
    if (!filters) continue;
    const page = query.state.data as OrderPage | undefined;
    const isAbout = messages.some((message) => isForServer(page, filters, message));
    applyToList(client, query, messages, pageSize);
    if (isAbout) void makeStaleByMessage(client, query.queryKey);
    // An answer that is on its way may be from before the messages.
    else if (query.state.fetchStatus === 'fetching')
      void query.fetch().then(
        () => applyToList(client, query, messages, pageSize),
        () => undefined,
      );
  }
}

/** It does not count as newly loaded: whether other orders belong to it is still unknown. */
function applyToList(
  client: QueryClient,
  { queryKey, state }: Query,
  messages: readonly OrderMessage[],
  pageSize: number,
): void {
  const page = state.data as OrderPage | undefined;
  const filters = queryKey[1] as OrderListFilters;
  const changed =
    page && messages.reduce((so, message) => applyMessage(so, filters, message, pageSize), page);
  if (changed !== page) client.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
}

/** A list that changed more often would be unreadable, and a slow device would do nothing else. */
const listGapMs = 1_000;

interface FollowedLists {
  /** Applies a message to the lists, or soon together with others when many come; those ordered by the server are reloaded. */
  apply(message: OrderMessage): void;
  /** Drops what is waiting, so that the next person sees none of it. */
  stop(): void;
}

/** For as long as a live channel is open. */
export function followLists(client: QueryClient, pageSize: number): FollowedLists {
  /** What came since the lists were changed last. */
  let waiting: OrderMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const applyInTurn = () => {
    timer = waiting.length > 0 ? setTimeout(applyInTurn, listGapMs) : undefined;
    applyAll(client, waiting.splice(0), pageSize);
  };
  return {
    apply(message) {
      waiting.push(message);
      if (timer === undefined) applyInTurn();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
