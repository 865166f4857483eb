// A small object that shows whether a store can be written, read and removed from.
import { randomUUID } from 'node:crypto';

/** Of this process: another one may be looking too. Where it cannot be removed, the next look writes it again. */
export const probeName = `probe-${randomUUID()}`;
export const probeBytes = Buffer.from('nothipotro');

/** @throws Error when the store returns something else */
export function assertProbeIntact(bytes: Buffer | undefined): void {
  if (!bytes?.equals(probeBytes)) throw new Error('The store did not keep what it was given');
}
