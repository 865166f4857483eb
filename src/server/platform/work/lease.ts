// Tells a recurring job whether it still holds its lease. After a pause or a network failure, another process may have started the job again.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Lease {
  isLost: boolean;
}

const leases = new AsyncLocalStorage<Lease>();

export const withLease = <T>(lease: Lease, work: () => T): T => leases.run(lease, work);

/** To be checked between steps, so that none begins after the lease is lost. False for work without a lease. */
export const isLeaseLost = (): boolean => leases.getStore()?.isLost === true;
