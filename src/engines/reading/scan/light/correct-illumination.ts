// Corrects the illumination of a photographed page: paper that darkens towards a corner becomes equally bright everywhere, so that pictures and shaded
// cells can be distinguished from shadows.

import type { Grey } from '../raster.ts';

/** Pixels: large enough to hold paper between letters. */
const block = 32;
/** Of the pixels looked at in a block. */
const darkerThanPaper = Math.floor(0.7 * (block / 2) ** 2);
const rounds = 6;
/** How much darker than the paper around it a block is that holds no paper. */
const noPaper = 14;

/** Returns the page with its paper at `paper` everywhere. Illumination is assumed to change smoothly: a shadow with an edge stays. */
export function correctIllumination(grey: Grey, paper: number): Grey {
  const { width, height, data } = grey;
  const light = fitIllumination(grey);
  if (light === undefined) return grey;
  const even = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const v = y / height;
    const [rest, slope, bend] = [
      light[0]! + light[2]! * v + light[5]! * v * v,
      light[1]! + light[3]! * v,
      light[4]!,
    ];
    for (let x = 0; x < width; x += 1) {
      const u = x / width;
      const here = rest + slope * u + bend * u * u;
      const lit = (paper * data[y * width + x]!) / Math.max(here, 40);
      even[y * width + x] = Math.min(lit, 255);
    }
  }
  return { data: even, width, height };
}

const termsAt = (u: number, v: number) => [1, u, v, u * v, u * u, v * v];

/** Fits the paper's brightness over the page (0 to 1 in each direction). Undefined for an evenly lit page. */
function fitIllumination(grey: Grey): number[] | undefined {
  let samples = samplePaper(grey);
  const values = samples.map(({ value }) => value).sort((a, b) => a - b);
  const [low, high] = [
    values[Math.floor(values.length * 0.1)] ?? 0,
    values[Math.floor(values.length * 0.9)] ?? 0,
  ];
  if (high - low < noPaper) return undefined;
  // At first only the brighter blocks around each are taken to be paper: a dark ground around the sheet would pull the surface down.
  samples = samples.filter(({ value }) => value > 0.55 * high);
  let light: number[] | undefined;
  for (let round = 0; round < rounds; round += 1) {
    light = fitLeastSquares(samples);
    if (light === undefined) return undefined;
    const known = light;
    const kept = samples.filter(({ terms, value }) => value > brightness(known, terms) - noPaper);
    if (kept.length === samples.length || kept.length < 30) break;
    samples = kept;
  }
  return light;
}

const brightness = (light: readonly number[], terms: readonly number[]) =>
  terms.reduce((sum, term, at) => sum + term * light[at]!, 0);

interface Sample {
  terms: number[];
  value: number;
}

/** Samples the paper's brightness in each block: brighter than most of its pixels, darker than glare. */
function samplePaper({ width, height, data }: Grey): Sample[] {
  const samples: Sample[] = [];
  for (let top = 0; top + block <= height; top += block) {
    for (let left = 0; left + block <= width; left += block) {
      const counts = new Uint16Array(256);
      for (let y = top; y < top + block; y += 2)
        for (let x = left; x < left + block; x += 2) counts[data[y * width + x]!]! += 1;
      let value = 0;
      for (let darker = counts[0]!; darker <= darkerThanPaper; darker += counts[value]!) value += 1;
      const terms = termsAt((left + block / 2) / width, (top + block / 2) / height);
      samples.push({ terms, value });
    }
  }
  return samples;
}

/** Least squares. */
function fitLeastSquares(samples: readonly Sample[]): number[] | undefined {
  const size = 6;
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
  for (const { terms, value } of samples) {
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1) rows[i]![j]! += terms[i]! * terms[j]!;
      rows[i]![size]! += terms[i]! * value;
    }
  }
  return solveLinearSystem(rows);
}

/** Gaussian elimination with the largest pivot; undefined when the rows depend on each other. */
function solveLinearSystem(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const pivot = rows
      .slice(at)
      .reduce((best, row) => (Math.abs(row[at]!) > Math.abs(best[at]!) ? row : best));
    if (Math.abs(pivot[at]!) < 1e-9) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(at, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const share = row[at]! / pivot[at]!;
      for (let i = at; i <= size; i += 1) row[i]! -= share * pivot[i]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}
