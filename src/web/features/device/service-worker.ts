// Registers the service worker once a page of the portal is shown, and detects that it is from a newer release than the page.
import { fetchCode, staffPagesKey } from '../../lib/loading/code.ts';
import { writeStored } from '../../lib/storage/stored.ts';
import { hasNewerRelease } from './release.ts';
import { discardSharedFile, findSharedFile } from './shared/shared-file.ts';

const workerPath = '/worker.js';
const checkEveryMs = 30 * 60_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): unknown };
}

/** The page's own script, whose name changes with every release. */
const ownEntry = () =>
  new URL(
    document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')?.src ?? '/',
    window.location.href,
  ).pathname;

let started = false;

/** Without a service worker, only the offline start is missing. */
async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  if (started || !serviceWorker || !import.meta.env.PROD) return;
  started = true;
  serviceWorker.addEventListener('message', ({ data }) => {
    const { release, keptForStaff } = (data ?? {}) as { release?: unknown; keptForStaff?: unknown };
    if (typeof release === 'string') hasNewerRelease.set(release !== ownEntry());
    if (keptForStaff) writeStored(staffPagesKey, '1');
  });
  serviceWorker.startMessages();
  const trusted: unknown =
    (window as { trustedTypes?: TrustedTypes }).trustedTypes
      ?.createPolicy('service-worker', { createScriptURL: () => workerPath })
      .createScriptURL('') ?? workerPath;
  try {
    const registration = await serviceWorker.register(trusted as string, { updateViaCache: 'none' });
    let checkedAt = 0;
    const check = async () => {
      checkedAt = Date.now();
      await registration?.update().catch(() => undefined);
    };
    window.addEventListener('online', check);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt > checkEveryMs) void check();
    });
    await check();
    // A page opened from the device may itself be the older one. While a newer worker is being installed, which announces itself, the page may
    // already be from that release.
    if (!registration?.installing && !registration?.waiting) registration?.active?.postMessage('release');
  } catch {
    started = false;
  }
}

/** For customers, for whom another app may have shared a file. */
export async function startServiceWorker(): Promise<void> {
  if (import.meta.env.PROD) void findSharedFile().catch(() => undefined);
  await register();
}

async function refuseShared(): Promise<void> {
  const file = await findSharedFile();
  await discardSharedFile();
  if (file) (await fetchCode(() => import('./shared/staff-refusal.ts'))).notifyNotForStaff();
}

/** For the back office, whose pages are stored only on devices where somebody works in it. It has no form for files shared by another app. */
export async function cacheStaffPages(): Promise<void> {
  void refuseShared().catch(() => undefined);
  await register();
  if (!started) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('staff');
}
