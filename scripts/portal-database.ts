// The database of a portal for a script: that of a running portal, or started for as long as the script needs it.
import pg from 'pg';
import type { Config } from '../src/server/platform/config.ts';
import { createDatabase, createPool, type Database } from '../src/server/platform/database/connect.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';

export interface PortalDatabase {
  /** Address of the owner. */
  readonly url: string;
  readonly db: Database;
  readonly owner: pg.Client;
  close(): Promise<void>;
}

export async function openPortalDatabase(config: Config): Promise<PortalDatabase> {
  const running = config.DATABASE_URL ?? findRunningDatabase(config.DATA_DIR);
  const embedded = running === undefined ? await startEmbeddedDatabase(config.DATA_DIR) : undefined;
  const url = running ?? embedded!.url;
  const db = createDatabase(createPool(url, 2));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return {
    url,
    db,
    owner,
    async close() {
      await db.destroy();
      await owner.end();
      await embedded?.stop();
    },
  };
}
