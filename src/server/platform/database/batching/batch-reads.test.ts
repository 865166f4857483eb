import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { currentQueryTimeout, withQueryTimeout } from '../connection/query-timeout.ts';
import { batchReads } from './batch-reads.ts';

/** Look-ups that are answered by hand, in the order in which they were asked. */
function openDesk() {
  const asked: {
    keys: readonly string[];
    timeLeft: number | undefined;
    answer: () => void;
    fail: () => void;
  }[] = [];
  const find = batchReads<string, string>(
    (keys) =>
      new Promise((done, failed) => {
        asked.push({
          keys,
          timeLeft: currentQueryTimeout()?.left,
          answer: () =>
            done(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `row of ${key}`]))),
          fail: () => failed(new Error('away')),
        });
      }),
    4,
  );
  return { asked, find };
}

const turn = () => new Promise((done) => setImmediate(done));

describe('rows that many look up at once', () => {
  it('are asked for in the same turn by whoever comes alone', async () => {
    const { asked, find } = openDesk();
    for (const key of ['a', 'b']) {
      const found = find(key);
      await turn();
      expect(asked.at(-1)?.keys).toEqual([key]);
      asked.at(-1)!.answer();
      expect(await found).toBe(`row of ${key}`);
      await turn();
    }
    expect(asked).toHaveLength(2);
  });

  it('are asked for together by those who come in one turn', async () => {
    const { asked, find } = openDesk();
    const found = [find('a'), Promise.resolve().then(() => find('b'))];
    expect(asked).toEqual([]);
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']]);
    asked[0]!.answer();
    expect(await Promise.all(found)).toEqual(['row of a', 'row of b']);
  });

  it('are asked for together by those who come meanwhile, each key once, and each gets its own', async () => {
    const { asked, find } = openDesk();
    const found = [find('a')];
    await turn();
    found.push(...['b', 'c', 'b', 'nobody'].map(find));
    expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
    asked[0]!.answer();
    expect(await found[0]).toBe('row of a');
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'nobody']]);
    asked[1]!.answer();
    expect(await Promise.all(found)).toEqual(['row of a', 'row of b', 'row of c', 'row of b', undefined]);
  });

  it.each([
    ['cannot take the key', '22021'],
    ['finds the row damaged', 'XX001'],
  ])('are asked for one by one where the database %s of one of them', async (_what, code) => {
    const refusal = Object.assign(new Error(), { code });
    const asked: (readonly string[])[] = [];
    const find = batchReads<string, string>(async (keys) => {
      asked.push(keys);
      await turn();
      if (keys.includes('bad')) throw refusal;
      return new Map(keys.map((key) => [key, `row of ${key}`]));
    }, 4);
    const found = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(find));
    expect(found.map((each) => (each.status === 'rejected' ? each.reason : each.value))).toEqual([
      'row of a',
      'row of b',
      refusal,
      'row of c',
    ]);
    expect(asked).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']]);
  });

  it('are asked for as a part of a call that waits for them', async () => {
    const call = new AsyncLocalStorage<string>();
    const within: (string | undefined)[] = [];
    const find = batchReads<string, string>(async (keys) => {
      within.push(call.getStore());
      await turn();
      return new Map(keys.map((key) => [key, `row of ${key}`]));
    }, 2);
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => call.run(`call of ${key}`, () => find(key))));
    expect(within).toEqual(['call of a', 'call of c']);
  });

  it('are asked for anew by who comes after the question was sent', async () => {
    const { asked, find } = openDesk();
    const earlier = find('a');
    await turn();
    const later = find('a');
    asked[0]!.answer();
    await earlier;
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
    asked[1]!.answer();
    expect(await later).toBe('row of a');
  });

  it('fail for those who asked together, and for nobody else', async () => {
    const { asked, find } = openDesk();
    const first = find('a');
    await turn();
    const others = [find('b'), find('c')];
    asked[0]!.answer();
    await first;
    await turn();
    asked[1]!.fail();
    expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turn();
    const next = find('b');
    await turn();
    asked[2]!.answer();
    expect(await next).toBe('row of b');
  });

  it('are not kept waiting by a look-up that is full', async () => {
    const { asked, find } = openDesk();
    const found = [find('a')];
    await turn();
    found.push(...['b', 'c', 'd', 'e', 'f'].map(find));
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'd', 'e']]);
    for (const place of [0, 1, 2]) {
      asked[place]!.answer();
      await turn();
    }
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']]);
    expect(await Promise.all(found)).toHaveLength(6);
  });

  it('are not kept waiting by a slow look-up, even if nobody else comes', async () => {
    const { asked, find } = openDesk();
    const found = [find('a')];
    await turn();
    found.push(find('b'));
    expect(asked).toHaveLength(1);
    await expect.poll(() => asked.length).toBe(2);
    for (const { answer } of asked) answer();
    expect(await Promise.all(found)).toEqual(['row of a', 'row of b']);
  });

  it('are waited for no longer than the most impatient may', async () => {
    const { asked, find } = openDesk();
    const first = withQueryTimeout(30, () => find('a'));
    await turn();
    const others = [withQueryTimeout(30, () => find('b')), withQueryTimeout(3, () => find('c'))];
    asked[0]!.answer();
    await first;
    await turn();
    expect(asked.map(({ timeLeft }) => timeLeft)).toEqual([30_000, 3_000]);
    asked[1]!.answer();
    await Promise.all(others);
  });
});
