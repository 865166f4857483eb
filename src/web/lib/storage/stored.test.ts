import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from './stored.ts';

const storage = (put: (key: string, value: string) => void, kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: put,
  removeItem: (key: string) => kept.delete(key),
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps for the page what a full storage does not take, and leaves nothing there that is no longer true', () => {
  const kept = new Map([['refresh_token', 'old']]);
  let isFull = true;
  const put = (key: string, value: string) => {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError');
    kept.set(key, value);
  };
  vi.stubGlobal('localStorage', storage(put, kept));
  expect(writeStored('refresh_token', 'new')).toBe(false);
  expect(readStored('refresh_token')).toBe('new');
  expect(kept.size).toBe(0);
  isFull = false;
  expect(writeStored('refresh_token', 'newer')).toBe(true);
  kept.set('refresh_token', 'of another tab');
  expect(readStored('refresh_token')).toBe('of another tab');
});

it('forgets what is removed, also where there is no storage at all', () => {
  vi.stubGlobal('localStorage', null);
  writeStored('access_token', 'one');
  expect(readStored('access_token')).toBe('one');
  writeStored('access_token', null);
  expect(readStored('access_token')).toBe(null);
  writeStored('draft', 'text', 'sessionStorage');
  expect(readStored('draft')).toBe(null);
});
