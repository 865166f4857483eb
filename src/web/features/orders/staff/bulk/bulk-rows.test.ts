import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/calls.ts';
import { approximateDuration, orderNumbersIn } from '#contract/orders/rules.ts';
import { type BulkRow, isReady, markDuplicates, newRow, problemOf } from './bulk-rows.ts';

const me = { id: 7, roles: ['operator'] };
const order = (status: string, operator: number | null = null, id = 1) =>
  ({ id, status, operator: operator === null ? null : { id: operator, name: 'x' } }) as unknown as Order;

test.each<[string, number[]]>([
  ['order-123.pdf', [123]],
  ['অর্ডার-১২৩ কপি.PDF', [123]],
  ['123.pdf', [123]],
  ['0042 scan.jpeg', [42]],
  ['12 and 13.png', [12, 13]],
  ['12 (12).png', [12]],
  ['19901234567890123.pdf', []],
  ['order 5 nid 1234567890.pdf', [5]],
  ['scan.mp4', []],
  ['0.pdf', []],
])('the numbers in %s', (name, numbers) => {
  expect(orderNumbersIn(name)).toEqual(numbers);
});

test.each<[number, number, string]>([
  [0, 10, 'minutes'],
  [0.4, 30, 'minutes'],
  [0.99, 1, 'hours'],
  [3.2, 4, 'hours'],
  [23.5, 1, 'days'],
  [24, 1, 'days'],
  [25, 25, 'hours'],
  [47.9, 2, 'days'],
  [72, 3, 'days'],
  [73, 4, 'days'],
])('%d hours are said as %d %s', (hours, count, unit) => {
  expect(approximateDuration(hours)).toEqual({ count, unit });
});

test('a file is matched with its order, or says why it has none', () => {
  const rowOf = (name: string) => newRow(new File(['x'], name));
  expect(rowOf('12.pdf')).toMatchObject({ number: '12', problem: undefined, state: 'looking' });
  expect(rowOf('scan.pdf')).toMatchObject({ number: '', problem: 'no_number', state: 'waiting' });
  expect(rowOf('12-13.pdf')).toMatchObject({ number: '', problem: 'several' });
  expect(rowOf('12.docx')).toMatchObject({ problem: 'type' });
});

test('an order that this user cannot complete says so', () => {
  expect(problemOf(undefined, me)).toBe('not_found');
  for (const status of ['completed', 'cancelled']) expect(problemOf(order(status), me)).toBe('not_open');
  expect(problemOf(order('pending'), me)).toBeUndefined();
  expect(problemOf(order('rejected'), me)).toBe('rejected');
  expect(problemOf(order('processing', 7), me)).toBeUndefined();
  expect(problemOf(order('processing', 8), me)).toBe('taken');
  expect(problemOf(order('processing', 8), { id: 7, roles: ['owner'] })).toBeUndefined();
});

test('two files for one order block each other until one is removed or sent', () => {
  const row = (id: string, state: BulkRow['state'] = 'waiting'): BulkRow => ({
    id,
    file: new File(['x'], '1.pdf'),
    number: '1',
    order: order('pending'),
    state,
  });
  const both = markDuplicates([row('a'), row('b')]);
  expect(both.map(({ problem }) => problem)).toEqual(['twice', 'twice']);
  expect(both.some(isReady)).toBe(false);
  expect(markDuplicates([both[0]!]).every(isReady)).toBe(true);
  expect(isReady({ ...row('a'), state: 'failed' })).toBe(true);
  expect(isReady(row('a', 'done'))).toBe(false);
  expect(isReady(row('a', 'sending'))).toBe(false);
});
