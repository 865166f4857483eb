// Removes expired backups, segments of the log, and stored files that no kept backup lists.
import { gunzipSync } from 'node:zlib';
import { BackupError } from '../backup-error.ts';
import type { Destination } from '../destination.ts';
import { segmentOf } from '../log-shipping.ts';
import { listBackups, readManifest, removeBackup } from '../manifest.ts';
import { readPart } from '../parts.ts';
import { readProofs } from '../status.ts';
import { chooseKept, oldestDaily } from './retention.rules.ts';

export async function listObjects(destination: Destination, id: string): Promise<string[]> {
  const { parts } = await readManifest(destination, id);
  const list = gunzipSync(await readPart(destination, parts.objects[0]!)).toString();
  return list === '' ? [] : list.split('\n');
}

/**
 * Call right after a backup, since a file that the newest backup doesn't list has left the store.
 * @returns kept backups that are damaged; as long as there are any, nothing that they may need is removed
 */
export async function applyRetention(destination: Destination): Promise<string[]> {
  const { whole } = await listBackups(destination);
  const kept = chooseKept(whole, await readProofs(destination, whole));
  const listed = new Set<string>();
  const damaged: string[] = [];
  // Everything is read before anything is removed.
  for (const id of kept)
    for (const name of await listObjects(destination, id).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      damaged.push(id);
      return [];
    }))
      listed.add(name);
  const removed = whole.filter((id) => !kept.includes(id));
  for (const id of removed) await removeBackup(destination, id);
  if (removed.length === 0 || damaged.length > 0) return damaged;
  const oldest = oldestDaily(kept);
  const firstSegment = oldest === undefined ? '' : (await readManifest(destination, oldest)).firstSegment;
  for await (const name of destination.list('wal/')) {
    const segment = segmentOf(name);
    // The first eight digits are the timeline, and a restored shop continues on a new one.
    if (segment && segment.slice(8) < firstSegment.slice(8)) await destination.remove(name);
  }
  for await (const name of destination.list('objects/'))
    if (!listed.has(name)) await destination.remove(name);
  return damaged;
}
