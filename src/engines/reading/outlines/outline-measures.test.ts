import { expect, test } from 'vitest';
import { measuresOf, type PathStep } from './outline-measures.ts';

const closed = (points: readonly (readonly [number, number])[]): PathStep[] =>
  points.map(([x, y], at) => ({ type: at === 0 ? 'move' : 'line', x, y }));

const slash = [[0, 0], [0.1, 0], [0.4, 0.7], [0.3, 0.7]] as const; // biome-ignore format: a list

test('an outline has the same measures wherever its path starts, whichever way it runs', () => {
  const measures = measuresOf(closed(slash));
  expect(measuresOf(closed([...slash.slice(2), ...slash.slice(0, 2)]))).toEqual(measures);
  expect(measuresOf(closed([...slash].reverse()))).toEqual(measures);
});

test('a mirrored outline has others', () => {
  const [one, other] = [slash, slash.map(([x, y]) => [0.4 - x, y] as const)].map((points) =>
    measuresOf(closed(points)),
  );
  expect(Math.max(...one!.map((measure, at) => Math.abs(measure - other![at]!)))).toBeGreaterThan(20);
});

test('moving it along the line changes the first measure only', () => {
  const [left, ...shape] = measuresOf(closed(slash))!;
  const [moved, ...same] = measuresOf(closed(slash.map(([x, y]) => [x + 0.05, y])))!;
  expect([moved! - left!, same]).toEqual([50, shape]);
});

test('a space has none', () => {
  expect(measuresOf([])).toBeUndefined();
});
