import { useEffect } from 'react';
import { useImpersonation } from '../../lib/impersonation.ts';

const quietMs = 3_000;

/** Starts the service worker, which lets the portal open offline, after everything that this visit itself needs. */
export function useServiceWorker(area: 'customer' | 'staff'): void {
  const isViewed = useImpersonation() !== undefined;
  useEffect(() => {
    if (isViewed) return undefined;
    const timer = setTimeout(() => {
      void import('./service-worker.ts')
        .then(({ startServiceWorker, cacheStaffPages }) =>
          area === 'staff' ? cacheStaffPages() : startServiceWorker(),
        )
        .catch(() => undefined);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [area, isViewed]);
}
