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
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x]! > limit || ink.data[y * width + x] !== 1) continue;
      const [from, to] = [Math.max(0, x - edge), Math.min(width, x + edge + 1)];
      for (let row = Math.max(0, y - edge); row <= Math.min(height - 1, y + edge); row += 1)
        near.fill(1, row * width + from, row * width + to);
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
