import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitMessages } from './limit-messages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a page may say a little for as long as it likes, but not much at once', () => {
  const terminate = vi.fn();
  const line = new EventEmitter();
  limitMessages({ terminate }, line);
  const say = (bytes: number) => line.emit('data', Buffer.alloc(bytes));
  for (let window = 0; window < 5; window += 1) {
    say(32 * 1024);
    vi.advanceTimersByTime(10_001);
  }
  expect(terminate).not.toHaveBeenCalled();
  say(32 * 1024);
  vi.advanceTimersByTime(9_000);
  say(1);
  expect(terminate).toHaveBeenCalled();
});
