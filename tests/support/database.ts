// A separate database for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/connect.ts';
import { templateName, withDatabase } from './cluster.ts';

export interface TestDatabase {
  /** URL with the owner's login, which may do everything: for looking behind the application. */
  ownerUrl: string;
  /** URL with the application's login. */
  applicationUrl: string;
  /** Connected with the application's role. */
  db: Database;
}

/** Idle owner connections to each cloned database, because a new one costs as much as forty statements. */
const idle = new Map<string, pg.Client[]>();

export async function cloneDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(
    // Logging each page of a copy takes twice as long as copying its files.
    `create database ${name} template ${templateName} strategy file_copy`,
    // Database-level privileges are not copied from the template.
    `revoke temporary on database ${name} from public`,
  );
  const ownerUrl = withDatabase(clusterUrl, name);
  const applicationUrl = withDatabase(inject('applicationUrl'), name);
  const db = createDatabase(createPool(applicationUrl, 20));
  idle.set(ownerUrl, []);
  return {
    ownerUrl,
    applicationUrl,
    db,
    async drop() {
      const unused = idle.get(ownerUrl) ?? [];
      idle.delete(ownerUrl);
      await Promise.all([db.destroy(), ...unused.map((client) => client.end())]);
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** For a whole test file; its fields are set once the tests run. */
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

/** Runs statements as the owner, bypassing the application's privileges. */
export async function asOwner<T extends pg.QueryResultRow>(
  ownerUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = idle.get(ownerUrl)?.pop() ?? (await connectAsOwner(ownerUrl));
  try {
    return (await client.query<T>(statement, values)).rows;
  } finally {
    await release(ownerUrl, client);
  }
}

async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A broken connection also fails its statement; its event has no other listener.
  client.on('error', () => undefined);
  client.once('end', () => {
    const unused = idle.get(ownerUrl);
    if (unused?.includes(client)) unused.splice(unused.indexOf(client), 1);
  });
  await client.connect();
  return client;
}

/** Resets a connection and keeps it, if possible. */
async function release(ownerUrl: string, client: pg.Client): Promise<void> {
  try {
    if (!idle.has(ownerUrl)) return await client.end();
    await client.query('discard all');
    idle.get(ownerUrl)?.push(client);
  } catch {
    await client.end();
  }
}
