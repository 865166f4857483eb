// The contents of a portal's file store, without its trash and its identity.
import { join } from 'node:path';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';

export async function listStored(dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of createFolderBlobs(join(dataDir, 'files')).list()) keys.push(key);
  return keys.sort();
}
