import { useEffect } from 'react';
import { useImpersonation } from '../../lib/impersonation.ts';

const quietMs = 3_000;

/** Starts the service worker, which lets the portal open offline, after everything that this visit needs itself. */
export function useWorker(area: 'customer' | 'staff'): void {
  const isViewed = useImpersonation() !== undefined;
  useEffect(() => {
    if (isViewed) return undefined;
    const timer = setTimeout(() => {
      void import('./installing.ts')
        .then(({ startWorker, keepStaffPages }) => (area === 'staff' ? keepStaffPages() : startWorker()))
        .catch(() => undefined);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [area, isViewed]);
}
