// Lazily loaded code. If it cannot be fetched, the open page stays, a bar says why, and the fetch is retried.
import { type ComponentType, lazy } from 'react';
import { readStored } from '../storage/stored.ts';
import { createStore } from '../store.ts';

/** `waiting`: offline, and something needs the network. `outdated`: the page has to be reloaded before another can open. */
export type Connection = 'online' | 'offline' | 'waiting' | 'outdated';
export const connection = createStore<Connection>('online');

/** Nothing gets through. */
export const isWithoutNetwork = (state: Connection): boolean => state === 'offline' || state === 'waiting';

/** Whether the next page is loading. */
export const isPageLoading = createStore(false);

/** Additional text of the connection bar, provided by the portal's frame: that live updates have stopped, and how old the list on the screen is. */
export const connectionBarDetails = createStore<{ silent?: string; age?: string }>({});

const longestWaitMs = 15_000;
const reloadPauseMs = 30_000;
const reloadedKey = 'reloaded_at';

/** Fields that the user typed into. Fields that are gone or empty again have nothing to lose. */
const typedInto = new Set<HTMLInputElement>();

function hasUnsaved(): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  for (const field of typedInto) if (!field.isConnected || field.value === '') typedInto.delete(field);
  return typedInto.size > 0;
}

/** Follows the network state, and which fields are typed into. */
export function watchConnection(): void {
  const follow = () => {
    if (connection.get() !== 'outdated') connection.set(navigator.onLine ? 'online' : 'offline');
  };
  // Until the bar exists, the waiting page itself shows it (index.html).
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

/** A browser does not always notice that it is offline: two requests in a row without a response count as offline too. */
export function recordReachability(isThere: boolean): void {
  unanswered = isThere ? 0 : unanswered + 1;
  if (unanswered > 1 && connection.get() === 'online') connection.set('offline');
  else if (isThere && connection.get() === 'offline' && navigator.onLine) connection.set('online');
}

function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script|preload CSS/i.test(error.message);
}

/** Any response except a server error counts, even that the page has moved. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/health/live/', { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

/** Waits until the browser reports that it is online again, but only for a while: it does not always notice. */
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

/** After a release the old code is gone. The page reloads itself once if nothing can be lost; otherwise the bar asks the user to. */
function openNewVersion(): Promise<never> {
  let last = Date.now();
  try {
    last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without storage it could reload forever, so the bar asks.
  }
  if (!hasUnsaved() && Date.now() - last > reloadPauseMs) window.location.reload();
  else connection.set('outdated');
  return new Promise(() => undefined);
}

/** Set once the service worker has stored the code of the staff pages as well. */
export const staffPagesKey = 'staff_pages';

const isKeptOnDevice = () =>
  navigator.serviceWorker?.controller &&
  (readStored(staffPagesKey) || !window.location.pathname.startsWith('/admin'));

/** Promises that must settle before the latest code may be shown. */
const needs = new Set<Promise<unknown>>();

const longestNeedMs = 4_000;

/** Called by a module while it is evaluated: its code is not shown until this promise settles or times out. */
export function delayCodeUntil(coming: Promise<unknown>): void {
  const stuck = new Promise((end) => setTimeout(end, longestNeedMs));
  const settled = Promise.race([coming, stuck])
    .catch(() => undefined)
    .finally(() => needs.delete(settled));
  needs.add(settled);
}

/** Resolves when all loaded code may be shown. */
export const whenCodeIsReady = (): Promise<unknown> => Promise.all(needs);

/** @param isAsked whether the user is waiting for it: without a network the bar then says so */
export async function fetchCode<T>(load: () => Promise<T>, isAsked = () => true): Promise<T> {
  const waitAndRetry = (tries: number) => {
    if (isAsked()) connection.set('waiting');
    return waitForNetwork(tries);
  };
  for (let tries = 0, answered = 0; ; tries += 1) {
    // Browsers remember failed imports and never retry them: offline, only code stored by the service worker is imported.
    if (navigator.onLine === false && (tries > 0 || !isKeptOnDevice())) {
      await waitAndRetry(tries);
      continue;
    }
    try {
      const code = await load();
      await whenCodeIsReady();
      // Code stored on the device also loads without a network.
      if (connection.get() === 'waiting') connection.set(navigator.onLine === false ? 'offline' : 'online');
      return code;
    } catch (error) {
      if (!isMissingCode(error)) throw error;
      if (await isServerReachable()) {
        answered += 1;
        // Only a second failure with a working network tells missing code from a lost connection.
        if (answered > 1) return openNewVersion();
      } else await waitAndRetry(tries);
    }
  }
}

/** A part of a page whose code is fetched when it is first shown. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => fetchCode(load));
