// How an open page reacts to the releases that service workers announce.
import { afterEach, expect, it, vi } from 'vitest';

const own = '/assets/index-own.js';
const other = '/assets/index-other.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** @param found what an update check of the worker finds */
async function openPage(found: { installing?: object; waiting?: object } = {}) {
  const asked: unknown[] = [];
  const registration = {
    active: { postMessage: (message: unknown) => asked.push(message) },
    update: async () => void Object.assign(registration, found),
  };
  let tell = (_event: { data: unknown }) => {};
  const serviceWorker = {
    addEventListener: (_name: string, listener: typeof tell) => {
      tell = listener;
    },
    startMessages: () => undefined,
    register: async () => registration,
  };
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { location: { href: 'https://shop.example/app' }, addEventListener: () => {} });
  vi.stubGlobal('document', {
    querySelector: () => ({ src: `https://shop.example${own}` }),
    addEventListener: () => {},
  });
  const { cacheStaffPages } = await import('./service-worker.ts');
  const { hasNewerRelease } = await import('./release.ts');
  Object.assign(serviceWorker, { ready: Promise.resolve({ active: undefined }) });
  await cacheStaffPages();
  return { asked, isOld: hasNewerRelease.get, tell: (release: string) => tell({ data: { release } }) };
}

it('asks the worker whether the page is the older one', async () => {
  const { asked, isOld, tell } = await openPage();
  expect(asked).toEqual(['release']);
  tell(other);
  expect(isOld()).toBe(true);
});

it.each(['installing', 'waiting'])(
  'does not ask while another is %s, of which the page may be',
  async (state) => {
    expect((await openPage({ [state]: {} })).asked).toEqual([]);
  },
);

it('is up to date again once a worker of its own release has taken over', async () => {
  const { isOld, tell } = await openPage();
  tell(other);
  tell(own);
  expect(isOld()).toBe(false);
});
