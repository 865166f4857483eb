// Lazily loaded code. If it can't be fetched, the open page stays, a bar says why, and the fetch is retried.
import { type ComponentType, lazy } from 'react';
import { readStored } from '../storage/stored.ts';
import { createStore } from '../store.ts';

/** `waiting`: offline, and something needs the network. `outdated`: the page has to be reloaded before another can open. */
export type Connection = 'online' | 'offline' | 'waiting' | 'outdated';
export const connection = createStore<Connection>('online');

/** Nothing gets through. */
export const isWithoutNetwork = (state: Connection): boolean => state === 'offline' || state === 'waiting';

/** Whether the next page is on its way. */
export const isPageLoading = createStore(false);

/** What the frame of the portal adds to the bar: that live updates have stopped, and how old the list on the screen is. */
export const connectionBarDetails = createStore<{ silent?: string; age?: string }>({});

const longestWaitMs = 15_000;
const reloadPauseMs = 30_000;
const reloadedKey = 'reloaded_at';

/** Fields that were typed into; fields that are gone or empty again hold nothing that could be lost. */
const typedInto = new Set<HTMLInputElement>();

function hasUnsaved(): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  for (const field of typedInto) if (!field.isConnected || field.value === '') typedInto.delete(field);
  return typedInto.size > 0;
}

/** Follows the network state and typing. */
export function watchConnection(): void {
  const follow = () => {
    if (connection.get() !== 'outdated') connection.set(navigator.onLine ? 'online' : 'offline');
  };
  // Until there is a bar, the waiting page itself says it (index.html).
  connection.subscribe(() => {
    document.documentElement.dataset.lost = connection.get();
  });
  follow();
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  document.addEventListener('input', ({ target }) => {
    typedInto.add(target as HTMLInputElement);
  });
}

let unanswered = 0;

/** A browser does not always know that it is offline: two calls in a row without an answer count as offline too. */
export function recordReachability(isThere: boolean): void {
  unanswered = isThere ? 0 : unanswered + 1;
  if (unanswered > 1 && connection.get() === 'online') connection.set('offline');
  else if (isThere && connection.get() === 'offline' && navigator.onLine) connection.set('online');
}

function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script|preload CSS/i.test(error.message);
}

/** Any answer except a failing server's counts: a page that has moved is an answer as well. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/health/live/', { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

/** Waits until the browser reports being online again, but only for a while: it does not always notice. */
export function waitForNetwork(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(1000 * 2 ** tries, longestWaitMs));
    window.addEventListener('online', end);
  });
}

/** After a release the old code is gone. The page reloads itself once if nothing can be lost; otherwise the bar asks. */
function openNewVersion(): Promise<never> {
  let last = Date.now();
  try {
    last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without storage it could reload for ever, so the bar asks.
  }
  if (!hasUnsaved() && Date.now() - last > reloadPauseMs) window.location.reload();
  else connection.set('outdated');
  return new Promise(() => undefined);
}

/** Set where the service worker has stored the code of the staff's pages as well. */
export const staffPagesKey = 'staff_pages';

const isKeptOnDevice = () =>
  navigator.serviceWorker?.controller &&
  (readStored(staffPagesKey) || !window.location.pathname.startsWith('/admin'));

/** What the latest code must not be shown without. */
const needs = new Set<Promise<unknown>>();

const longestNeedMs = 4_000;

/** For a module to call while it is evaluated. The code is shown once this has come, failed or got stuck. */
export function delayCodeUntil(coming: Promise<unknown>): void {
  const stuck = new Promise((end) => setTimeout(end, longestNeedMs));
  const settled = Promise.race([coming, stuck])
    .catch(() => undefined)
    .finally(() => needs.delete(settled));
  needs.add(settled);
}

/** Until all that has come can be shown. */
export const whenCodeIsReady = (): Promise<unknown> => Promise.all(needs);

/** @param isAsked whether somebody waits for it: the bar says so without a network */
export async function fetchCode<T>(load: () => Promise<T>, isAsked = () => true): Promise<T> {
  const waitAndRetry = (tries: number) => {
    if (isAsked()) connection.set('waiting');
    return waitForNetwork(tries);
  };
  for (let tries = 0, answered = 0; ; tries += 1) {
    // Browsers remember failed imports and never retry them: offline only code stored by the service worker is imported.
    if (navigator.onLine === false && (tries > 0 || !isKeptOnDevice())) {
      await waitAndRetry(tries);
      continue;
    }
    try {
      const code = await load();
      await whenCodeIsReady();
      // Code that is kept on the device comes without a network too.
      if (connection.get() === 'waiting') connection.set(navigator.onLine === false ? 'offline' : 'online');
      return code;
    } catch (error) {
      if (!isMissingCode(error)) throw error;
      if (await isServerReachable()) {
        answered += 1;
        // Only a second failure with a network tells whether the connection was lost or the code is gone.
        if (answered > 1) return openNewVersion();
      } else await waitAndRetry(tries);
    }
  }
}

/** A part of a page, fetched when it is first shown. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => fetchCode(load));
