// Grey pictures and masks of a scanned page, and basic operations on them: threshold, reduction, light.

export interface Grey {
  /** One byte per pixel, 0 black to 255 white. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** 1 where there is ink. */
export interface Mask {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Ink is what is darker than its surroundings: uneven light and shaded cells do not count. */
export function inkOf(grey: Grey, radius: number, drop: number): Mask {
  const { width, height, data } = grey;
  const sums = integralOf(grey);
  const ink = new Uint8Array(width * height);
  const stride = width + 1;
  for (let y = 0; y < height; y += 1) {
    const y0 = Math.max(0, y - radius);
    const y1 = Math.min(height, y + radius + 1);
    for (let x = 0; x < width; x += 1) {
      const x0 = Math.max(0, x - radius);
      const x1 = Math.min(width, x + radius + 1);
      const sum =
        (sums[y1 * stride + x1]! -
          sums[y0 * stride + x1]! -
          sums[y1 * stride + x0]! +
          sums[y0 * stride + x0]!) >>>
        0;
      const at = y * width + x;
      if ((data[at]! + drop) * (x1 - x0) * (y1 - y0) < sum) ink[at] = 1;
    }
  }
  return { data: ink, width, height };
}

/** Sums of all pixels above and to the left, modulo 2³²: what a part of the page sums to is right nevertheless. */
function integralOf(grey: Grey): Uint32Array {
  const { width, height, data } = grey;
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return sums;
}

/** A grey picture reduced to means of `step` by `step` pixels: small enough to search. */
export function shrink(grey: Grey, step: number): Grey {
  const width = Math.floor(grey.width / step);
  const height = Math.floor(grey.height / step);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < step; dy += 1) {
        const from = (y * step + dy) * grey.width + x * step;
        for (let dx = 0; dx < step; dx += 1) sum += grey.data[from + dx]!;
      }
      data[y * width + x] = sum / (step * step);
    }
  }
  return { data, width, height };
}

/** The grey of the paper: the most frequent bright value. */
export function paperOf(grey: Grey): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.data.length; i += 7) counts[grey.data[i]!]! += 1;
  let paper = 255;
  for (let value = 128; value < 256; value += 1) if (counts[value]! > counts[paper]!) paper = value;
  return paper;
}

/** How much darker than its surroundings ink must be: more on a page full of noise. */
export function dropOf(grey: Grey): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let i = 1; i < grey.data.length; i += 3) {
    counts[Math.abs(grey.data[i]! - grey.data[i - 1]!)]! += 1;
    all += 1;
  }
  let usual = 0;
  for (let below = counts[0]!; below < all / 2; below += counts[usual]!) usual += 1;
  return Math.min(40, Math.max(16, 5 * usual));
}
