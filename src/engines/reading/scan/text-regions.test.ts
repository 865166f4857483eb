import { expect, test } from 'vitest';
import { RulingGrid } from '../ruling-grid.ts';
import type { Mask } from './raster.ts';
import { findTextRegions } from './text-regions.ts';

const dpi = 72;

/** Ink in strokes as large as letters, all over a box. */
function lettersIn(ink: Mask, left: number, top: number, right: number, bottom: number): void {
  for (let y = top; y + 8 <= bottom; y += 14)
    for (let x = left; x + 6 <= right; x += 12)
      for (let row = y; row < y + 8; row += 1) ink.data.fill(1, row * ink.width + x, row * ink.width + x + 6);
}

test('a row across the whole table is one region, wherever the sides of the cells above end', () => {
  for (const middle of [300, 301, 302, 303]) {
    const foot = middle + 30;
    const across = [40, middle, foot].map((y) => ({ left: 20, right: 280, top: y, bottom: y }));
    const upright = [20, 280].map((x) => ({ left: x, right: x, top: 40, bottom: foot }));
    const between = [110, 200].map((x) => ({ left: x, right: x, top: 40, bottom: middle }));
    const grid = new RulingGrid([...across, ...upright, ...between], 300, 400);
    const ink: Mask = { data: new Uint8Array(300 * 400), width: 300, height: 400 };
    for (const [left, right] of [
      [26, 104],
      [116, 194],
      [206, 274],
    ] as const)
      lettersIn(ink, left, 46, right, middle - 4);
    lettersIn(ink, 26, middle + 6, 274, foot - 4);
    const widths = findTextRegions(ink, grid, dpi).map(({ top, width }) =>
      top >= middle ? `below ${width}` : width,
    );
    expect(widths.filter((one) => typeof one === 'string')).toEqual(['below 258']);
    expect(widths).toHaveLength(4);
  }
});
