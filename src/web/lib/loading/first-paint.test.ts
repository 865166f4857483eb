import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8');

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});

/** @param comesAt the time of each response to a renewal; undefined for a lost one */
async function open(...comesAt: (number | undefined)[]) {
  vi.useFakeTimers({ now: 0 });
  const expired = `h.${btoa(JSON.stringify({ exp: -1 }))}.s`;
  const stored = new Map([
    ['access_token', expired],
    ['refresh_token', 'r1'],
    ['user_info', '{}'],
  ]);
  let sent = 0;
  const answer = () =>
    Response.json({ access: 'new', refresh: 'r2', user_info: {} }, { headers: { Date: 'today' } });
  const window: { asked?: { renewed: Promise<string | false> } } = {};
  runInNewContext(script, {
    window,
    location: { pathname: '/app', search: '' },
    document: {
      documentElement: { dataset: {} },
      getElementById: () => ({}),
      addEventListener: () => undefined,
      currentScript: { dataset: { api: '', customer: 'frame.js', pages: '{}' } },
    },
    localStorage: storageOf(stored),
    sessionStorage: storageOf(new Map()),
    ...{ atob, setTimeout },
    fetch: (_: string, init: RequestInit) => {
      const at = comesAt[sent++];
      return new Promise((resolve, fail) => {
        init.signal?.addEventListener('abort', () => fail(init.signal!.reason));
        if (at !== undefined) setTimeout(() => resolve(answer()), at - Date.now());
      });
    },
  });
  try {
    let isRenewed: string | false | undefined;
    void window.asked!.renewed.then((date) => {
      isRenewed = date;
    });
    await vi.advanceTimersByTimeAsync(9_900);
    return { isRenewed, sent, refresh: stored.get('refresh_token') };
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  ['comes soon is asked for once', [1_000], 1],
  ['is lost is asked for again while the portal still repeats it', [undefined, 6_000], 2],
  ['is slow is not given up for that: what comes first counts', [8_000, undefined], 2],
])('a renewal of the login whose answer %s', async (_, comesAt, sent) => {
  expect(await open(...comesAt)).toEqual({ isRenewed: 'today', sent, refresh: 'r2' });
});
