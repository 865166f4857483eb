import { expect, test } from 'vitest';
import { free } from './free.ts';

test('what is large or nobody else’s is freed, what shares its memory is not', () => {
  const shared = Buffer.from('a few bytes');
  free(shared);
  expect(shared.toString()).toBe('a few bytes');
  for (const own of [Buffer.alloc(3, 1), Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 1).subarray(8)]) {
    free(own);
    expect(own.length).toBe(0);
  }
});
