// Before a portal works: do database, stored files and keys belong together? Then the migrations, and what a first start makes.
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import type { BlobStore } from '../storage.ts';
import { assertBelongTogether, completeIdentity } from './identity.ts';
import { assertSameKeys, completeKeys, type KeyMakers } from './key-files.ts';

export interface Installation {
  readonly ownerUrl: string;
  readonly blobs: BlobStore;
  readonly keysFolder: string;
  readonly keyMakers: KeyMakers;
}

// Two processes that start together open it one after the other.
const openingLock = 7_301_965;

/** @throws CustodyError when the start must be refused */
export async function openInstallation(parts: Installation): Promise<void> {
  const { ownerUrl, blobs, keysFolder, keyMakers } = parts;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('select pg_advisory_lock($1)', [openingLock]);
    const holdings = await assertBelongTogether(owner, blobs, keysFolder);
    await assertSameKeys(owner, keysFolder);
    await migrate(ownerUrl);
    await completeIdentity(owner, blobs, keysFolder, holdings);
    await completeKeys(owner, keysFolder, keyMakers);
  } finally {
    await owner.end();
  }
}
