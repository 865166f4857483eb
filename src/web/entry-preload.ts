// Prepares for a lost network during login or sign-up, and for what follows them.

const quietMs = 3_000;

const isEntry = () => /^\/(?:login|signup)\/?$/.test(window.location.pathname);

/** The service worker opens the page without a network. */
export function startWorkerOnEntryPages(): void {
  setTimeout(() => {
    if (isEntry())
      void import('./features/device/service-worker.ts')
        .then(({ startServiceWorker }) => startServiceWorker())
        .catch(() => undefined);
  }, quietMs);
}

/** Fetches what the next page will need. It uses links rather than imports, because a browser never retries a failed import. */
export function preloadRouter(): void {
  setTimeout(() => {
    for (const href of document.getElementById('first-paint')?.dataset.router?.split(' ') ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }, quietMs);
}
