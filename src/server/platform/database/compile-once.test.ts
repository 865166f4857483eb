import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { compileOnce } from './compile-once.ts';
import { inTransaction, type Reader } from './connect.ts';

const base = useDatabase();

it('builds a statement once, and gives each run its own values', async () => {
  const build = vi.fn((reader: Reader, email: string, id: number) =>
    reader
      .selectFrom('users')
      .select(sql<string>`${email}::text || ${id}::int || 'x'`.as('word'))
      .where('id', '<>', id)
      .where('email', '<>', email)
      .limit(1),
  );
  await base.db
    .insertInto('users')
    .values({
      username: 'built',
      email: 'built@mail.test',
      first_name: 'a',
      last_name: 'b',
      phone: '01700000000',
      password_hash: 'x',
      p_code: 'abcdef',
    })
    .execute();
  const words = compileOnce(build);
  expect(await words(base.db, 'one', 101)).toEqual([{ word: 'one101x' }]);
  expect(await inTransaction(base.db, (trx) => words(trx, 'two', 102))).toEqual([{ word: 'two102x' }]);
  expect(await words(base.db, 'built@mail.test', 103)).toEqual([]);
  expect(build).toHaveBeenCalledOnce();
});
