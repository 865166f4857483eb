// The sweep of stored files: when it holds back, and that swept files can be restored.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';
import { createStorage } from '#server/platform/storage/storage.ts';
import { restoreStorage, type SweepOptions, sweepStorage } from '#server/platform/storage/storage-sweep.ts';
import { recordStored } from '#server/platform/storage/stored-files.queries.ts';
import { createVault } from '#server/platform/vault.ts';
import { storedColumns } from '#server/privacy/personal-data.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

it('neither sweeps nor empties the trash if its share is too large, and restores everything swept', async () => {
  const { db, dataDir } = portal;
  const blobs = createFolderBlobs(join(dataDir, 'files'));
  const vault = createVault(new Map([[1, Buffer.alloc(32, 1)]]), Buffer.alloc(32, 9));
  const storage = createStorage(blobs, vault, (key) => recordStored(db, key));
  const deps = { db, blobs, storedColumns };
  const sweep = (options: SweepOptions = {}) => sweepStorage(deps, { seconds: -60, ...options });
  const put = async (name: string) => {
    for (let at = 0; at < 12; at += 1) await storage.put(Buffer.from(`${name} ${at}`));
  };
  await put('first');
  expect(await sweep()).toMatchObject({ stored: 12, unnamed: 12, trashed: 0, held: 'share' });
  expect(await sweep({ isConfirmed: true })).toMatchObject({ trashed: 12, held: undefined });
  expect(await sweep()).toMatchObject({ stored: 0, unnamed: 0, held: undefined });
  await put('second');
  await asOwner(
    portal.ownerUrl,
    `update stored_files set trashed_at = now() - interval '31 days' where trashed_at is not null`,
  );
  expect(await sweep()).toMatchObject({ stored: 12, trashed: 0, held: 'share', removed: 0 });
  expect(await restoreStorage(deps)).toBe(12);
  expect(await sweep()).toMatchObject({ stored: 24, held: 'share' });
});
