// What a first visit needs, but not at once: fetched beside it.
import './ui/cramped.ts';
import { router } from './router.tsx';

const quietMs = 3_000;

/** Whoever signs up or in may lose the network there: the service worker brings the page back. */
function keepEntry(): void {
  const isEntry = () => /^\/(?:login|signup)\/?$/.test(window.location.pathname);
  setTimeout(() => {
    if (isEntry())
      void import('./features/device/installing.ts')
        .then(({ startWorker }) => startWorker())
        .catch(() => undefined);
  }, quietMs);
}

router.subscribe('onResolved', keepEntry);
keepEntry();
