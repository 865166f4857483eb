import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection, noteAnswer } from '../code.ts';
import { channel, momentOf } from '../freshness.ts';
import { openLiveChannel } from './live-channel.ts';

/** Sockets as they are opened; the test drives them. */
const sockets: FakeSocket[] = [];
class FakeSocket {
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  address: URL;
  constructor(address: URL) {
    this.address = address;
    sockets.push(this);
  }
  send() {}
  close() {
    this.onclose?.({ code: 1006 });
  }
}

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
  // The middle of the jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', { location: { href: 'https://shop.test/admin' }, setTimeout });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ticket: 'abc' })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const soon = () => vi.advanceTimersByTimeAsync(0);

test('a lost channel is reopened after 3 seconds, doubling each time, up to 30', async () => {
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await soon();
  expect(String(sockets[0]!.address)).toBe('wss://shop.test/ws/order-updates/?ticket=abc');
  for (const seconds of [3, 6, 12, 24, 30, 30]) {
    const before = sockets.length;
    sockets.at(-1)!.close();
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(sockets.length, `before ${seconds} s`).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets.length, `after ${seconds} s`).toBe(before + 1);
  }
  sockets.at(-1)!.onopen?.();
  const before = sockets.length;
  sockets.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sockets.length, 'the delay starts over once the channel was open').toBe(before + 1);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length, 'closed on purpose').toBe(before + 1);
});

test('a server that is gone is said to be after the first try, and reached again at its first sign of life', async () => {
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await soon();
  sockets.at(-1)!.onopen?.();
  let isDown = true;
  vi.stubGlobal('fetch', async () => {
    if (isDown) throw new TypeError('fetch failed');
    return new Response(JSON.stringify({ ticket: 'abc' }));
  });
  sockets.at(-1)!.close();
  expect(connection.get()).toBe('online');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(connection.get()).toBe('offline');
  // Waiting for 24 seconds by now.
  await vi.advanceTimersByTimeAsync(18_000);
  const before = sockets.length;
  isDown = false;
  noteAnswer(true);
  await soon();
  expect(connection.get()).toBe('online');
  expect(sockets.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length, 'one channel').toBe(before + 1);
  stop();
});

test('it says whether it is back after a drop, and ignores unreadable messages', async () => {
  const ready: boolean[] = [];
  const heard: unknown[] = [];
  const stop = openLiveChannel({
    onMessage: (message) => heard.push(message),
    onReady: (isBack) => ready.push(isBack),
  });
  await soon();
  const say = (data: string) => sockets.at(-1)!.onmessage?.({ data });
  say('{"type":"ready"}');
  say('no json');
  say('{"type":"order_deleted","order":null,"order_id":7}');
  sockets.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(3_000);
  say('{"type":"ready"}');
  expect(ready).toEqual([false, true]);
  expect(heard).toEqual([{ type: 'order_deleted', order: null, order_id: 7 }]);
  stop();
});

test('it says since when nothing is heard, and that reopening fails; what is not live is as old as its loading', async () => {
  vi.setSystemTime(1_000_000);
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await soon();
  sockets.at(-1)!.close();
  expect(channel.get(), 'it never spoke').toEqual({});
  await vi.advanceTimersByTimeAsync(3_000);
  const ready = () => {
    sockets.at(-1)!.onopen?.();
    sockets.at(-1)!.onmessage?.({ data: '{"type":"ready"}' });
  };
  ready();
  await vi.advanceTimersByTimeAsync(600_000);
  const silentSince = Date.now();
  sockets.at(-1)!.close();
  expect(channel.get()).toEqual({ silentSince });
  await vi.advanceTimersByTimeAsync(3_000);
  sockets.at(-1)!.close();
  expect(channel.get()).toEqual({ silentSince, isFailing: true });
  expect(momentOf({ at: 1_000_000, isLive: true }, channel.get())).toBe(silentSince);
  expect(momentOf({ at: 1_000_000, isLive: false }, channel.get())).toBe(1_000_000);
  expect(momentOf({ at: Date.now(), isLive: true }, channel.get()), 'loaded since').toBe(Date.now());
  await vi.advanceTimersByTimeAsync(6_000);
  ready();
  expect(channel.get()).toEqual({});
  // A browser without a network may keep the socket.
  connection.set('offline');
  expect(channel.get()).toEqual({ silentSince: Date.now() });
  connection.set('online');
  expect(channel.get()).toEqual({});
  stop();
});
