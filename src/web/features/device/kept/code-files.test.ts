// The login page of a public network that arrives in place of a file is not code, and is not cached.
import { afterEach, expect, it, vi } from 'vitest';
import { cacheFiles } from './code-files.ts';

afterEach(() => vi.unstubAllGlobals());

const page = () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } });
const code = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript' } });

/** A cache, and a network that returns `answer`. */
function open(answer: () => Response, ...before: [string, Response][]) {
  const kept = new Map(before);
  vi.stubGlobal('fetch', async () => answer());
  const cache = {
    match: async (file: string) => kept.get(file)?.clone(),
    put: async (file: string, response: Response) => void kept.set(file, response),
  };
  return { kept, cache: cache as unknown as Cache };
}

it('caches no page in place of a file', async () => {
  const { kept, cache } = open(page);
  await expect(cacheFiles(cache, ['/assets/a.js'])).rejects.toThrow(TypeError);
  expect(kept.size).toBe(0);
});

it('refetches only what is missing or was replaced by a page', async () => {
  const { kept, cache } = open(code, ['/assets/a.js', page()], ['/assets/b.wasm', new Response('kept')]);
  await cacheFiles(cache, ['/assets/a.js', '/assets/b.wasm', '/assets/c.js']);
  const texts = await Promise.all([...kept].map(async ([file, answer]) => [file, await answer.text()]));
  expect(Object.fromEntries(texts)).toEqual({
    '/assets/a.js': 'export {}',
    '/assets/b.wasm': 'kept',
    '/assets/c.js': 'export {}',
  });
});
