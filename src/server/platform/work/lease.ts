// Whether a recurring job still holds its lease. A process that stood still, or was cut off, finds its job begun again elsewhere.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Lease {
  isLost: boolean;
}

const leases = new AsyncLocalStorage<Lease>();

export const withLease = <T>(lease: Lease, work: () => T): T => leases.run(lease, work);

/** Asked between two steps: after a loss no further one is begun. False for work that has no lease. */
export const isLeaseLost = (): boolean => leases.getStore()?.isLost === true;
