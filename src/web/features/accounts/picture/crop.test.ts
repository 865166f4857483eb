import { expect, test } from 'vitest';
import { middlePart, moved, zoomed } from './crop.ts';

const wide = { width: 1200, height: 800 };

test('the initial crop is the largest possible, centred', () => {
  expect(middlePart(wide, 1)).toEqual({ x: 200, y: 0, width: 800, height: 800 });
  expect(middlePart({ width: 300, height: 900 }, 1)).toEqual({ x: 0, y: 300, width: 300, height: 300 });
  expect(middlePart(wide, 4 / 5)).toEqual({ x: 280, y: 0, width: 640, height: 800 });
  expect(middlePart(wide, 3)).toEqual({ x: 0, y: 200, width: 1200, height: 400 });
});

test('the crop never leaves the picture', () => {
  expect(moved(middlePart(wide, 1), wide, -900, 50)).toMatchObject({ x: 0, y: 0 });
  expect(moved(middlePart(wide, 1), wide, 900, 0)).toMatchObject({ x: 400, y: 0 });
  const near = moved(zoomed(middlePart(wide, 1), wide, 4), wide, 9_999, 9_999);
  expect(near).toEqual({ x: 1000, y: 600, width: 200, height: 200 });
  // Enlarged again in the corner, it moves back inside.
  expect(zoomed(near, wide, 1)).toEqual({ x: 400, y: 0, width: 800, height: 800 });
});

test('zooming keeps centre and aspect ratio', () => {
  const near = zoomed(middlePart(wide, 3), wide, 2);
  expect(near).toEqual({ x: 300, y: 300, width: 600, height: 200 });
  expect(zoomed(near, wide, 1)).toEqual(middlePart(wide, 3));
});
