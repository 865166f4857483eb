import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadInParts } from './chunked-upload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param speedAt bytes per second that the connection carries */
function sendOver(speedAt: (offset: number) => number, fileBytes: number) {
  const shown: { at: number; sent: number }[] = [];
  const parts: number[] = [];
  let offset = 0;
  const startedAt = Date.now();
  const answer = () => Promise.resolve({ id: 1, offset });
  const done = uploadInParts(
    new File([new Uint8Array(fileBytes)], 'scan.pdf'),
    {
      start: answer,
      arrived: answer,
      async send(_, form) {
        const { size } = form.get('file') as File;
        parts.push(size);
        await new Promise((arrived) => setTimeout(arrived, Math.ceil((size / speedAt(offset)) * 1000)));
        offset += size;
        return answer();
      },
    },
    {
      signal: new AbortController().signal,
      onProgress: (part) => shown.push({ at: Date.now() - startedAt, sent: part * fileBytes }),
      onConnectionLost: () => undefined,
    },
  );
  return { done, shown, parts };
}

test('on a slow line it shows within three seconds how much has arrived, and then every few', async () => {
  const { done, shown, parts } = sendOver(() => 25_000, 2_000_000);
  await vi.advanceTimersByTimeAsync(100_000);
  await done;
  expect(shown[0]!.at).toBeLessThan(3_000);
  for (const [index, { at, sent }] of shown.entries()) {
    expect(sent).toBeLessThanOrEqual((at / 1000) * 25_000);
    expect(at - (shown[index - 1]?.at ?? 0)).toBeLessThan(3_000);
  }
  expect(Math.max(...parts)).toBe(65_536);
});

test('on a quick line parts become longer at once', async () => {
  const { done, parts } = sendOver(() => 1_000_000, 2_000_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect(parts.slice(0, 4)).toEqual([65_536, 131_072, 262_144, 262_144]);
});

test('a line that becomes slow is given shorter parts again', async () => {
  const { done, parts } = sendOver((offset) => (offset < 300_000 ? 1_000_000 : 25_000), 2_000_000);
  await vi.advanceTimersByTimeAsync(100_000);
  await done;
  expect(parts.slice(2, 6)).toEqual([262_144, 262_144, 131_072, 65_536]);
});
