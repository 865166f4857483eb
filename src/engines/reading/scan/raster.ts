// Grey pictures and masks of a scanned page, and basic operations on them: threshold, skew, rotation.

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
        sums[y1 * stride + x1]! - sums[y0 * stride + x1]! - sums[y1 * stride + x0]! + sums[y0 * stride + x0]!;
      const at = y * width + x;
      if (data[at]! * (x1 - x0) * (y1 - y0) < sum - drop * (x1 - x0) * (y1 - y0)) ink[at] = 1;
    }
  }
  return { data: ink, width, height };
}

function integralOf(grey: Grey): Float64Array {
  const { width, height, data } = grey;
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
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

const widestSkew = 4;

/**
 * The angle in degrees by which the lines of `ink` rise to the right (negative: fall). Shearing the picture by exactly that angle gives the
 * sharpest row profile of text lines and rules.
 */
export function skewOf(ink: Mask): number {
  const points: number[] = [];
  for (let y = 0; y < ink.height; y += 1) {
    for (let x = 0; x < ink.width; x += 1) if (ink.data[y * ink.width + x] === 1) points.push(x, y);
  }
  if (points.length < 200) return 0;
  let best = 0;
  let step = 0.25;
  let [from, to] = [-widestSkew, widestSkew];
  for (let round = 0; round < 3; round += 1) {
    let most = -1;
    const centre = best;
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const sharpness = profileSharpness(points, ink, angle);
      if (sharpness > most) {
        most = sharpness;
        best = angle;
      }
    }
    if (round > 0 && Math.abs(best - centre) > 1) return best;
    [from, to] = [best - step, best + step];
    step /= 4;
  }
  return best;
}

function profileSharpness(points: readonly number[], ink: Mask, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const rows = new Float64Array(ink.height + 2 * ink.width);
  for (let i = 0; i < points.length; i += 2) {
    const row = Math.round(points[i + 1]! + slope * points[i]!) + ink.width;
    rows[row] = rows[row]! + 1;
  }
  let sharpness = 0;
  for (let i = 1; i < rows.length; i += 1) sharpness += (rows[i]! - rows[i - 1]!) ** 2;
  return sharpness;
}

/** Rotates the picture so that lines rising by `degrees` become level; the corners are filled with `paper`. */
export function level(grey: Grey, degrees: number, paper: number): Grey {
  if (Math.abs(degrees) < 0.02) return grey;
  const { width, height, data } = grey;
  const turned = new Uint8Array(width * height);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [cx, cy] = [width / 2, height / 2];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sx = cos * (x - cx) + sin * (y - cy) + cx;
      const sy = -sin * (x - cx) + cos * (y - cy) + cy;
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) {
        turned[y * width + x] = paper;
        continue;
      }
      const [fx, fy] = [sx - x0, sy - y0];
      const at = y0 * width + x0;
      const top = data[at]! * (1 - fx) + data[at + 1]! * fx;
      const bottom = data[at + width]! * (1 - fx) + data[at + width + 1]! * fx;
      turned[y * width + x] = top * (1 - fy) + bottom * fy;
    }
  }
  return { data: turned, width, height };
}

/** Maps a position in the levelled picture to the original one. */
export function beforeLevelling(x: number, y: number, grey: Grey, degrees: number): [number, number] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [cx, cy] = [grey.width / 2, grey.height / 2];
  return [cos * (x - cx) + sin * (y - cy) + cx, -sin * (x - cx) + cos * (y - cy) + cy];
}

/** The grey of the paper: the most frequent bright value. */
export function paperOf(grey: Grey): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.data.length; i += 7) counts[grey.data[i]!]! += 1;
  let paper = 255;
  for (let value = 128; value < 256; value += 1) if (counts[value]! > counts[paper]!) paper = value;
  return paper;
}
