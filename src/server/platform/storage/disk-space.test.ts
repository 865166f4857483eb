import { expect, it } from 'vitest';
import { createMeasure, type Space } from './disk-space.ts';

it('a disk that hangs is asked once, however often somebody looks, and others are not kept waiting', async () => {
  const asked: string[] = [];
  const held = Promise.withResolvers<Space>();
  const space = { free: 1, total: 2, disk: 3 };
  const measure = createMeasure(async (folder) => {
    asked.push(folder);
    return folder === 'hangs' ? held.promise : space;
  }, 100);
  for (let look = 0; look < 4; look += 1)
    await expect(measure('hangs')).rejects.toThrow('The disk does not answer');
  expect(await measure('well')).toEqual(space);
  expect(asked).toEqual(['hangs', 'well']);
  held.resolve(space);
  await new Promise((done) => setTimeout(done, 1));
  expect(await measure('hangs')).toEqual(space);
});
