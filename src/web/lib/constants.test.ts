// Constants fixed by the specification: search debounce, how long a mark stays, how often the balance is requested, the volume of the new-order sound,
// the default theme.
import { beforeEach, expect, it, vi } from 'vitest';
import { briefMs, searchDebounceMs } from './timing.ts';

const stored = new Map<string, string>();
const listeners = new Map<string, (event: unknown) => void>();
const root = { dataset: {} as { theme?: string } };

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  root.dataset = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', { documentElement: root, querySelector: () => null });
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  });
});

it('a search is debounced by 500 ms, and a mark such as "copied" stays for 2 s', () => {
  expect([searchDebounceMs, briefMs]).toEqual([500, 2000]);
});

it('the balance is requested every 30 s, and again up to three times, 5 s apart, when that fails', async () => {
  const { balanceQuery } = await import('../features/wallet/queries.ts');
  expect(balanceQuery()).toMatchObject({ refetchInterval: 30_000, retry: 3, retryDelay: 5_000 });
});

it('the theme is light unless dark is stored, and the choice is kept', async () => {
  for (const [kept, shown] of [
    [undefined, undefined],
    ['light', undefined],
    ['blue', undefined],
    ['dark', 'dark'],
  ] as const) {
    vi.resetModules();
    if (kept) stored.set('theme', kept);
    const { startTheme, setTheme } = await import('./theme.ts');
    startTheme();
    expect(root.dataset.theme, kept).toBe(shown);
    vi.stubGlobal('requestAnimationFrame', (painted: () => void) => painted());
    setTheme('dark');
    await expect.poll(() => root.dataset.theme).toBe('dark');
    expect([stored.get('theme'), root.dataset.theme]).toEqual(['dark', 'dark']);
    setTheme('light');
    await expect.poll(() => root.dataset.theme).toBeUndefined();
    expect([stored.get('theme'), root.dataset.theme]).toEqual(['light', undefined]);
  }
});

it('until the user chooses, the theme follows the system', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  for (const [kept, shown] of [
    [undefined, 'dark'],
    ['light', undefined],
  ] as const) {
    vi.resetModules();
    stored.delete('theme');
    if (kept) stored.set('theme', kept);
    const { startTheme, forgetTheme } = await import('./theme.ts');
    startTheme();
    expect(root.dataset.theme, kept).toBe(shown);
    forgetTheme();
    expect(root.dataset.theme).toBe('dark');
  }
  vi.stubGlobal('matchMedia', undefined);
});

it('the sound of an order waits for a click, is set up once that was painted, is at most 0.1 loud, and never late', async () => {
  vi.useFakeTimers();
  let permittedAfterMs = 0;
  const loudness: number[] = [];
  const parameter = {
    setValueAtTime: (value: number) => loudness.push(value),
    linearRampToValueAtTime: (value: number) => loudness.push(value),
    exponentialRampToValueAtTime: (value: number) => loudness.push(value),
  };
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      currentTime = 0;
      destination = {};
      resume = () => new Promise<void>((done) => setTimeout(done, permittedAfterMs));
      suspend = async () => undefined;
      createGain = () => ({ gain: parameter, connect: (next: unknown) => next });
      createOscillator = () => ({
        frequency: { value: 0 },
        connect: (next: unknown) => next,
        start: () => undefined,
        stop: () => undefined,
      });
    },
  );
  const { ding, readySound, setMuted } = await import('../features/notices/ding.ts');
  readySound();
  ding();
  expect(loudness).toEqual([]);
  listeners.get('click')?.({});
  ding();
  expect(loudness).toEqual([]);
  await vi.runAllTimersAsync();
  ding();
  await vi.runAllTimersAsync();
  expect(Math.max(...loudness)).toBe(0.1);
  loudness.length = 0;
  permittedAfterMs = 2_000;
  ding();
  await vi.runAllTimersAsync();
  expect(loudness).toEqual([]);
  permittedAfterMs = 0;
  setMuted(true);
  ding();
  await vi.runAllTimersAsync();
  expect(loudness).toEqual([]);
  vi.useRealTimers();
});
