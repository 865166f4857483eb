// Prepares an installation before its portal starts: checks that database, stored files and keys belong together, then runs the migrations and, at
// the first start, creates what is missing.
import { connectClient } from '../database/connect.ts';
import { migrate, waitForLock } from '../database/migrate.ts';
import { openVault } from '../keys.ts';
import type { BlobStore } from '../storage/storage.ts';
import { ensureApplicationLogin } from './application-login.ts';
import { assertSameInstallation, completeIdentity } from './identity.ts';
import { assertSameKeys, completeKeys, type KeyMakers } from './key-files.ts';
import { resetTransactionNumbers } from './restored-database.ts';

export interface Installation {
  readonly ownerUrl: string;
  /** Set if the operator created the portal's login by hand. */
  readonly applicationUrl?: string | undefined;
  readonly blobs: BlobStore;
  readonly keysFolder: string;
  readonly keyMakers: KeyMakers;
}

// Makes processes that start at the same time open the installation one after the other.
const openingLock = 7_301_965;

/** @returns the address that the portal connects with. @throws StartupError when the start must be refused */
export async function openInstallation(deps: Installation): Promise<string> {
  const { ownerUrl, blobs, keysFolder, keyMakers } = deps;
  const owner = await connectClient(ownerUrl);
  try {
    await waitForLock(owner, openingLock);
    const holdings = await assertSameInstallation(owner, blobs, keysFolder);
    await assertSameKeys(owner, keysFolder);
    await migrate(ownerUrl);
    await completeIdentity(owner, blobs, keysFolder, holdings);
    await completeKeys(owner, keysFolder, keyMakers);
    await resetTransactionNumbers(owner);
    if (deps.applicationUrl !== undefined) return deps.applicationUrl;
    const { vault } = await openVault(keysFolder);
    return await ensureApplicationLogin(owner, ownerUrl, vault);
  } finally {
    await owner.end();
  }
}
