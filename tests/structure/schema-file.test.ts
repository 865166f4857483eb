// docs/schema.sql is what the migrations make; the generator that writes it leaves nothing of a schema out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../../scripts/database-schema.ts';
import { useDatabase } from '../support/database.ts';

const database = useDatabase();
const schemaFile = () => readFileSync(join(import.meta.dirname, '../../docs/schema.sql'), 'utf8');

describe('docs/schema.sql', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterAll(() => client.end());

  /** The description after the statement ran, which is then rolled back. */
  async function describeAfter(statement: string): Promise<string> {
    await client.query('begin');
    try {
      await client.query(statement);
      return await describeSchema(client);
    } finally {
      await client.query('rollback');
    }
  }

  it('is what the migrations make', async () => {
    expect(await describeSchema(client)).toBe(schemaFile());
  });

  it.each([
    ['a table', 'create table planted (id integer)'],
    ['a column', 'alter table orders add column planted text'],
    ['a default', `alter table orders alter column note set default 'planted'`],
    ['a constraint', 'alter table orders add constraint planted check (id <> 0)'],
    ['an index', 'create index planted on orders (note)'],
    ['a view', 'create view planted as select 1 as one'],
    ['a function', `create function planted() returns integer language sql as 'select 1'`],
    [
      'a trigger',
      'create trigger planted after insert on orders for each row execute function count_order()',
    ],
    ['a sequence', 'create sequence planted'],
    ['a right to a table', 'grant truncate on orders to nothipotro_app'],
    ['a right to a column', 'grant references (user_id) on wallets to nothipotro_app'],
    ['a right to a function', 'revoke execute on function wallet_open(integer) from nothipotro_app'],
    ['a right to the schema', 'grant create on schema public to nothipotro_app'],
    ['a comment', `comment on column orders.id is 'planted'`],
  ])('changes with %s', async (_, statement) => {
    expect(await describeAfter(statement)).not.toBe(await describeSchema(client));
  });
});
