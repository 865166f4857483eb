// Live messages worked into the lists that are on the screen.
import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live.ts';
import type { StaffOrder } from '#contract/orders/calls.ts';

export interface OrderListFilters {
  page: number;
  search: string;
  status: string;
  service: string;
  /** Lists by due time are the server's to order. */
  due?: string;
}

interface OrderPage {
  results: StaffOrder[];
  count: number;
}

type OrderMessage = Extract<LiveMessage, { order: unknown }>;

export const isAboutOrder = (message: LiveMessage): message is OrderMessage => 'order' in message;

/** Whether a new order belongs at the head of a list; a search is the server's to answer. */
function belongs(order: StaffOrder, filters: OrderListFilters): boolean {
  return (
    filters.page === 1 &&
    filters.search === '' &&
    (filters.due ?? '') === '' &&
    (filters.status === 'all' || filters.status === order.status) &&
    (filters.service === '' || filters.service === order.service.name)
  );
}

/** What a list becomes by a message; the same object when it says nothing to this list. */
export function applyMessage(
  page: OrderPage,
  filters: OrderListFilters,
  message: OrderMessage,
  pageSize: number,
): OrderPage {
  const known = page.results.some((order) => order.id === message.order_id);
  if (message.type === 'order_deleted') {
    return known
      ? {
          results: page.results.filter((order) => order.id !== message.order_id),
          count: Math.max(0, page.count - 1),
        }
      : page;
  }
  if (message.type === 'order_updated') {
    return known
      ? {
          ...page,
          results: page.results.map((order) => (order.id === message.order_id ? message.order : order)),
        }
      : page;
  }
  if (known || !belongs(message.order, filters)) return page;
  return { results: [message.order, ...page.results].slice(0, pageSize), count: page.count + 1 };
}

export function applyToLists(client: QueryClient, message: OrderMessage, pageSize: number): void {
  for (const [key, page] of client.getQueriesData<OrderPage>({ queryKey: ['orders'] })) {
    const filters = key[1] as OrderListFilters | undefined;
    if (filters?.due) void client.invalidateQueries({ queryKey: key });
    if (page && filters) client.setQueryData(key, applyMessage(page, filters, message, pageSize));
  }
  for (const key of ['overdue-count', 'pending-count']) void client.invalidateQueries({ queryKey: [key] });
  void client.invalidateQueries({ queryKey: ['order', message.order_id] });
  void client.invalidateQueries({ queryKey: ['admin-overview'] });
}
