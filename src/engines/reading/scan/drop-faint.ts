// Removes what is much lighter than the letters of a page: stamps, the other side of the sheet shining through, noise.

import type { Grey, Mask } from './raster.ts';

/** How far towards the paper a letter's core may be, from the usual darkness of letters. */
const lightest = 0.5;
/** The soft edge of a stroke, in pixels. */
const edge = 2;

/** Sets every pixel of `grey` to `paper` that is not at or beside a dark stroke. `ink` says where strokes are. */
export function dropFaint(grey: Grey, ink: Mask, paper: number): void {
  const dark = darkOf(grey, ink);
  const limit = dark + lightest * (paper - dark);
  const { width, height, data } = grey;
  const near = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const [first, last] = [Math.max(0, y - edge) * width, Math.min(height - 1, y + edge) * width];
    // Up to here the pixels around the stroke are marked already.
    let marked = 0;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (ink.data[at] !== 1 || data[at]! > limit) continue;
      const to = Math.min(width, x + edge + 1);
      const from = Math.max(marked, x - edge);
      for (let row = first; row <= last; row += width) for (let i = from; i < to; i += 1) near[row + i] = 1;
      marked = to;
    }
  }
  for (let at = 0; at < data.length; at += 1) {
    if (near[at] === 1) continue;
    data[at] = paper;
    ink.data[at] = 0;
  }
}

/** The darkness of most strokes. */
function darkOf(grey: Grey, ink: Mask): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let at = 0; at < grey.data.length; at += 1) {
    if (ink.data[at] !== 1) continue;
    counts[grey.data[at]!]! += 1;
    all += 1;
  }
  let value = 0;
  for (let darker = counts[0]!; darker < 0.3 * all && value < 255; darker += counts[value]!) value += 1;
  return value;
}
