// The state of the shop's backups: the newest one and the result of its proof. Both are stored at the destination, so every process sees the same.
import { z } from 'zod';
import type { Destination } from './destination.ts';
import { listBackups, newestOf, timeOfId } from './manifest.ts';

const StoredProof = z.object({
  at: z.string(),
  faults: z.array(z.string()),
  papers: z.number(),
  /** Number of files that the store had lost or damaged when the backup was made. */
  lacking: z.number().optional(),
});
export type StoredProof = z.infer<typeof StoredProof>;

const proofName = (id: string) => `proofs/${id}.json`;

export const storeProof = (destination: Destination, id: string, proof: StoredProof): Promise<void> =>
  destination.write(proofName(id), Buffer.from(`${JSON.stringify(StoredProof.parse(proof))}\n`));

export interface BackupStatus {
  readonly newest: { readonly id: string; readonly at: Date } | undefined;
  /** The proof of the newest backup; undefined until it has been restored once. */
  readonly proof: StoredProof | undefined;
}

async function readProof(destination: Destination, id: string): Promise<StoredProof | undefined> {
  const stored = await destination.read(proofName(id));
  try {
    return stored && StoredProof.parse(JSON.parse(stored.toString()));
  } catch {
    // A damaged result is ignored, so that the backup is proven again.
    return undefined;
  }
}

/** @param ids ids of complete backups, oldest first @returns the newest proven one, and those whose proof failed */
export async function readProofs(
  destination: Destination,
  ids: readonly string[],
): Promise<{ proven: string | undefined; failed: string[] }> {
  let proven: string | undefined;
  const failed: string[] = [];
  for (const id of ids) {
    const proof = await readProof(destination, id);
    if (proof?.faults.length === 0) proven = id;
    else if (proof) failed.push(id);
  }
  return { proven, failed };
}

export async function readStatus(destination: Destination, now: Date): Promise<BackupStatus> {
  await destination.check();
  const id = newestOf((await listBackups(destination)).whole, now);
  if (id === undefined) return { newest: undefined, proof: undefined };
  return { newest: { id, at: timeOfId(id) }, proof: await readProof(destination, id) };
}
