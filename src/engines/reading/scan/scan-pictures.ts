// The photo and the signature on a scanned page: the photo is a block that is not paper, the signature a few long strokes near it.

import type { PixelBox } from './page-raster.ts';
import { downscale, type Grey, type Mask, thresholdInk } from './raster.ts';

export interface ScanPictures {
  photo: PixelBox | undefined;
  signature: PixelBox | undefined;
}

/** Boxes in pixels of `grey` (levelled, at `dpi`). `table` is the area of ruled rows: no picture is looked for there. */
export function findScanPictures(
  grey: Grey,
  dpi: number,
  paper: number,
  table: PixelBox | undefined,
): ScanPictures {
  const photo = findPhoto(grey, dpi, paper, table);
  return { photo, signature: photo === undefined ? undefined : findSignature(grey, dpi, photo, table) };
}

function findPhoto(
  grey: Grey,
  dpi: number,
  paper: number,
  table: PixelBox | undefined,
): PixelBox | undefined {
  const step = Math.max(2, Math.round(dpi / 50));
  const small = downscale(grey, step);
  const mask: Mask = { ...small, data: small.data.map((value) => (Math.abs(value - paper) > 11 ? 1 : 0)) };
  const millimetre = dpi / 25.4 / step;
  let best: PixelBox | undefined;
  let most = 0;
  const parts = partsOf(mask).filter((part) => part.count > 4 * millimetre * millimetre);
  for (const seed of parts) {
    // A white collar or a bright wall can split a photo in two; a line of text above or below is lower than such a part.
    const beside = parts.filter(
      (other) =>
        other.height > 4 * millimetre &&
        other.left >= seed.left - 2 * millimetre &&
        other.left + other.width <= seed.left + seed.width + 2 * millimetre,
    );
    const whole = grown(seed, beside, 2.5 * millimetre);
    const part = {
      ...whole,
      count: beside.reduce((sum, other) => sum + (overlap(other, whole) > 0 ? other.count : 0), 0),
    };
    const [width, height] = [part.width / millimetre, part.height / millimetre];
    const ratio = height / width;
    if (width < 13 || width > 65 || height < 15 || height > 85 || ratio < 0.9 || ratio > 1.9) continue;
    const full = part.count / (part.width * part.height);
    if (full < 0.5) continue;
    const box = scaled(part, step);
    if (table !== undefined && overlap(box, table) > 0.5 * box.width * box.height) continue;
    const score = full - Math.abs(ratio - 1.27) / 2;
    if (score > most) {
      most = score;
      best = box;
    }
  }
  return best === undefined ? undefined : sharpened(grey, best, step + 2);
}

function findSignature(
  grey: Grey,
  dpi: number,
  photo: PixelBox,
  table: PixelBox | undefined,
): PixelBox | undefined {
  const step = Math.max(1, Math.round(dpi / 100));
  const small = downscale(grey, step);
  const ink = thresholdInk(small, Math.round(dpi / 10 / step), 14);
  const millimetre = dpi / 25.4 / step;
  clear(ink, photo, step, 1.5 * millimetre);
  if (table !== undefined) clear(ink, table, step, millimetre);
  const strokes = partsOf(ink).filter((part) => part.count > 0.2 * millimetre * millimetre);
  let best: PixelBox | undefined;
  let most = 0;
  // A long stroke is the core of a signature; what touches its box belongs to it.
  for (const heart of strokes.filter((part) => part.width > 5 * millimetre)) {
    const box = grown(heart, strokes, 3 * millimetre);
    const [width, height] = [box.width / millimetre, box.height / millimetre];
    if (width < 12 || width > 80 || height < 1.6 || height > 32 || width < 1.3 * height) continue;
    const away = distance(scaled(box, step), photo) / (dpi / 25.4);
    if (away > 60) continue;
    const score = (heart.width / box.width) * Math.min(1, height / 6) * (1 - away / 80);
    if (score > most) {
      most = score;
      best = scaled(box, step);
    }
  }
  if (best === undefined) return undefined;
  const margin = Math.round(dpi / 25.4);
  return within(grey, {
    left: best.left - margin,
    top: best.top - margin,
    width: best.width + 2 * margin,
    height: best.height + 2 * margin,
  });
}

interface Part extends PixelBox {
  count: number;
}

/** The connected components of a mask with their boxes. */
export function partsOf(mask: Mask): Part[] {
  const { width, height } = mask;
  // A frame of white: no neighbour of a point lies outside.
  const stride = width + 2;
  const left = new Uint8Array(stride * (height + 2));
  for (let y = 0; y < height; y += 1)
    left.set(mask.data.subarray(y * width, (y + 1) * width), (y + 1) * stride + 1);
  const around = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1];
  const parts: Part[] = [];
  const stack: number[] = [];
  for (let start = left.indexOf(1); start !== -1; start = left.indexOf(1, start + 1)) {
    left[start] = 0;
    stack.push(start);
    let x0 = width;
    let x1 = 0;
    let y0 = height;
    let y1 = 0;
    let count = 0;
    while (stack.length > 0) {
      const at = stack.pop()!;
      const y = Math.floor(at / stride) - 1;
      const x = at - (y + 1) * stride - 1;
      count += 1;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      for (let i = 0; i < 8; i += 1) {
        const next = at + around[i]!;
        if (left[next] !== 1) continue;
        left[next] = 0;
        stack.push(next);
      }
    }
    parts.push({ left: x0, top: y0, width: x1 - x0 + 1, height: y1 - y0 + 1, count });
  }
  return parts;
}

function scaled(box: PixelBox, by: number): PixelBox {
  return { left: box.left * by, top: box.top * by, width: box.width * by, height: box.height * by };
}

function overlap(a: PixelBox, b: PixelBox): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(a: PixelBox, b: PixelBox): number {
  const dx = Math.max(0, Math.max(a.left, b.left) - Math.min(a.left + a.width, b.left + b.width));
  const dy = Math.max(0, Math.max(a.top, b.top) - Math.min(a.top + a.height, b.top + b.height));
  return Math.hypot(dx, dy);
}

function clear(mask: Mask, box: PixelBox, step: number, margin: number): void {
  const [top, bottom] = [box.top / step - margin, (box.top + box.height) / step + margin];
  const [from, to] = [
    Math.max(0, Math.floor(box.left / step - margin)),
    (box.left + box.width) / step + margin,
  ];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(mask.height, bottom); y += 1) {
    mask.data.fill(0, y * mask.width + from, y * mask.width + Math.min(mask.width, Math.ceil(to)));
  }
}

function grown(heart: Part, strokes: readonly Part[], reach: number): PixelBox {
  let box: PixelBox = heart;
  for (let changed = true; changed; ) {
    changed = false;
    for (const part of strokes) {
      if (
        part.left >= box.left &&
        part.left + part.width <= box.left + box.width &&
        part.top >= box.top &&
        part.top + part.height <= box.top + box.height
      )
        continue;
      if (distance(part, box) > reach) continue;
      const left = Math.min(box.left, part.left);
      const top = Math.min(box.top, part.top);
      box = {
        left,
        top,
        width: Math.max(box.left + box.width, part.left + part.width) - left,
        height: Math.max(box.top + box.height, part.top + part.height) - top,
      };
      changed = true;
    }
  }
  return box;
}

/** Moves each side to the sharpest edge near it. */
function sharpened(grey: Grey, box: PixelBox, reach: number): PixelBox {
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  const column = (x: number) => meanOf(grey, x, box.top + box.height * 0.1, 0, 1, box.height * 0.8);
  const row = (y: number) => meanOf(grey, box.left + box.width * 0.1, y, 1, 0, box.width * 0.8);
  const left = steepest(box.left, reach, column);
  const top = steepest(box.top, reach, row);
  return within(grey, {
    left,
    top,
    width: steepest(right, reach, column) - left,
    height: steepest(bottom, reach, row) - top,
  });
}

function meanOf(grey: Grey, x: number, y: number, dx: number, dy: number, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += 1) {
    const px = Math.min(grey.width - 1, Math.max(0, Math.round(x + dx * i)));
    const py = Math.min(grey.height - 1, Math.max(0, Math.round(y + dy * i)));
    sum += grey.data[py * grey.width + px]!;
  }
  return sum / Math.max(1, Math.floor(length));
}

function steepest(at: number, reach: number, mean: (place: number) => number): number {
  let best = at;
  let most = 0;
  for (let place = at - reach; place <= at + reach; place += 1) {
    const slope = Math.abs(mean(place + 1) - mean(place - 1));
    if (slope > most) {
      most = slope;
      best = place;
    }
  }
  return Math.round(best);
}

function within(grey: Grey, box: PixelBox): PixelBox {
  const left = Math.max(0, Math.round(box.left));
  const top = Math.max(0, Math.round(box.top));
  return {
    left,
    top,
    width: Math.min(grey.width, Math.round(box.left + box.width)) - left,
    height: Math.min(grey.height, Math.round(box.top + box.height)) - top,
  };
}
