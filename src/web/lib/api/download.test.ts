import { afterEach, expect, it, vi } from 'vitest';
import { fetchProtected, readWhole } from './download.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it('gives up a file that does not begin to come, and one that stops on its way', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const unanswered = expect(fetchProtected('/account/statement/')).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(60_000);
  await unanswered;

  let isGivenUp = false;
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(5)),
    cancel: () => {
      isGivenUp = true;
    },
  });
  const shares: number[] = [];
  const stopped = expect(
    readWhole(new Response(body, { headers: { 'Content-Length': '10' } }), (share) => shares.push(share)),
  ).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(30_000);
  await stopped;
  expect(shares).toEqual([0.5]);
  expect(isGivenUp).toBe(true);
});

it('takes a file that comes slowly, also one whose size is not known', async () => {
  vi.useFakeTimers();
  const body = new ReadableStream({
    async pull(stream) {
      await new Promise((done) => setTimeout(done, 20_000));
      stream.enqueue(new TextEncoder().encode('ক'));
      parts += 1;
      if (parts === 4) stream.close();
    },
  });
  let parts = 0;
  const whole = readWhole(new Response(body, { headers: { 'Content-Type': 'text/csv' } }));
  await vi.advanceTimersByTimeAsync(100_000);
  const file = await whole;
  expect(file.type).toBe('text/csv');
  expect(await file.text()).toBe('কককক');
});

it('asks for pictures of another host in the way that it allows, and for its own as ever', async () => {
  const openWith = async (origin: string) => {
    vi.stubEnv('VITE_API_ORIGIN', origin);
    vi.resetModules();
    return (await import('./http.ts')).pictureMode;
  };
  expect(await openWith('https://api.example/')).toBe('anonymous');
  expect(await openWith('')).toBeUndefined();
});
