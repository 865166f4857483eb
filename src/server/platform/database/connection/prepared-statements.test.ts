// Statements that are described once per connection: their later answers are like the first.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { asOwner, useDatabase } from '../../../../../tests/support/database.ts';
import { createDatabase, createPool, type Database, inTransaction, type Reader } from '../connect.ts';

const database = useDatabase();

/** On one connection, which each call prepares for the next. */
async function onOneConnection(work: (db: Database) => Promise<void>): Promise<void> {
  const db = createDatabase(createPool(database.applicationUrl, 1), 5);
  await work(db).finally(() => db.destroy());
}

const readEach = (db: Database, id: number) =>
  sql`select ${id}::int as id, ${id}::bigint as large, null::text as nothing, '2026-11-25'::date as day,
        '2026-11-25 10:00:00.5+00'::timestamptz as time, array['a', 'b'] as list, '\\x00ff'::bytea as bytes`.execute(
    db,
  );

const rowOf = (id: number) => ({
  id,
  large: BigInt(id),
  nothing: null,
  day: '2026-11-25',
  time: new Date('2026-11-25T10:00:00.500Z'),
  list: ['a', 'b'],
  bytes: Buffer.from([0, 255]),
});

describe('a prepared statement', () => {
  it('gives the same kinds of values each time, alone and in a transaction', () =>
    onOneConnection(async (db) => {
      for (const id of [1, 2, 3]) expect((await readEach(db, id)).rows).toEqual([rowOf(id)]);
      await db.transaction().execute(async (trx) => {
        expect((await sql`select ${4}::int as id`.execute(trx)).rows).toEqual([{ id: 4 }]);
        expect((await sql`select ${5}::int as id`.execute(trx)).rows).toEqual([{ id: 5 }]);
      });
      expect((await sql`select ${6}::int as id`.execute(db)).rows).toEqual([{ id: 6 }]);
    }));

  it('has columns of any name, which is never run', () =>
    onOneConnection(async (db) => {
      const name = `"'\`\\ \u2028\n}); throw new Error(); //`;
      for (const value of [1, 2, 3]) {
        const { rows } = await sql`select ${value}::int as ${sql.id(name)}`.execute(db);
        expect(rows).toEqual([{ [name]: value }]);
      }
    }));

  it('goes on after a newer release has added a column, alone and in a transaction', () =>
    onOneConnection(async (db) => {
      const find = (reader: Reader) => reader.selectFrom('notices').selectAll().where('id', '=', 0).execute();
      const add = (name: string) =>
        asOwner(database.ownerUrl, `alter table notices add column ${name} text not null default ''`);
      await find(db);
      await add('added');
      expect(await find(db)).toEqual([]);
      await add('added_later');
      expect(await inTransaction(db, find)).toEqual([]);
      expect(await inTransaction(db, find)).toEqual([]);
    }));

  it('may find nothing the first time', () =>
    onOneConnection(async (db) => {
      const find = (name: string) =>
        sql<{
          name: string;
        }>`select name from (values ('a'), ('b')) as one (name) where name = ${name}`.execute(db);
      expect((await find('c')).rows).toEqual([]);
      expect((await find('b')).rows).toEqual([{ name: 'b' }]);
    }));

  it('counts the rows that it changes, and gives none', () =>
    onOneConnection(async (db) => {
      const change = (least: number) =>
        db.updateTable('users').set({ bio: '' }).where('id', '<', least).executeTakeFirst();
      for (const least of [0, 0]) expect((await change(least)).numUpdatedRows).toBe(0n);
      expect(await db.updateTable('users').set({ bio: '' }).where('id', '<', 0).execute()).toHaveLength(1);
    }));

  it('works on after it has failed, and its error leads back to who asked', () =>
    onOneConnection(async (db) => {
      const divide = (by: number) => sql<{ part: number }>`select 10 / ${by}::int as part`.execute(db);
      for (const by of [0, 5, 0, 2]) {
        if (by > 0) expect((await divide(by)).rows).toEqual([{ part: 10 / by }]);
        else {
          const error = await divide(by).catch((refusal: Error & { code?: string }) => refusal);
          expect(error).toMatchObject({ code: '22012' });
          expect((error as Error).stack).toContain('prepared-statements.test.ts');
        }
      }
    }));
});
