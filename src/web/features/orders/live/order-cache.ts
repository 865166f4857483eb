// Applies live messages to the lists on the screen.
import type { LiveMessage } from '#contract/live/calls.ts';
import type { Order } from '#contract/orders/calls.ts';

export interface OrderListFilters {
  page: number;
  search: string;
  status: string;
  service: string;
  /** The server sorts lists by due time. */
  due?: '' | 'open' | 'first' | 'overdue';
  /** What the caller works on, which only the server knows. */
  mine?: '' | 'yes';
  /** Orders that wait for their customer. */
  waiting?: '' | 'yes';
  /** Orders that staff have snoozed, or have not. */
  snoozed?: '' | 'yes' | 'no' | 'mine';
  /** The id of a tag of the shop. */
  tag?: '' | number;
  /** The id of a customer. */
  user?: '' | number;
}

export interface OrderPage {
  results: Order[];
  count: number;
}

export type OrderMessage = Extract<LiveMessage, { order: unknown }>;

/** Whether a new order belongs at the top of a list; a search is left to the server. */
function belongs(order: Order, filters: OrderListFilters): boolean {
  return (
    filters.page === 1 &&
    filters.search === '' &&
    (filters.due ?? '') === '' &&
    (filters.mine ?? '') === '' &&
    (filters.waiting ?? '') === '' &&
    (filters.tag ?? '') === '' &&
    (!filters.user || filters.user === order.user.id) &&
    // A new order is not snoozed.
    (filters.snoozed ?? 'no') !== 'yes' &&
    filters.snoozed !== 'mine' &&
    (filters.status === 'all' || filters.status === order.status) &&
    (filters.service === '' || filters.service === order.service.name)
  );
}

/** Whether only the server knows what the list contains and how it is sorted, so that it has to be reloaded. */
export function mustReload(page: OrderPage | undefined, filters: OrderListFilters, message: OrderMessage) {
  const { order, order_id } = message;
  if (filters.due || filters.mine || filters.waiting || filters.tag) return true;
  // The filter may be the service's number, or its name before it was renamed.
  const isNamed = (one: Order) => one.service.name === filters.service;
  if (filters.service !== '' && order && !isNamed(order) && !page?.results.some(isNamed)) return true;
  const known = page?.results.some(({ id }) => id === order_id) ?? false;
  if (filters.snoozed === 'no') {
    // It was just snoozed, or perhaps woken.
    return known
      ? Boolean(order?.snooze)
      : order !== null && order.snooze === null && order.status === filters.status;
  }
  if (filters.snoozed) return true;
  // It may have just entered this state.
  return (
    !known &&
    message.type === 'order_updated' &&
    message.order.status === filters.status &&
    (!filters.user || filters.user === message.order.user.id) &&
    (filters.service === '' || filters.service === message.order.service.name)
  );
}

/** Whether rows may have moved between this page and another. Such a page is reloaded when it is next opened. */
export function mayShiftRows(page: OrderPage | undefined, filters: OrderListFilters, message: OrderMessage) {
  if (message.type !== 'order_updated') return filters.page > 1;
  if (filters.status === 'all') return false;
  const known = page?.results.find(({ id }) => id === message.order_id);
  return known ? message.order.status !== filters.status : filters.page > 1;
}

/** Applies a message to a list; applying it twice is harmless. Returns the same object if the message does not affect the list. */
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
  const older = page.results.findIndex(({ id }) => id < message.order_id);
  // On a full page of newer orders it has already been counted, and is on a later page.
  if (older === -1 && page.results.length >= pageSize) return page;
  const at = older === -1 ? page.results.length : older;
  const results = [...page.results.slice(0, at), message.order, ...page.results.slice(at, pageSize - 1)];
  return { results, count: page.count + 1 };
}
