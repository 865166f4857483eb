import { describe, expect, it } from 'vitest';
import { createBackground, withoutValues } from './background.ts';
import { createLog } from './log.ts';

function collect() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) };
}

describe('repeated work', () => {
  it('that runs at the stop is waited for, and nothing more is begun', async () => {
    const background = createBackground(collect().log);
    const told: string[] = [];
    let finish = () => {};
    const begun = new Promise<void>((done) => {
      background.schedule({
        name: 'letters',
        everySeconds: 0.01,
        run: async () => {
          told.push('begun');
          done();
          await new Promise<void>((end) => {
            finish = end;
          });
          told.push('ended');
        },
      });
    });
    await begun;
    const stopped = background.stop().then((left) => told.push(`stopped ${left.length}`));
    finish();
    await stopped;
    expect(told).toEqual(['begun', 'ended', 'stopped 0']);
  });

  it('that does not end is named after the patience is over', async () => {
    const background = createBackground(collect().log);
    await new Promise<void>((begun) => {
      background.schedule({
        name: 'endless',
        everySeconds: 0.01,
        run: () => {
          begun();
          return new Promise(() => undefined);
        },
      });
    });
    expect(await background.stop(20)).toEqual(['endless']);
  });

  it('that fails is counted, tried again, and told with its message but nobody’s data', async () => {
    const { lines, log } = collect();
    const background = createBackground(log);
    let turns = 0;
    await new Promise<void>((again) => {
      background.schedule({
        name: 'failing',
        everySeconds: 0.01,
        run: () => {
          turns += 1;
          if (turns === 3) again();
          throw Object.assign(new Error('no room for "রহিমা খাতুন", 01712345678 <a@b.test>'), { code: '53100' });
        },
      });
    });
    await background.stop();
    const [failures] = background.metrics;
    expect((await failures!.get()).values[0]!.value).toBeGreaterThanOrEqual(2);
    expect(lines[0]).toContain('no room for');
    expect(lines[0]).toContain('53100');
    expect(lines.join()).not.toMatch(/রহিমা|01712|a@b/);
  });

  it('says messages without what they quote', () => {
    expect(withoutValues("Key (email)=(x@y.z) exists, order ১২৩৪ of 'someone'")).toBe(
      'Key …=… exists, order … of …',
    );
  });
});
