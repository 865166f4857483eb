import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channel, lastUpdateOf } from '../freshness.ts';
import { connection, recordReachability } from '../loading/code.ts';
import { openLiveChannel, sendOnLive } from './live-channel.ts';

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
  /** How often it was asked for a sign of life; the server answers unless the connection is dead. */
  asked = 0;
  isDead = false;
  sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
    if (!text.includes('hello')) return;
    this.asked += 1;
    if (!this.isDead) queueMicrotask(() => this.onmessage?.({ data: '{"type":"ready","missed":[]}' }));
  }
  close() {
    this.onclose?.({ code: 1006 });
  }
}

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
  // The middle of the jitter range.
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
const openAndReady = async () => {
  await soon();
  sockets.at(-1)!.onopen?.();
  await soon();
};

test('a lost channel is reopened after 3 seconds, doubling each time, up to 30', async () => {
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await soon();
  expect(String(sockets[0]!.address)).toMatch(
    /^wss:\/\/shop\.test\/ws\/order-updates\/\?ticket=abc&unheard_ms=[\d.]+$/,
  );
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
  // The wait is 24 seconds by now.
  await vi.advanceTimersByTimeAsync(18_000);
  const before = sockets.length;
  isDown = false;
  recordReachability(true);
  await soon();
  expect(connection.get()).toBe('online');
  expect(sockets.length).toBe(before + 1);
  sockets.at(-1)!.onopen?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length, 'one channel').toBe(before + 1);
  stop();
});

test('it asks what was missed since the page began, or since the last word of the channel before', async () => {
  vi.resetModules();
  // Chromium's time origin does not include the time that the device slept since the browser started.
  vi.stubGlobal('performance', { timeOrigin: Date.now() - 3_600_000, now: () => 2_500 });
  const { openLiveChannel } = await import('./live-channel.ts');
  const unheard = () => Number(sockets.at(-1)!.address.searchParams.get('unheard_ms'));
  const open = () => openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  const stop = open();
  await openAndReady();
  expect(unheard()).toBe(2_500);
  await vi.advanceTimersByTimeAsync(70_000);
  stop();
  const again = open();
  await soon();
  expect(unheard()).toBe(10_000);
  again();
});

test('after a drop it does not ask what was missed, since everything is loaded again', async () => {
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await openAndReady();
  sockets.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(4_000);
  await openAndReady();
  expect(sockets.length).toBe(2);
  // The server looks up at most ten minutes.
  expect(Number(sockets.at(-1)!.address.searchParams.get('unheard_ms'))).toBeGreaterThan(600_000);
  stop();
});

test('it says what was missed, which after a drop is unknown, and ignores unreadable messages', async () => {
  const ready: unknown[] = [];
  const heard: unknown[] = [];
  const stop = openLiveChannel({
    onMessage: (message) => heard.push(message),
    onReady: (missed) => ready.push(missed),
  });
  await soon();
  const say = (data: string) => sockets.at(-1)!.onmessage?.({ data });
  say('{"type":"ready","missed":[]}');
  say('no json');
  say('{"type":"order_deleted","order":null,"order_id":7}');
  sockets.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(3_000);
  say('{"type":"ready","missed":[]}');
  expect(ready).toEqual([[], undefined]);
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
    return soon();
  };
  await ready();
  await vi.advanceTimersByTimeAsync(600_000);
  const silentSince = Date.now();
  sockets.at(-1)!.close();
  expect(channel.get()).toEqual({ silentSince });
  await vi.advanceTimersByTimeAsync(3_000);
  sockets.at(-1)!.close();
  expect(channel.get()).toEqual({ silentSince, isFailing: true });
  expect(lastUpdateOf({ at: 1_000_000, isLive: true }, channel.get())).toBe(silentSince);
  expect(lastUpdateOf({ at: 1_000_000, isLive: false }, channel.get())).toBe(1_000_000);
  expect(lastUpdateOf({ at: Date.now(), isLive: true }, channel.get()), 'loaded since').toBe(Date.now());
  await vi.advanceTimersByTimeAsync(6_000);
  await ready();
  expect(channel.get()).toEqual({});
  // A browser without a network may keep the socket open.
  connection.set('offline');
  expect(channel.get()).toEqual({ silentSince: Date.now() });
  await soon();
  expect(channel.get(), 'it answers').toEqual({});
  connection.set('online');
  stop();
});

test('a channel on which nothing is heard is asked once a minute, and given up without an answer', async () => {
  const ready: unknown[] = [];
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: (missed) => ready.push(missed) });
  await openAndReady();
  const [first] = sockets;
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(first!.asked).toBe(4);
  expect(ready, 'an answer loads nothing again').toEqual([[]]);
  first!.isDead = true;
  await vi.advanceTimersByTimeAsync(60_000 + 20_000 + 3_000);
  expect(sockets.length).toBe(2);
  await openAndReady();
  expect(ready).toEqual([[], undefined]);
  first!.onmessage?.({ data: '{"type":"ready","missed":[]}' });
  expect(ready, 'what was given up says nothing any more').toEqual([[], undefined]);
  stop();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sockets.length).toBe(2);
});

test('a channel that only looks open when the network is back is opened again', async () => {
  const ready: unknown[] = [];
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: (missed) => ready.push(missed) });
  await openAndReady();
  connection.set('offline');
  connection.set('online');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sockets.length, 'it answered').toBe(1);
  sockets[0]!.isDead = true;
  connection.set('offline');
  const silentSince = Date.now();
  connection.set('online');
  expect(channel.get()).toEqual({ silentSince });
  await vi.advanceTimersByTimeAsync(23_000);
  expect(sockets.length).toBe(2);
  await openAndReady();
  expect(ready).toEqual([[], undefined]);
  stop();
});

test('a ticket or a socket that hangs is not waited for, and a word on the channel is an answer', async () => {
  let isHanging = true;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) =>
    isHanging
      ? new Promise((_resolve, reject) =>
          signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        )
      : Promise.resolve(new Response(JSON.stringify({ ticket: 'abc' }))),
  );
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await vi.advanceTimersByTimeAsync(20_000 + 3_000 + 20_000);
  expect(connection.get()).toBe('offline');
  isHanging = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(connection.get()).toBe('online');
  const before = sockets.length;
  await vi.advanceTimersByTimeAsync(20_000 + 12_000);
  expect(sockets.length, 'it never opened').toBe(before + 1);
  await openAndReady();
  recordReachability(false);
  recordReachability(false);
  expect(connection.get()).toBe('offline');
  await soon();
  expect(connection.get()).toBe('online');
  stop();
});

test('what a page shows is said again on the next channel', async () => {
  const stop = openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  await openAndReady();
  sendOnLive({ type: 'viewing', order_id: 7 });
  sockets.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(3_000);
  Object.assign(FakeSocket, { OPEN: 1 });
  Object.assign(sockets.at(-1)!, { readyState: 1 });
  await openAndReady();
  expect(sockets.at(-1)!.sent).toContain('{"type":"viewing","order_id":7}');
  stop();
});

test('a page without a session opens no further channel, and a refused channel asks for other tokens', async () => {
  const asked: string[] = [];
  let status = 403;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ ticket: 'abc' }), { status });
  });
  const open = () => openLiveChannel({ onMessage: () => undefined, onReady: () => undefined });
  const end = open();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual(['/account/ws-ticket/']);
  end();

  status = 200;
  const stop = open();
  await openAndReady();
  asked.length = 0;
  sockets.at(-1)!.onclose?.({ code: 4401 });
  await soon();
  expect(asked).toEqual(['/token/refresh/']);
  stop();
});

test('an impersonation has no channel', async () => {
  vi.resetModules();
  const view = JSON.stringify({ token: 'view', user: { id: 2 }, endsAtMs: Date.now() + 60_000 });
  vi.stubGlobal('sessionStorage', { getItem: () => view });
  const { openLiveChannel: openIn } = await import('./live-channel.ts');
  const stop = openIn({ onMessage: () => undefined, onReady: () => undefined });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toEqual([]);
  stop();
});
