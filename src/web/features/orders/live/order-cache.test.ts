import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders/calls.ts';
import { applyMessage, mustReload, type OrderListFilters, type OrderPage } from './order-cache.ts';
import { createListUpdates } from './queries.ts';

const filters: OrderListFilters = { page: 1, search: '', status: 'all', service: '' };
const order = (id: number, status = 'pending') =>
  ({ id, status, service: { name: 'NID' }, user: { id: 7 } }) as unknown as Order;
const list = (...ids: number[]) => ({ results: ids.map((id) => order(id)), count: ids.length });
const ids = (page: { results: Order[] }) => page.results.map(({ id }) => id);

test('a new order comes first and counts once, however often it is announced', () => {
  const message = { type: 'order_created', order: order(3), order_id: 3 } as const;
  const once = applyMessage(list(2, 1), filters, message, 10);
  expect(ids(once)).toEqual([3, 2, 1]);
  expect(once.count).toBe(3);
  expect(applyMessage(once, filters, message, 10)).toBe(once);
});

test('a full page stays as long as it was', () => {
  const page = applyMessage(list(2, 1), filters, { type: 'order_created', order: order(3), order_id: 3 }, 2);
  expect(ids(page)).toEqual([3, 2]);
  expect(page.count).toBe(3);
});

test('a new order is inserted in its position, but not on a page full of newer ones', () => {
  const created = (id: number) => ({ type: 'order_created', order: order(id), order_id: id }) as const;
  expect(ids(applyMessage(list(4, 2), filters, created(3), 10))).toEqual([4, 3, 2]);
  expect(ids(applyMessage(list(4, 3), filters, created(2), 10))).toEqual([4, 3, 2]);
  const full = { results: [order(4), order(3)], count: 30 };
  expect(applyMessage(full, filters, created(2), 2)).toBe(full);
});

test('a new order stays out of lists it does not belong to', () => {
  const message = { type: 'order_created', order: order(3), order_id: 3 } as const;
  for (const other of [
    { page: 2 },
    { search: 'x' },
    { status: 'completed' },
    { service: 'TIN' },
    { snoozed: 'yes' } as const,
  ]) {
    expect(ids(applyMessage(list(1), { ...filters, ...other }, message, 10))).toEqual([1]);
  }
});

test('a list filtered by an earlier name of a service, or by its number, is left to the server', () => {
  const message = { type: 'order_created', order: order(3), order_id: 3 } as const;
  for (const service of ['NID card', '4']) {
    expect(mustReload(list(1), { ...filters, service }, message)).toBe(true);
    expect(mustReload(list(), { ...filters, service }, message)).toBe(true);
  }
  for (const page of [list(1), list()])
    expect(mustReload(page, { ...filters, service: 'NID' }, message)).toBe(false);
});

test('a changed order is replaced in place', () => {
  const message = { type: 'order_updated', order: order(1, 'completed'), order_id: 1 } as const;
  const page = applyMessage(list(2, 1), filters, message, 10);
  expect(page.results[1]?.status).toBe('completed');
  expect(page.count).toBe(2);
});

test('a deleted order is removed, and the count never falls below zero', () => {
  const message = { type: 'order_deleted', order: null, order_id: 1 } as const;
  expect(applyMessage({ results: [order(1)], count: 0 }, filters, message, 10)).toEqual({
    results: [],
    count: 0,
  });
  expect(applyMessage(list(2, 1), filters, message, 10)).toEqual(list(2));
  const other = list(2);
  expect(applyMessage(other, filters, message, 10)).toBe(other);
});

test('the queue is reloaded when one of its orders is snoozed or wakes', () => {
  const queue = { ...filters, status: 'pending', snoozed: 'no' } as const;
  const message = (id: number, snooze: Order['snooze'], status = 'pending') =>
    ({ type: 'order_updated', order: { ...order(id, status), snooze } as Order, order_id: id }) as const;
  const later = { until: '2026-11-24T10:00:00Z', reason: '' };
  expect(mustReload(list(2, 1), queue, message(1, later))).toBe(true);
  expect(mustReload(list(2, 1), queue, message(1, null))).toBe(false);
  expect(mustReload(list(2, 1), queue, message(3, null))).toBe(true);
  expect(mustReload(list(2, 1), queue, message(3, later))).toBe(false);
  expect(mustReload(list(2, 1), queue, message(3, null, 'processing'))).toBe(false);
  expect(mustReload(list(2, 1), { ...filters, snoozed: 'yes' }, message(3, null))).toBe(true);
  expect(mustReload(list(2, 1), { ...filters, tag: 4 }, message(3, null))).toBe(true);
  expect(mustReload(list(2, 1), filters, message(3, later))).toBe(false);
});

test('a list is reloaded for an order that enters its state, not for one that is listed there or elsewhere', () => {
  const done = (id: number) =>
    ({ type: 'order_updated', order: order(id, 'completed'), order_id: id }) as const;
  const completed = { ...filters, status: 'completed' };
  expect(mustReload(list(2, 1), completed, done(3))).toBe(true);
  expect(mustReload(list(2, 1), completed, done(2))).toBe(false);
  const ofTin = { results: [{ ...order(2), service: { name: 'TIN' } } as Order], count: 1 };
  expect(mustReload(ofTin, { ...completed, service: 'TIN' }, done(3))).toBe(false);
  expect(mustReload(list(2, 1), { ...filters, status: 'rejected' }, done(3))).toBe(false);
  expect(mustReload(list(2, 1), { ...completed, user: 7 }, done(3))).toBe(true);
  expect(mustReload(list(2, 1), { ...completed, user: 8 }, done(3))).toBe(false);
  expect(mustReload(list(2, 1), filters, done(3))).toBe(false);
});

test('many new orders enter a list in turn: the first at once, the others together, none twice or lost', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const key = ['orders', filters] as const;
  client.setQueryData(key, list());
  const lists = createListUpdates(client, 100);
  let changes = 0;
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') changes += 1;
  });
  for (let id = 1; id <= 40; id += 1) {
    lists.apply({ type: 'order_created', order: order(id), order_id: id });
    if (id === 1) expect(ids(client.getQueryData(key)!)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ids(client.getQueryData(key)!)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
  expect(changes).toBeLessThan(10);
  vi.useRealTimers();
});

/** A list on the screen, whose requests the test answers by hand. */
function watch(client: QueryClient, by: OrderListFilters = filters) {
  const answers: ((page: OrderPage) => void)[] = [];
  const queryKey = ['orders', by] as const;
  const queryFn = () => new Promise<OrderPage>((done) => answers.push(done));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  return { answers, stop, seen: () => ids(client.getQueryData(queryKey)!) };
}

test('rows that move to another page make it stale: it is reloaded only when it is opened', () => {
  const client = new QueryClient();
  const lists = createListUpdates(client, 100);
  const page = (number: number, status = 'all') => {
    const key = ['orders', { ...filters, page: number, status }] as const;
    client.setQueryData(key, list(2, 1));
    return () => client.getQueryState(key)!.isInvalidated;
  };
  const [first, second, pending, later] = [page(1), page(2), page(1, 'pending'), page(2, 'pending')];
  const say = (type: 'order_created' | 'order_updated', id: number, status = 'pending') =>
    lists.apply({ type, order: order(id, status), order_id: id });
  vi.useFakeTimers();
  const after = () => {
    vi.advanceTimersByTime(1_000);
    return [first(), second(), pending(), later()];
  };
  say('order_updated', 2);
  expect(after()).toEqual([false, false, false, false]);
  say('order_updated', 9, 'completed');
  expect(after()).toEqual([false, false, false, true]);
  say('order_created', 3);
  expect(after()).toEqual([false, true, false, true]);
  say('order_updated', 2, 'processing');
  expect(after()).toEqual([false, true, true, true]);
  say('order_updated', 1);
  expect(after()).toEqual([false, true, true, true]);
  lists.stop();
  vi.useRealTimers();
});

test('messages received while a list is loading are applied afterwards, without another request', async () => {
  const client = new QueryClient();
  const lists = createListUpdates(client, 10);
  const { answers, stop, seen } = watch(client);
  lists.apply({ type: 'order_created', order: order(2), order_id: 2 });
  answers[0]!(list(1));
  await expect.poll(() => seen()).toEqual([2, 1]);
  void client.invalidateQueries({ queryKey: ['orders'] });
  lists.apply({ type: 'order_created', order: order(3), order_id: 3 });
  lists.apply({ type: 'order_deleted', order: null, order_id: 1 });
  await expect.poll(() => seen()).toEqual([3, 2]);
  answers[1]!(list(2, 1));
  await expect.poll(() => seen()).toEqual([3, 2]);
  expect(answers).toHaveLength(2);
  lists.stop();
  stop();
});

test('more than a page of new orders during a load are not put above those in the response', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const lists = createListUpdates(client, 3);
  const { answers, stop, seen } = watch(client);
  for (const id of [1, 2, 3, 4, 5]) {
    lists.apply({ type: 'order_created', order: order(id), order_id: id });
    await vi.advanceTimersByTimeAsync(600);
  }
  answers[0]!({ results: [order(4), order(3), order(2)], count: 4 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen()).toEqual([5, 4, 3]);
  expect(client.getQueryData<OrderPage>(['orders', filters])!.count).toBe(5);
  lists.stop();
  stop();
  vi.useRealTimers();
});

test('a list that is not on the screen is not refreshed by messages about other orders, and becomes stale if only the server knows', () => {
  const client = new QueryClient();
  const lists = createListUpdates(client, 10);
  const updatedAt = Date.now() - 60_000;
  const mine = { ...filters, mine: 'yes' as const };
  for (const by of [filters, mine]) client.setQueryData(['orders', by], list(2, 1), { updatedAt });
  lists.apply({ type: 'order_updated', order: order(9), order_id: 9 });
  const state = (by: OrderListFilters) => client.getQueryState(['orders', by])!;
  expect(state(filters).dataUpdatedAt).toBe(updatedAt);
  expect([state(filters).isInvalidated, state(mine).isInvalidated]).toEqual([false, true]);
  lists.stop();
});

test('pending messages are dropped once their channel is closed', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const key = ['orders', filters] as const;
  client.setQueryData(key, list());
  const lists = createListUpdates(client, 10);
  for (const id of [1, 2]) lists.apply({ type: 'order_created', order: order(id), order_id: id });
  lists.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ids(client.getQueryData(key)!)).toEqual([1]);
  vi.useRealTimers();
});
