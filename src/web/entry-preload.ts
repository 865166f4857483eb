// Somebody who is signing up or in may lose the network, and wants to continue at once afterwards.

const quietMs = 3_000;

const isEntry = () => /^\/(?:login|signup)\/?$/.test(window.location.pathname);

/** The service worker brings the page back without a network. */
export function startWorkerOnEntryPages(): void {
  setTimeout(() => {
    if (isEntry())
      void import('./features/device/service-worker.ts')
        .then(({ startServiceWorker }) => startServiceWorker())
        .catch(() => undefined);
  }, quietMs);
}

/** Fetches what the next page will need. As links, not imports: a browser never repeats an import that failed. */
export function preloadRouter(): void {
  setTimeout(() => {
    for (const href of document.getElementById('first-paint')?.dataset.router?.split(' ') ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }, quietMs);
}
