import { expect, test } from 'vitest';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { applyMessage, type OrderListFilters } from './order-cache.ts';

const filters: OrderListFilters = { page: 1, search: '', status: 'all', service: '' };
const order = (id: number, status = 'pending') =>
  ({ id, status, service: { name: 'NID' } }) as unknown as StaffOrder;
const list = (...ids: number[]) => ({ results: ids.map((id) => order(id)), count: ids.length });
const ids = (page: { results: StaffOrder[] }) => page.results.map(({ id }) => id);

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

test('a new order stays out of lists it does not belong to', () => {
  const message = { type: 'order_created', order: order(3), order_id: 3 } as const;
  for (const other of [{ page: 2 }, { search: 'x' }, { status: 'completed' }, { service: 'TIN' }]) {
    expect(ids(applyMessage(list(1), { ...filters, ...other }, message, 10))).toEqual([1]);
  }
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
  const other = list(2);
  expect(applyMessage(other, filters, message, 10)).toBe(other);
});
