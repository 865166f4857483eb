// The service worker: stores the code of the built client, so that the portal opens without a network. It stores no API responses.
import { maximumPdfBytes } from '#contract/files/upload-rules.ts';
import { pagePattern, sharedFileField, sharePath } from '#contract/web/pages.ts';
import { cacheFiles } from './features/device/kept/code-files.ts';
import { openDeviceStore } from './features/device/kept/device-store.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const __RELEASE__: Release;

interface Release {
  /** The page's own script, whose name changes with every release. */
  entry: string;
  /** All files that the pages of customers and guests need. */
  files: string[];
  /** What the staff pages need in addition: stored where the back office has been opened. Releases before 1.1 had none. */
  staffFiles?: string[];
}

const cacheName = 'code';
const shellPath = '/app';
const releasesPath = '/releases';
/** Present in the cache if the staff pages are wanted too. */
const staffPath = '/staff';
/** Lets a page that is open during an upgrade still load its own code. */
const keptReleases = 2;
const patienceMs = 5_000;

async function readReleases(cache: Cache): Promise<Release[]> {
  const kept = await cache.match(releasesPath);
  return kept ? ((await kept.json()) as Release[]) : [];
}

/** Stores the page as everybody gets it. Rejects if it is of another release, because files of two releases do not fit together. */
async function cacheShell(cache: Cache): Promise<void> {
  const page = await fetch(shellPath, { cache: 'reload', credentials: 'omit' });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(__RELEASE__.entry)) throw new Error('the page is of another release');
  await cache.put(shellPath, page);
}

const filesOf = ({ files, staffFiles = [] }: Release, withStaff: boolean) =>
  withStaff ? [...files, ...staffFiles] : files;

const isForStaff = async (cache: Cache) => (await cache.match(staffPath)) !== undefined;

/** Applies from now on, and to every release that follows. */
async function cacheStaffPages(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(staffPath, new Response(''));
  await cacheFiles(cache, filesOf(__RELEASE__, true));
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cacheFiles(cache, filesOf(__RELEASE__, await isForStaff(cache)));
  await cacheShell(cache);
  const older = (await readReleases(cache)).filter(({ entry }) => entry !== __RELEASE__.entry);
  const releases = [__RELEASE__, ...older].slice(0, keptReleases);
  await cache.put(releasesPath, new Response(JSON.stringify(releases)));
  // Open pages keep the code that they run; the bar says that there is a newer release.
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const cache = await caches.open(cacheName);
  const withStaff = await isForStaff(cache);
  const wanted = new Set([
    shellPath,
    releasesPath,
    staffPath,
    ...(await readReleases(cache)).flatMap((release) => filesOf(release, withStaff)),
  ]);
  for (const request of await cache.keys())
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) announce(client);
}

const announce = (client: { postMessage(message: unknown): void }) =>
  client.postMessage({ release: __RELEASE__.entry });

async function findCode(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request);
}

function withTimeout(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), patienceMs);
    answer.then(resolve, reject);
  });
}

/** Returns the server's page if it responds, so that no user is stuck on an old release; otherwise the stored one. */
async function openPage(request: Request): Promise<Response> {
  const fromServer = fetch(request);
  const kept = await caches.match(shellPath, { cacheName, ignoreVary: true });
  if (!kept) return fromServer;
  try {
    const answer = await withTimeout(fromServer);
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

/**
 * Other sites can post a form here too, and so leave a file of theirs with the customer. The share sheet opens a page and sends no origin. A form is
 * identified by the Origin header, or by the referrer.
 */
function comesFromSite({ mode, headers, referrer }: Request): boolean {
  const own = self.location.origin;
  const origin = headers.get('Origin');
  const isForeign = origin !== null && origin !== 'null' && origin !== own;
  return mode !== 'navigate' || isForeign || (referrer !== '' && new URL(referrer).origin !== own);
}

/** Keeps another app's file encrypted for the page that asks what it is for. Redirects, so that a reload shares nothing again. */
async function receiveSharedFile(request: Request): Promise<Response> {
  if (comesFromSite(request)) return Response.redirect(`${sharePath}?lost=site`, 303);
  try {
    const [file, ...others] = (await request.formData()).getAll(sharedFileField);
    if (!(file instanceof File) || !/^(?:application\/pdf|image\/(?:jpeg|png))$/.test(file.type))
      return Response.redirect(`${sharePath}?lost=kind`, 303);
    // Like a download that has not started.
    if (file.size === 0) return Response.redirect(`${sharePath}?lost=1`, 303);
    if (file.size > maximumPdfBytes) return Response.redirect(`${sharePath}?lost=size`, 303);
    const store = await openDeviceStore('shared', 0);
    await store.put('file', new Uint8Array(await file.arrayBuffer()), { type: file.type });
    store.close();
    return Response.redirect(others.length > 0 ? `${sharePath}?others=1` : sharePath, 303);
  } catch {
    return Response.redirect(`${sharePath}?lost=1`, 303);
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'release' && source) announce(source);
  if (data === 'staff')
    event.waitUntil(cacheStaffPages().then(() => source?.postMessage({ keptForStaff: true })));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === sharePath)
    return event.respondWith(receiveSharedFile(request));
  if (request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(findCode(request));
  else if (request.mode === 'navigate' && pagePattern.test(pathname)) event.respondWith(openPage(request));
});
