import { expect, test } from 'vitest';
import { releaseBuffer } from './release-buffer.ts';

test('what is large or nobody else’s is freed, what shares its memory is not', () => {
  const shared = Buffer.from('a few bytes');
  releaseBuffer(shared);
  expect(shared.toString()).toBe('a few bytes');
  for (const own of [Buffer.alloc(3, 1), Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 1).subarray(8)]) {
    releaseBuffer(own);
    expect(own.length).toBe(0);
  }
});
