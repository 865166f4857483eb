// The nightly proof: restores the newest backup next to the running shop, proves it, and removes it again. The result is stored at the destination.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { KeyMakers } from '../../platform/installation/key-files.ts';
import { BackupError } from '../backup-error.ts';
import { openDestination, readNewestBackupKey } from '../destination.ts';
import { readStatus, type StoredProof, storeProof } from '../status.ts';
import { restoreBackup } from './restore-backup.ts';

/** @returns the result; undefined if there is no backup yet */
export async function proveNewest(
  config: Config,
  keyMakers: KeyMakers,
): Promise<(StoredProof & { id: string }) | undefined> {
  const from = openDestination(config.BACKUP_TO!, config);
  const { newest } = await readStatus(from, new Date());
  if (!newest) return undefined;
  const { id, identity } = await readNewestBackupKey(config);
  if (id !== newest.id)
    throw new BackupError(
      'The newest backup was made by another machine, which alone can prove it: run the proof there.',
    );
  const into = join(config.DATA_DIR, 'backup', 'proof');
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true, mode: 0o700 });
  const found = await restoreBackup({
    from,
    id,
    to: 'mark',
    into,
    identities: [identity],
    keysFrom: config.BACKUP_KEYS_TO === undefined ? undefined : join(config.DATA_DIR, 'keys'),
    keyMakers,
  })
    .then(
      ({ proof, manifest: { storage } }) => ({
        faults: [...proof.faults],
        papers: proof.papers,
        ...(storage.lacking === undefined ? {} : { lacking: storage.lacking }),
      }),
      (error: Error) => ({ faults: [error.message], papers: 0 }),
    )
    .finally(() => rm(into, { recursive: true, force: true }));
  const stored = { at: new Date().toISOString(), ...found };
  await storeProof(from, newest.id, stored);
  return { id: newest.id, ...stored };
}
