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

/** Marks pixels that are darker than their surroundings, `radius` pixels to each side, so that uneven light and shaded cells do not count as ink. */
export function thresholdInk(grey: Grey, radius: number, drop: number): Mask {
  const { width, height, data } = grey;
  const ink = new Uint8Array(width * height);
  // Of the rows around the one at hand: sums of a whole page would take four times as much memory as the page.
  const columns = new Uint32Array(width);
  for (let y = 0; y < Math.min(radius, height); y += 1) addRow(columns, data, y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) addRow(columns, data, y + radius, 1);
    if (y > radius) addRow(columns, data, y - radius - 1, -1);
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x += 1) sum += columns[x]!;
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += columns[x + radius]!;
      if (x > radius) sum -= columns[x - radius - 1]!;
      const pixels = rows * (Math.min(width, x + radius + 1) - Math.max(0, x - radius));
      const at = y * width + x;
      if ((data[at]! + drop) * pixels < sum) ink[at] = 1;
    }
  }
  return { data: ink, width, height };
}

function addRow(columns: Uint32Array, data: Uint8Array, y: number, sign: 1 | -1): void {
  const from = y * columns.length;
  for (let x = 0; x < columns.length; x += 1) columns[x]! += sign * data[from + x]!;
}

/** Reduces a grey picture to means of `step` by `step` pixels: small enough to search. */
export function downscale(grey: Grey, step: number): Grey {
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

/** Returns the grey of the paper: the most frequent bright value. */
export function findPaperGrey(grey: Grey): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.data.length; i += 7) counts[grey.data[i]!]! += 1;
  let paper = 255;
  for (let value = 128; value < 256; value += 1) if (counts[value]! > counts[paper]!) paper = value;
  return paper;
}

/** Returns how much darker than its surroundings ink must be: more on a noisy page. */
export function chooseInkContrast(grey: Grey): number {
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
