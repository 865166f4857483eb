// Anything written to console.error is an unhandled fault: it fails the test that caused it.
import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock?.calls ?? [];
  vi.restoreAllMocks();
  expect(calls, 'console.error was called').toEqual([]);
});
