// Removes ink that is much lighter than the letters of a page: stamps, show-through of the other side, noise.

import type { Grey, Mask } from '../raster.ts';
import { partsOf } from '../scan-pictures.ts';

/** How far towards the paper a letter's core may be, from the usual darkness of letters. */
const lightest = 0.5;
/** The same on a page whose captions are printed in grey. */
const lightestOfGrey = 0.7;
/** Of so many letters only a little is dark where captions are grey; of a stamp nothing is, or most of it. */
const minGrey = 0.2;
const littleDark = 0.35;
/** In pixels: the height of a letter, or of a word below one headline. */
const letterHeight = { least: 9, most: 40 };
/** The soft edge of a stroke, in pixels. */
const edge = 2;

/** Sets every pixel of `grey` to `paper` that is not at or beside a dark stroke. `ink` says where strokes are. */
export function removeFaintInk(grey: Grey, ink: Mask, paper: number): void {
  const dark = darkOf(grey, ink);
  const usual = dark + lightest * (paper - dark);
  const limit = shareOfGrey(grey, ink, usual) < minGrey ? usual : dark + lightestOfGrey * (paper - dark);
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

/** Of the letters with anything darker than `limit`, the share that is mostly lighter. */
function shareOfGrey({ data, width: stride }: Grey, ink: Mask, limit: number): number {
  let [letters, pale] = [0, 0];
  for (const { left, top, width, height, count } of partsOf(ink)) {
    if (height < letterHeight.least || height > letterHeight.most) continue;
    let dark = 0;
    for (let y = top; y < top + height; y += 1)
      for (let at = y * stride + left; at < y * stride + left + width; at += 1)
        if (ink.data[at] === 1 && data[at]! <= limit) dark += 1;
    if (dark === 0) continue;
    letters += 1;
    if (dark < littleDark * count) pale += 1;
  }
  return letters === 0 ? 0 : pale / letters;
}

/** Returns the darkness of most strokes. */
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
