// What must not be sent over a connection through a pooler. The pooler here passes everything on, and the test looks behind it for what PgBouncer
// refuses.
import { connect as connectTo, createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../../tests/support/database.ts';
import { createDatabase, createPool } from '../connect.ts';

const database = useDatabase();
let passing: Server;
let pooler: string;
beforeAll(async () => {
  const { hostname, port } = new URL(database.applicationUrl);
  passing = createServer((client) => {
    const server = connectTo(Number(port), hostname);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((done) => passing.listen(0, '127.0.0.1', done));
  pooler = `127.0.0.1:${(passing.address() as { port: number }).port}`;
});
afterAll(() => passing.close());

async function look(through?: string) {
  const db = createDatabase(
    createPool(database.applicationUrl, 1, 3, through),
    undefined,
    through === undefined,
  );
  try {
    const { rows } = await sql<{ limit: string; prepared: number }>`
      select current_setting('statement_timeout') as limit, (select count(*)::int from pg_prepared_statements) as prepared`.execute(
      db,
    );
    return rows[0];
  } finally {
    await db.destroy();
  }
}

describe('a connection', () => {
  it('prepares its statements whatever another database of this process has prepared', async () => {
    const texts = Array.from({ length: 500 }, (_, at) => `select ${at} as planted`);
    for (const text of texts) await sql.raw(text).execute(database.db);
    expect((await look())?.prepared).toBe(1);
  });

  it('prepares its statements and limits their time', async () => {
    expect(await look()).toEqual({ limit: '15s', prepared: 1 });
  });

  it('by way of a pooler prepares nothing and sends no limits', async () => {
    expect(await look(pooler)).toEqual({ limit: '0', prepared: 0 });
  });
});
