// Records in DATA_DIR what the last upgrade did, even if it was interrupted, for `npm run rollback`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderLock, tryLock } from '../../src/server/platform/database/folder-lock.ts';
import { ReleaseError } from './clone.ts';

export interface LastUpgrade {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** A copy of the database as it was before, in DATA_DIR; none for a database elsewhere. */
  readonly copy: string | null;
  readonly state: 'running' | 'done' | 'going back' | 'taken back';
}

/** Whether the upgrade was killed between two steps: files may belong to two releases, and only a rollback is safe. */
export const isBrokenOff = (last: LastUpgrade | undefined): boolean =>
  last?.state === 'running' || last?.state === 'going back';

/** Takes a lock that is held until an upgrade or rollback ends, because a concurrent one would mix two releases. @throws ReleaseError */
export function lockUpgrades(dataDir: string): FolderLock {
  const lock = tryLock(join(dataDir, 'upgrade.lock'));
  if (!lock)
    throw new ReleaseError(
      'An upgrade or a rollback is under way in another window: wait for its end. Nothing was changed.',
    );
  return lock;
}

const fileOf = (dataDir: string) => join(dataDir, 'upgrade.json');

export function readLastUpgrade(dataDir: string): LastUpgrade | undefined {
  const file = fileOf(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LastUpgrade) : undefined;
}

export function writeLastUpgrade(dataDir: string, upgrade: LastUpgrade): void {
  const part = `${fileOf(dataDir)}.part`;
  writeFileSync(part, `${JSON.stringify(upgrade, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, fileOf(dataDir));
}
