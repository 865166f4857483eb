import { expect, test } from 'vitest';
import { type Grey, thresholdInk } from '../raster.ts';
import { removeFaintInk } from './remove-faint-ink.ts';

const paper = 240;

interface Line {
  top: number;
  /** The darkness of the upper half of its letters, and of the rest. */
  head: number;
  rest: number;
}

/** Lines of twenty letters; what is left of the page's ink, line by line. */
function leftOf(lines: readonly Line[]): number[] {
  const grey: Grey = { data: new Uint8Array(420 * 300).fill(paper), width: 420, height: 300 };
  for (const { top, head, rest } of lines)
    for (let x = 10; x < 410; x += 20)
      for (let y = top; y < top + 16; y += 1)
        grey.data.fill(y < top + 3 ? head : rest, y * grey.width + x, y * grey.width + x + 4);
  const ink = thresholdInk(grey, 18, 16);
  removeFaintInk(grey, ink, paper);
  return lines.map(({ top }) => {
    const rows = grey.data.subarray(top * grey.width, (top + 16) * grey.width);
    return rows.reduce((sum, value) => sum + (value < paper ? 1 : 0), 0) / (20 * 16 * 4);
  });
}

const black = (top: number): Line => ({ top, head: 30, rest: 30 });

test('captions in grey stay whole', () => {
  const caption = (top: number): Line => ({ top, head: 125, rest: 150 });
  expect(leftOf([caption(10), black(50), caption(90), black(130), caption(170), black(210)])).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
});

test('a stamp and what shines through go', () => {
  const stamp = (top: number): Line => ({ top, head: 150, rest: 150 });
  expect(leftOf([black(10), black(50), stamp(90), black(130), black(170), stamp(210)])).toEqual([
    1, 1, 0, 1, 1, 0,
  ]);
});
