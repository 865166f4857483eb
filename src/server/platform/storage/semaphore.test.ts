import { describe, expect, it } from 'vitest';
import { timed } from '../../../../tests/support/stopwatch.ts';
import { createSemaphore } from './semaphore.ts';

const open = (most: number) => createSemaphore(most, () => new Error('no answer'));
const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

describe('turns', () => {
  it('are as many at once as may be, and the oldest waits shortest', async () => {
    const run = open(2);
    let underWay = 0;
    let most = 0;
    const order: number[] = [];
    const work = (at: number) => async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(5);
      underWay -= 1;
      order.push(at);
      return at;
    };
    const all = [0, 1, 2, 3, 4, 5].map((at) => run(work(at), 5_000));
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('go on after work that fails, with its reason', async () => {
    const run = open(1);
    await expect(run(() => Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
    expect(await run(async () => 'fine', 1_000)).toBe('fine');
  });

  it('are refused at once while one is late, in time to those that wait, and given again once it has ended', async () => {
    const run = open(1);
    const held = Promise.withResolvers<string>();
    const first = run(() => held.promise, 50);
    const second = run(async () => 'second', 20);
    await expect(second).rejects.toThrow('no answer');
    await expect(first).rejects.toThrow('no answer');
    const third = run(async () => 'third', 5_000);
    expect(await timed(expect(third).rejects.toThrow('no answer'))).toBeLessThan(1_000);
    held.resolve('late');
    await pause(1);
    expect(await run(async () => 'fourth', 1_000)).toBe('fourth');
  });
});
