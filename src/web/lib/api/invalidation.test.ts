import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import {
  invalidateAfterCall,
  invalidateByName,
  invalidateEverything,
  invalidateForMessage,
  invalidateForMissed,
  refetchFailed,
} from './invalidation.ts';
import { type DataName, queryClient } from './query.ts';

const isStale = (...names: Parameters<typeof put>) =>
  names.map((name) => queryClient.getQueryState([name, 1])?.isInvalidated);
function put(...names: ('orders' | 'balance' | 'files' | 'document' | 'service' | 'users')[]) {
  for (const name of names) queryClient.setQueryData([name, 1], {});
}

beforeEach(() => {
  queryClient.clear();
  put('orders', 'balance', 'files', 'document', 'service', 'users');
});

test('a call makes stale what it changed, under every key of that name, and nothing else', () => {
  invalidateAfterCall('POST /account/orders/');
  expect(isStale('orders', 'balance', 'files', 'users')).toEqual([true, true, false, false]);
});

test.each([
  ['POST /account/orders/:id/refund/', ['orders', 'cash-requests', 'money-waiting', 'report']],
  ['POST /account/orders/:id/cancel/', ['orders', 'balance', 'transactions']],
  ['POST /account/transactions/create/', ['recharges', 'cash-requests', 'drawer', 'balance-of']],
  ['POST /account/payments/:id/resolve/', ['payments', 'money-waiting', 'recharges']],
  ['POST /account/settlements/:id/items/:position/resolve/', ['settlement', 'settlements', 'money-waiting']],
] as const)('all that shows the money which %s moves becomes stale', (call, names) => {
  for (const name of names) queryClient.setQueryData([name, 1], {});
  invalidateAfterCall(call);
  for (const name of names) expect(queryClient.getQueryState([name, 1])?.isInvalidated, name).toBe(true);
});

test('a PUT makes stale what the PATCH of its path does', () => {
  invalidateAfterCall('PUT /account/user/:id/');
  expect(isStale('users', 'orders')).toEqual([true, false]);
});

test('whatever does one of the first steps makes them stale', () => {
  for (const done of [
    'PUT /account/settings/:key/',
    'PUT /account/shop-logo/',
    'POST /account/second-factor/confirm/',
    'POST /account/sign-up/',
    'PATCH /account/user/:id/',
    'PUT /account/user/:id/roles/',
  ] as const) {
    queryClient.setQueryData(['first-steps'], {});
    invalidateAfterCall(done);
    expect(queryClient.getQueryState(['first-steps'])?.isInvalidated, done).toBe(true);
  }
});

test('a wrong field changes nothing; another refusal shows that the screen was behind', () => {
  invalidateAfterCall('POST /account/orders/', new ApiError(400, { number: ['wrong'] }));
  expect(isStale('orders', 'balance')).toEqual([false, false]);
  invalidateAfterCall('POST /account/orders/', new ApiError(402, { code: 'insufficient_balance' }));
  expect(isStale('orders', 'balance', 'service')).toEqual([true, true, false]);
  invalidateAfterCall('POST /account/orders/', new ApiError(409, { code: 'price_changed' }));
  expect(isStale('service')).toEqual([true]);
});

test('without an answer everything that the call could have changed is refetched', () => {
  invalidateAfterCall('POST /account/nid-details/', new TypeError('Failed to fetch'));
  expect(isStale('files', 'balance', 'orders')).toEqual([true, true, false]);
});

test('a record, whose every read is audited, is refetched only after a change', () => {
  invalidateAfterCall('PATCH /account/nid-details/:id/', new ApiError(409, { code: 'price_changed' }));
  expect(isStale('document')).toEqual([false]);
  invalidateAfterCall('PATCH /account/nid-details/:id/');
  expect(isStale('document')).toEqual([true]);
});

test('a live message makes stale what it is about', () => {
  queryClient.setQueryData(['transactions', 1], {});
  invalidateForMessage(queryClient, { type: 'balance' });
  expect(isStale('balance', 'orders')).toEqual([true, false]);
  expect(queryClient.getQueryState(['transactions', 1])?.isInvalidated).toBe(true);
});

test('of what a page missed before its channel was there, all that may show it becomes stale, and nothing else', () => {
  invalidateForMissed(queryClient, []);
  expect(isStale('balance', 'orders', 'service')).toEqual([false, false, false]);
  invalidateForMissed(queryClient, ['balance', 'notice']);
  expect(isStale('balance', 'orders', 'service')).toEqual([true, true, false]);
  invalidateForMissed(queryClient, ['catalogue']);
  expect(isStale('service', 'users')).toEqual([true, false]);
});

test('of many live messages the first is followed at once, the others together, once a second', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  for (let sent = 0; sent < 50; sent += 1) {
    invalidateForMessage(client, { type: 'balance' });
    await vi.advanceTimersByTimeAsync(50);
  }
  const ofBalance = () =>
    invalidate.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'balance').length;
  expect(ofBalance()).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ofBalance()).toBe(4);
  invalidateForMessage(client, { type: 'balance' });
  expect(ofBalance()).toBe(5);
  vi.useRealTimers();
});

/** A query that is on the screen, whose requests the test answers by hand. */
function watch(client: QueryClient, queryKey: [DataName, ...unknown[]]) {
  const answers: ((data: number) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<number>((done) => answers.push(done)),
  });
  return { answers, stop: observer.subscribe(() => undefined), seen: () => client.getQueryData(queryKey) };
}

test('a first answer that was on its way when something changed is asked for again', async () => {
  const client = new QueryClient();
  for (const change of [
    () => invalidateByName(client, ['balance']),
    () => invalidateEverything(client),
    () => invalidateForMessage(client, { type: 'balance' }),
  ]) {
    const { answers, stop, seen } = watch(client, ['balance']);
    change();
    expect(answers).toHaveLength(1);
    answers[0]!(1);
    await expect.poll(() => answers).toHaveLength(2);
    answers[1]!(2);
    await expect.poll(() => seen()).toBe(2);
    stop();
    client.clear();
  }
});

test('live messages do not give up what takes longer to load than they are apart', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.setQueryData(['balance'], 0);
  const { answers, stop, seen } = watch(client, ['balance']);
  for (let sent = 0; sent < 40; sent += 1) {
    invalidateForMessage(client, { type: 'balance' });
    await vi.advanceTimersByTimeAsync(100);
  }
  const asked = answers.length;
  expect(asked).toBeLessThanOrEqual(2);
  answers.at(-1)!(7);
  await vi.advanceTimersByTimeAsync(10);
  expect(seen()).toBe(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers.length).toBe(asked + 1);
  // A response that never comes does not block the next load.
  invalidateForMessage(client, { type: 'balance' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(answers.length).toBe(asked + 2);
  stop();
  vi.useRealTimers();
});

test('another language makes stale what may hold words, but no record, each read of which is logged', async () => {
  const { setLanguage } = await import('../language.ts');
  vi.stubGlobal('document', { documentElement: {} });
  const observe = (name: DataName, staleTime: number) =>
    new QueryObserver(queryClient, {
      queryKey: [name, 1],
      queryFn: () => Promise.resolve({}),
      staleTime,
    }).subscribe(() => undefined);
  const leave = [observe('orders', 60_000), observe('document', Number.POSITIVE_INFINITY)];
  queryClient.cancelQueries();
  setLanguage('en');
  expect(isStale('orders', 'document')).toEqual([true, false]);
  setLanguage('bn');
  for (const end of leave) end();
  vi.unstubAllGlobals();
});

test('without an answer nothing is loaded before there is a network; then only what it could not be loaded for', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const show = (name: DataName, error?: Error) =>
    new QueryObserver(queryClient, {
      queryKey: [name, 1],
      retry: false,
      queryFn: () => {
        asked.push(name);
        return error ? Promise.reject(error) : Promise.resolve({});
      },
    }).subscribe(() => undefined);
  queryClient.clear();
  const leave = [
    show('orders'),
    show('files', new TypeError('Failed to fetch')),
    show('users', new ApiError(500, {})),
  ];
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  invalidateAfterCall('POST /account/orders/', new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  refetchFailed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['files']);
  for (const end of leave) end();
  vi.useRealTimers();
});
