// A small object for testing whether a store can be written to, read and deleted from.
import { randomUUID } from 'node:crypto';

/** Unique to this process, because another one may probe at the same time. If it cannot be removed, the next probe overwrites it. */
export const probeName = `probe-${randomUUID()}`;
export const probeBytes = Buffer.from('nothipotro');

/** @throws Error when the store returns something else */
export function assertProbeIntact(bytes: Buffer | undefined): void {
  if (!bytes?.equals(probeBytes)) throw new Error('The store did not keep what it was given');
}
