import { expect, it } from 'vitest';
import { makeId, timeOfId } from '../manifest.ts';
import { chooseKept, oldestDaily } from './retention.rules.ts';

const nightly = (nights: number) =>
  Array.from({ length: nights }, (_, ownKey) => makeId(new Date(Date.UTC(2026, 0, 1 + ownKey, 21, 5))));

it('names a backup by its time', () => {
  const at = new Date('2026-11-22T21:05:09.123Z');
  expect(makeId(at)).toBe('2026-11-22T21-05-09Z');
  expect(timeOfId(makeId(at)).toISOString()).toBe('2026-11-22T21:05:09.000Z');
});

it('keeps seven days, four weeks and twelve months of nightly backups', () => {
  const ids = nightly(700);
  let stored: string[] = [];
  for (const id of ids) stored = chooseKept([...stored, id]);
  expect(stored.at(-1)).toBe(ids.at(-1));
  expect(stored.slice(-7)).toEqual(ids.slice(-7));
  const days = stored.map((id) =>
    Math.floor((timeOfId(ids.at(-1)!).getTime() - timeOfId(id).getTime()) / 86_400_000),
  );
  expect(stored.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(days.filter((day) => day <= 28).length).toBeGreaterThanOrEqual(9);
  expect(new Set(stored.map((id) => id.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  expect(oldestDaily(stored)).toBe(ids.at(-7));
});

it('keeps the newest of a day, and everything while there is little', () => {
  const morning = makeId(new Date('2026-05-04T03:00:00Z'));
  const evening = makeId(new Date('2026-05-04T13:00:00Z'));
  const noon = makeId(new Date('2026-05-04T08:00:00Z'));
  expect(chooseKept([morning, noon, evening])).toEqual([morning, evening]);
  expect(oldestDaily([morning, noon, evening])).toBe(morning);
  expect(chooseKept([morning, noon, evening], { failed: [morning] })).toEqual([noon, evening]);
  expect(chooseKept(nightly(3))).toEqual(nightly(3));
  expect(chooseKept([])).toEqual([]);
  // The backup from noon is the last one known to be good.
  expect(chooseKept([morning, noon, evening], { proven: noon, failed: [morning] })).toEqual([noon, evening]);
  expect(oldestDaily([])).toBeUndefined();
});
