// A database of its own for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/connect.ts';
import { templateName, withDatabase } from './cluster.ts';

export interface TestDatabase {
  /** Address of the owner, who can do everything: for looking behind the application. */
  ownerUrl: string;
  /** Address with a login of the application. */
  applicationUrl: string;
  /** As the application's role. */
  db: Database;
}

export async function cloneDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name} template ${templateName}`);
  const ownerUrl = withDatabase(clusterUrl, name);
  const applicationUrl = withDatabase(inject('applicationUrl'), name);
  // A database's own rights are not copied from its template.
  await administer(`revoke temporary on database ${name} from public`);
  const db = createDatabase(createPool(applicationUrl, 20));
  return {
    ownerUrl,
    applicationUrl,
    db,
    async drop() {
      await db.destroy();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** For a whole test file; its fields are there once the tests run. */
export function useDatabase(): TestDatabase {
  const holder = {} as TestDatabase;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const clone = await cloneDatabase();
    Object.assign(holder, clone);
    drop = clone.drop;
  });
  afterAll(() => drop?.());
  return holder;
}

/** Runs statements as the owner, past all rights of the application. */
export async function asOwner<T extends pg.QueryResultRow>(
  ownerUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<T>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
