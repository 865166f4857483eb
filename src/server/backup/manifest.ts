// The manifest of a backup. It is written last, so a backup without one was interrupted and doesn't count.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError, useOlderBackup } from './backup-error.ts';
import type { Destination } from './destination.ts';

const Part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  installation: z.string(),
  release: z.string(),
  postgres: z.string(),
  /** Newest migration that had been applied. */
  schema: z.string(),
  kind: z.enum(['cluster', 'dump']),
  startedAt: z.string(),
  endedAt: z.string(),
  /** Restore point at which the counts below were taken; a cluster is recovered exactly to it. */
  mark: z.string(),
  /** First and last segment of the write-ahead log that the copy needs. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  tables: z.record(z.string(), z.number()),
  balancesPaisa: z.string(),
  storage: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Number of files that the store had lost or damaged when the backup was made; absent if there were none. */
    lacking: z.number().optional(),
  }),
  keys: z.enum(['here', 'apart', 'left out']),
  parts: z.object({
    database: z.array(Part),
    wal: z.array(Part),
    keys: z.array(Part),
    anchors: z.array(Part),
    objects: z.array(Part),
  }),
});
export type Manifest = z.infer<typeof Manifest>;
export type PartKind = keyof Manifest['parts'];

const nameOf = (id: string) => `backups/${id}/manifest.json`;
const isId = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Makes an id; ids sort by time. */
export const makeId = (at: Date): string => at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
export const timeOfId = (id: string): Date => new Date(id.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));

const checksum = (manifest: Manifest) =>
  createHash('sha256')
    .update(JSON.stringify(Manifest.parse(manifest)))
    .digest('hex');

export const writeManifest = (destination: Destination, manifest: Manifest): Promise<void> =>
  destination.write(
    nameOf(manifest.id),
    Buffer.from(
      `${JSON.stringify({ checksum: checksum(manifest), ...Manifest.parse(manifest) }, undefined, 2)}\n`,
    ),
  );

/** @throws BackupError if it was changed */
export async function readManifest(destination: Destination, id: string): Promise<Manifest> {
  const bytes = await destination.read(nameOf(id));
  if (!bytes) throw new BackupError(`The backup ${id} is not whole: it has no manifest.`);
  try {
    const { checksum: said, ...rest } = JSON.parse(bytes.toString()) as { checksum: string };
    const manifest = Manifest.parse(rest);
    if (checksum(manifest) === said) return manifest;
  } catch {
    // Reported below.
  }
  throw new BackupError(`The manifest of the backup ${id} was changed: ${useOlderBackup}`);
}

/** Lists the ids of all backups at the destination, oldest first. */
export async function listBackups(destination: Destination): Promise<{ whole: string[]; broken: string[] }> {
  const seen = new Map<string, boolean>();
  for await (const name of destination.list('backups/')) {
    const [, id = '', file] = name.split('/');
    if (isId.test(id)) seen.set(id, (seen.get(id) ?? false) || file === 'manifest.json');
  }
  const ids = [...seen.keys()].sort();
  return {
    whole: ids.filter((id) => seen.get(id)),
    broken: ids.filter((id) => !seen.get(id)),
  };
}

/** Finds the newest backup. One dated in the future doesn't count, because a clock that was wrong for a day must not stop backups for years. */
export function newestOf(ids: readonly string[], now: Date): string | undefined {
  const latest = now.getTime() + 3_600_000;
  return ids.findLast((id) => timeOfId(id).getTime() <= latest);
}

export async function removeBackup(destination: Destination, id: string): Promise<void> {
  // The manifest goes first: without it, whatever is left isn't a backup any more.
  await destination.remove(nameOf(id));
  for await (const name of destination.list(`backups/${id}/`)) await destination.remove(name);
}
