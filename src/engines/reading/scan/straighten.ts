// Straightens a page that lies askew on the scanner's glass or was photographed at an angle: its lines rise or fall, and more so at the foot than
// at the head; its columns lean, and more so on one side than on the other.

import type { Grey, Mask } from './raster.ts';

/** Slopes (pixels per pixel) of what ought to run straight. */
export interface Slant {
  /** By which lines rise to the right, at the page's head and foot. */
  head: number;
  foot: number;
  /** By which columns lean to the right on their way down, at the page's left and right side. */
  left: number;
  right: number;
}

/** A share of the page on each side. */
const margin = 0.03;
const widestAngle = 4;
/** Minimum number of ink points for measuring a part of a page. */
const minPoints = 1500;
/** How much sharper a page must become to be considered bent. */
const worthBending = 1.03;

/** Measures the slant of a page's ink: shearing the page by exactly that slope makes the profile of its lines, or columns, sharpest. */
export function measureSlant(ink: Mask): Slant {
  const points = pointsOf(ink);
  if (points.x.length < 200) return { head: 0, foot: 0, left: 0, right: 0 };
  const lines = edgesOf(points.y, points.x, ink.height, 1, 0);
  const middle = (lines[0] + lines[1]) / 2;
  const columns = edgesOf(points.x, points.y, ink.width, -1, middle);
  return { head: lines[0], foot: lines[1], left: columns[0], right: columns[1] };
}

export const isStraight = (slant: Slant) => Object.values(slant).every((slope) => Math.abs(slope) < 0.0004);

interface Points {
  x: Int32Array;
  y: Int32Array;
}

/** Collects the ink of a page without its margins, where the edge of the sheet may be visible. */
function pointsOf(ink: Mask): Points {
  const [side, end] = [Math.round(margin * ink.width), Math.round(margin * ink.height)];
  const x = new Int32Array(ink.data.length);
  const y = new Int32Array(ink.data.length);
  let count = 0;
  for (let row = end; row < ink.height - end; row += 1) {
    for (let column = side; column < ink.width - side; column += 1) {
      if (ink.data[row * ink.width + column] !== 1) continue;
      x[count] = column;
      y[count] = row;
      count += 1;
    }
  }
  return { x: x.slice(0, count), y: y.slice(0, count) };
}

/**
 * The slopes at both ends of the direction `across` (from 0 to `extent`): rows for lines, columns for columns. `usual` is the slope to begin with,
 * which is that of a sheet turned but not bent.
 */
function edgesOf(
  across: Int32Array,
  along: Int32Array,
  extent: number,
  sign: 1 | -1,
  usual: number,
): [number, number] {
  const all = { across, along, sign };
  const common = sharpestSlope(all, usual, widestAngle);
  const isSharper = sharpness(all, common) > worthBending * sharpness(all, usual);
  const slope = sign === 1 || isSharper ? common : usual;
  const half = extent / 2;
  const parts = [partOf(all, (place) => place < half), partOf(all, (place) => place >= half)];
  if (parts.some((part) => part.across.length < minPoints)) return [slope, slope];
  const [first, second] = parts.map((part) => ({
    part,
    slope: sharpestSlope(part, slope, 1.5),
    place: meanOf(part.across) / extent,
  })) as [HalfPage, HalfPage];
  const straight = sharpness(first.part, slope) + sharpness(second.part, slope);
  const bent = sharpness(first.part, first.slope) + sharpness(second.part, second.slope);
  if (bent < worthBending * straight) return [slope, slope];
  const change = (second.slope - first.slope) / (second.place - first.place);
  const atStart = first.slope - change * first.place;
  return refined(all, extent, [atStart, atStart + change]);
}

/** The slopes at both ends with which the whole page becomes sharpest, from a first estimate of each half. */
function refined(profile: Profile, extent: number, estimate: [number, number]): [number, number] {
  const middle = meanOf(profile.along);
  let best = estimate;
  let most = bentSharpness(profile, extent, middle, best);
  for (const step of [0.008, 0.004, 0.002, 0.001, 0.0005]) {
    for (const [start, end] of [
      [step, 0],
      [-step, 0],
      [0, step],
      [0, -step],
      [step, -step],
      [-step, step],
    ] as const) {
      for (;;) {
        const next: [number, number] = [best[0] + start, best[1] + end];
        const sharp = bentSharpness(profile, extent, middle, next);
        if (sharp <= most) break;
        most = sharp;
        best = next;
      }
    }
  }
  return best;
}

function bentSharpness(
  { across, along, sign }: Profile,
  extent: number,
  middle: number,
  [start, end]: readonly [number, number],
): number {
  const places = new Int32Array(across.length);
  for (let i = 0; i < places.length; i += 1) {
    const slope = start + ((end - start) * across[i]!) / extent;
    places[i] = Math.floor(across[i]! + sign * slope * (along[i]! - middle) + 0.5);
  }
  return sharpnessOf(places);
}

interface HalfPage {
  part: Profile;
  slope: number;
  /** Its middle, as a share of the page. */
  place: number;
}

/** Points by their place across the lines and along them. */
interface Profile {
  across: Int32Array;
  along: Int32Array;
  sign: 1 | -1;
}

function partOf({ across, along, sign }: Profile, isIn: (place: number) => boolean): Profile {
  return {
    across: across.filter((place) => isIn(place)),
    along: along.filter((_, at) => isIn(across[at]!)),
    sign,
  };
}

function meanOf(values: Int32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Searches slopes within `reach` degrees of `centre` in ever finer steps. */
function sharpestSlope(profile: Profile, centre: number, reach: number): number {
  let best = (Math.atan(centre) * 180) / Math.PI;
  let step = 0.25;
  let [from, to] = [best - reach, best + reach];
  for (let round = 0; round < 3; round += 1) {
    let most = -1;
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const sharp = sharpness(profile, slopeOf(angle));
      if (sharp > most) {
        most = sharp;
        best = angle;
      }
    }
    [from, to] = [best - step, best + step];
    step /= 4;
  }
  return slopeOf(best);
}

const slopeOf = (degrees: number) => Math.tan((degrees * Math.PI) / 180);

function sharpness({ across, along, sign }: Profile, slope: number): number {
  const places = new Int32Array(across.length);
  for (let i = 0; i < places.length; i += 1)
    places[i] = Math.floor(across[i]! + sign * slope * along[i]! + 0.5);
  return sharpnessOf(places);
}

/** How much the amount of ink changes from place to place. */
function sharpnessOf(places: Int32Array): number {
  let from = places[0] ?? 0;
  let to = from;
  for (let i = 1; i < places.length; i += 1) {
    from = Math.min(from, places[i]!);
    to = Math.max(to, places[i]!);
  }
  const sums = new Int32Array(to - from + 3);
  for (let i = 0; i < places.length; i += 1) sums[places[i]! - from + 1]! += 1;
  let sharp = 0;
  for (let i = 1; i < sums.length; i += 1) {
    const change = sums[i]! - sums[i - 1]!;
    sharp += change * change;
  }
  return sharp;
}

/** Returns the page with straight lines and columns; areas outside the original are filled with `paper`. */
export function straighten(grey: Grey, slant: Slant, paper: number): Grey {
  if (isStraight(slant)) return grey;
  const { width, height, data } = grey;
  const straight = new Uint8Array(width * height);
  const bend = (slant.right - slant.left) / width;
  for (let y = 0; y < height; y += 1) {
    const rise = slant.head + ((slant.foot - slant.head) * y) / height;
    const down = y - height / 2;
    for (let x = 0; x < width; x += 1) {
      // Same as toOriginalPosition, without an array for each pixel.
      const sx = x + (slant.left + bend * x) * down;
      const sy = y - rise * (x - width / 2);
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) {
        straight[y * width + x] = paper;
        continue;
      }
      const fx = sx - x0;
      const fy = sy - y0;
      const at = y0 * width + x0;
      const top = data[at]! * (1 - fx) + data[at + 1]! * fx;
      const bottom = data[at + width]! * (1 - fx) + data[at + width + 1]! * fx;
      straight[y * width + x] = top * (1 - fy) + bottom * fy;
    }
  }
  return { data: straight, width, height };
}

/** Maps a position in the straightened picture to the original one. */
export function toOriginalPosition(
  x: number,
  y: number,
  { width, height }: Pick<Grey, 'width' | 'height'>,
  slant: Slant,
): [number, number] {
  const rise = slant.head + ((slant.foot - slant.head) * y) / height;
  const lean = slant.left + ((slant.right - slant.left) * x) / width;
  return [x + lean * (y - height / 2), y - rise * (x - width / 2)];
}
