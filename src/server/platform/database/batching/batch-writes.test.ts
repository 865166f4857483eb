import { describe, expect, it } from 'vitest';
import { Fault } from '../../fault.ts';
import { batchWrites } from './batch-writes.ts';

interface Change {
  readonly id: number;
  readonly about: string;
}

const turn = () => new Promise((done) => setImmediate(done));

/** Statements that are answered by hand; each change is made as `made ID`. */
function openDesk() {
  const statements: { ids: number[]; answer: (leftOut?: number) => void; fail: (error: unknown) => void }[] =
    [];
  const make = batchWrites<Change, string>(
    (changes) =>
      new Promise((done, failed) => {
        statements.push({
          ids: changes.map(({ id }) => id),
          answer: (leftOut) =>
            done(
              new Map(
                changes.filter(({ id }) => id !== leftOut).map((change) => [change, `made ${change.id}`]),
              ),
            ),
          fail: failed,
        });
      }),
    ({ about }) => [about],
  );
  let ids = 0;
  const ask = (about: string) => {
    ids += 1;
    return make({ id: ids, about });
  };
  /** The first alone, the others while its statement is under way. */
  const askAfterOne = async (first: string, ...others: string[]) => {
    const asked = [ask(first)];
    await turn();
    return [...asked, ...others.map(ask)];
  };
  return { statements, ask, askAfterOne };
}

describe('changes that many want at once', () => {
  it('are made by one statement when the one before it is back, and each gets its own', async () => {
    const { statements, askAfterOne } = openDesk();
    const asked = await askAfterOne('a', 'b', 'c');
    expect(statements.map(({ ids }) => ids)).toEqual([[1]]);
    statements[0]!.answer();
    await turn();
    expect(statements.map(({ ids }) => ids)).toEqual([[1], [2, 3]]);
    statements[1]!.answer();
    expect(await Promise.all(asked)).toEqual(['made 1', 'made 2', 'made 3']);
  });

  it('are made by themselves where a statement of several leaves them out', async () => {
    const { statements, askAfterOne } = openDesk();
    const asked = await askAfterOne('a', 'b', 'c', 'd');
    statements[0]!.answer(1);
    await turn();
    statements[1]!.answer(3);
    await turn();
    expect(statements[2]!.ids).toEqual([3]);
    statements[2]!.answer();
    expect(await Promise.all(asked)).toEqual([undefined, 'made 2', 'made 3', 'made 4']);
  });

  it('about the same are never in one statement: the later one is tried by itself', async () => {
    const { statements, askAfterOne } = openDesk();
    const asked = await askAfterOne('a', 'b', 'c', 'b');
    statements[0]!.answer();
    await turn();
    expect(statements[1]!.ids).toEqual([2, 3]);
    statements[1]!.answer();
    await turn();
    expect(statements[2]!.ids).toEqual([4]);
    statements[2]!.answer();
    expect(await Promise.all(asked)).toEqual(['made 1', 'made 2', 'made 3', 'made 4']);
  });

  it.each([
    ['a refusal', new Fault('insufficient_balance')],
    ['a value that is not taken', Object.assign(new Error(), { code: '22021' })],
    ['a violated constraint', Object.assign(new Error(), { code: '23505' })],
    ['a deadlock', Object.assign(new Error(), { code: '40P01' })],
    ['a limit of the database', Object.assign(new Error(), { code: '54000' })],
    ['a damaged row', Object.assign(new Error(), { code: 'XX001' })],
    ['a trigger that refuses', Object.assign(new Error(), { code: 'P0001' })],
    ['a lock that is not had in time', Object.assign(new Error(), { code: '55P03' })],
  ])('are tried by themselves after %s, which changed nothing', async (_name, error) => {
    const { statements, askAfterOne } = openDesk();
    const asked = await askAfterOne('a', 'b', 'c');
    statements[0]!.answer();
    await turn();
    statements[1]!.fail(error);
    await turn();
    expect(statements.slice(2).map(({ ids }) => ids)).toEqual([[2], [3]]);
    statements[2]!.answer();
    statements[3]!.fail(new Fault('wallet_inactive'));
    const settled = await Promise.allSettled(asked);
    expect(settled.map((each) => (each.status === 'rejected' ? each.reason.code : each.value))).toEqual([
      'made 1',
      'made 2',
      'wallet_inactive',
    ]);
  });

  it('are left to a transaction after a deadlock of their own', async () => {
    const { statements, ask } = openDesk();
    const asked = ask('a');
    await turn();
    statements[0]!.fail(Object.assign(new Error(), { code: '40P01' }));
    expect(await asked).toBeUndefined();
  });

  it.each([
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a line that breaks', Object.assign(new Error(), { code: 'EPIPE' })],
    ['a database that is full', Object.assign(new Error(), { code: '53100' })],
    ['a database that goes away', Object.assign(new Error(), { code: '57P01' })],
  ])('are not tried again after %s: they may have been made', async (_name, error) => {
    const { statements, askAfterOne } = openDesk();
    const asked = await askAfterOne('a', 'b', 'c');
    statements[0]!.answer();
    await turn();
    statements[1]!.fail(error);
    const settled = await Promise.allSettled(asked);
    expect(settled.map((each) => (each.status === 'rejected' ? each.reason : each.value))).toEqual([
      'made 1',
      error,
      error,
    ]);
  });
});
