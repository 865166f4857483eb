import { describe, expect, it } from 'vitest';
import type { Grey, Mask } from './raster.ts';
import { measureSlant, type Slant, straighten, toOriginalPosition } from './straighten.ts';

const [width, height] = [800, 1100];

/** A page with rows of short strokes in columns, drawn as `slant` would show it. */
function pageWith(slant: Slant): { grey: Grey; ink: Mask } {
  const grey: Grey = { data: new Uint8Array(width * height).fill(250), width, height };
  const ink: Mask = { data: new Uint8Array(width * height), width, height };
  for (let y = 60; y < 1040; y += 22) {
    for (const left of [80, 300, 520]) {
      for (let x = left; x < left + 150; x += 1) {
        for (let thick = 0; thick < 5; thick += 1) {
          const [px, py] = toOriginalPosition(x, y + thick, grey, slant).map(Math.round) as [number, number];
          if (px < 0 || py < 0 || px >= width || py >= height) continue;
          grey.data[py * width + px] = 20;
          ink.data[py * width + px] = 1;
        }
      }
    }
  }
  return { grey, ink };
}

describe('a page that lies askew', () => {
  it.each<[string, Slant]>([
    ['straight', { head: 0, foot: 0, left: 0, right: 0 }],
    ['turned', { head: 0.03, foot: 0.03, left: 0.03, right: 0.03 }],
    ['turned the other way', { head: -0.045, foot: -0.045, left: -0.045, right: -0.045 }],
    ['photographed from above its head', { head: 0.01, foot: 0.01, left: 0.03, right: -0.02 }],
    ['photographed from its side', { head: 0.02, foot: -0.01, left: 0, right: 0 }],
  ])('is measured: %s', (_, slant) => {
    const found = measureSlant(pageWith(slant).ink);
    for (const [edge, slope] of Object.entries(slant))
      expect(found[edge as keyof Slant], edge).toBeCloseTo(slope, 2);
  });

  it('is straightened: its rows of ink are rows again', () => {
    const slant = { head: 0.02, foot: -0.01, left: 0.01, right: 0.01 };
    const straight = straighten(pageWith(slant).grey, slant, 250);
    const rows = Array.from({ length: height }, (_, y) =>
      straight.data
        .subarray(y * width, (y + 1) * width)
        .reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0),
    );
    expect(rows[62]).toBeGreaterThan(400);
    expect(rows[62 + 11]).toBe(0);
    expect(rows[62 + 22 * 40]).toBeGreaterThan(400);
    expect(rows[62 + 22 * 40 + 11]).toBe(0);
  });

  it('is left alone when there is too little ink to tell', () => {
    const ink: Mask = { data: new Uint8Array(width * height), width, height };
    ink.data.fill(1, 400 * width + 100, 400 * width + 200);
    expect(measureSlant(ink)).toEqual({ head: 0, foot: 0, left: 0, right: 0 });
  });
});
