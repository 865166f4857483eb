import { expect, test } from 'vitest';
import { middleSquare, moved, zoomed } from './crop.ts';

const wide = { width: 1200, height: 800 };

test('the first choice is the largest square in the middle', () => {
  expect(middleSquare(wide)).toEqual({ x: 200, y: 0, side: 800 });
  expect(middleSquare({ width: 300, height: 900 })).toEqual({ x: 0, y: 300, side: 300 });
});

test('the square never leaves the picture', () => {
  expect(moved(middleSquare(wide), wide, -900, 50)).toEqual({ x: 0, y: 0, side: 800 });
  expect(moved(middleSquare(wide), wide, 900, 0)).toEqual({ x: 400, y: 0, side: 800 });
  const near = moved(zoomed(middleSquare(wide), wide, 4), wide, 9_999, 9_999);
  expect(near).toEqual({ x: 1000, y: 600, side: 200 });
  // Made larger again in the corner it moves back inside.
  expect(zoomed(near, wide, 1)).toEqual({ x: 400, y: 0, side: 800 });
});

test('zooming keeps the middle', () => {
  const near = zoomed(middleSquare(wide), wide, 2);
  expect(near).toEqual({ x: 400, y: 200, side: 400 });
  expect(zoomed(near, wide, 1)).toEqual(middleSquare(wide));
});
