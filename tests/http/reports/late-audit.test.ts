// Two audits of the books finish in reverse order: the one that began later has seen more.
import { expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/connect.ts';
import { beginRequested, finish, listFrozen } from '#server/reports/books.queries.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();

it('an audit that finishes after a later one freezes nothing that is right by then', async () => {
  const { db } = database;
  const reach = { isWhole: true, horizon: '1' };
  const wrong = { account: 'wallet:1', rule: 'a rule' };
  const finding = { rule: 'a rule', where: 'wallet:1', detail: '' };
  const first = await beginRequested(db, null);
  const second = await beginRequested(db, null);
  await inTransaction(db, (trx) => finish(trx, second, 1, [], [], reach));
  await inTransaction(db, (trx) => finish(trx, first, 1, [finding], [wrong], reach));
  expect(await listFrozen(db)).toEqual([]);
  const third = await beginRequested(db, null);
  await inTransaction(db, (trx) => finish(trx, third, 1, [finding], [wrong], reach));
  expect(await listFrozen(db)).toMatchObject([{ account: 'wallet:1' }]);
});
