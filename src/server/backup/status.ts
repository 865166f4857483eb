// How the shop's backups are: the newest, and whether its nightly proof went well. Both lie at the backup place, so every process sees the same.
import { z } from 'zod';
import { listBackups, timeOfId } from './manifest.ts';
import type { Place } from './place.ts';

const StoredProof = z.object({
  at: z.string(),
  faults: z.array(z.string()),
  papers: z.number(),
  /** Files that the store had lost or damaged when the backup was made. */
  lacking: z.number().optional(),
});
export type StoredProof = z.infer<typeof StoredProof>;

const proofName = (id: string) => `proofs/${id}.json`;

export const storeProof = (place: Place, id: string, proof: StoredProof): Promise<void> =>
  place.write(proofName(id), Buffer.from(`${JSON.stringify(StoredProof.parse(proof))}\n`));

export interface BackupStatus {
  readonly newest: { readonly id: string; readonly at: Date } | undefined;
  /** Of the newest; undefined until it has been restored once. */
  readonly proof: StoredProof | undefined;
}

async function readProof(place: Place, id: string): Promise<StoredProof | undefined> {
  const stored = await place.read(proofName(id));
  return stored && StoredProof.parse(JSON.parse(stored.toString()));
}

/** @param ids of whole backups, oldest first. @returns the newest that was restored and found right */
export async function findNewestProven(place: Place, ids: readonly string[]): Promise<string | undefined> {
  for (const id of ids.toReversed()) if ((await readProof(place, id))?.faults.length === 0) return id;
  return undefined;
}

export async function readStatus(place: Place): Promise<BackupStatus> {
  await place.check();
  const id = (await listBackups(place)).whole.at(-1);
  if (id === undefined) return { newest: undefined, proof: undefined };
  return { newest: { id, at: timeOfId(id) }, proof: await readProof(place, id) };
}
