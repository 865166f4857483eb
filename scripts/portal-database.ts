// Opens a portal's database for a script: a running portal's, or one that is started for as long as the script runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { describeRunningRestore, removeUnproven } from '../src/server/backup/restore/install-restored.ts';
import { type Config, SettingError } from '../src/server/platform/config.ts';
import {
  connectClient,
  createDatabase,
  createPool,
  type Database,
} from '../src/server/platform/database/connect.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { tryLock } from '../src/server/platform/database/folder-lock.ts';
import { assertDataDirAccess } from '../src/server/platform/installation/data-dir-access.ts';
import { explainUncaughtErrors } from './command-errors.ts';

explainUncaughtErrors();

export interface PortalDatabase {
  /** The owner's database URL. */
  readonly url: string;
  readonly db: Database;
  readonly owner: pg.Client;
  close(): Promise<void>;
}

export async function openPortalDatabase(config: Config): Promise<PortalDatabase> {
  assertDataDirAccess(config.DATA_DIR);
  const portalLock = join(config.DATA_DIR, 'portal.lock');
  const restore = describeRunningRestore(config.DATA_DIR);
  if (restore !== undefined) {
    const probe = tryLock(portalLock);
    if (!probe) throw new SettingError(`DATA_DIR: ${restore}`);
    // It was killed. `npm run restore` continues with what it had proven.
    removeUnproven(config.DATA_DIR);
    probe.release();
  }
  const isThere = config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, 'postgres'));
  if (!isThere)
    throw new SettingError(
      `DATA_DIR: there is no shop in ${config.DATA_DIR}; set DATA_DIR as the portal has it, or start the portal once`,
    );
  const running = config.DATABASE_URL ?? findRunningDatabase(config.DATA_DIR);
  // No portal can start beside a database that is started here.
  const lock = running === undefined ? tryLock(portalLock) : undefined;
  if (running === undefined && !lock)
    throw new SettingError(
      `DATA_DIR: ${config.DATA_DIR} is in use by a portal in another container: run this there, or stop it.`,
    );
  const embedded = lock ? await startEmbeddedDatabase(config.DATA_DIR) : undefined;
  const url = running ?? embedded!.url;
  const owner = await connectClient(url).catch(async (error: unknown) => {
    // Else it would keep the command from ending.
    await embedded?.stop();
    throw error;
  });
  const db = createDatabase(createPool(url, 2));
  return {
    url,
    db,
    owner,
    async close() {
      await db.destroy();
      await owner.end();
      await embedded?.stop();
      lock?.release();
    },
  };
}
