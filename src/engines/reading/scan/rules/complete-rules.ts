// Rules that a scanner or a camera shows in part only: fragments on one line are joined and ends are carried on to the rule that they were drawn to,
// where traces of ink say so. A table whose rules end too early falls into cells that do not fit each other.

import { chooseInkContrast, type Grey, type Mask } from '../raster.ts';
import type { Line, ScanRules } from './scan-rules.ts';

/** In millimetres: what fades at the end of a rule, how far a trace of it lies beside its course, and how far two fragments of it are apart. */
const fadedEnd = 3;
const stray = 0.25;
const apart = 1;
/** The share of a gap that must show ink. Between the ends of an upright rule, the letters of two lines may stand. */
const minTrace = { across: 0.45, upright: 0.7 };

/** @param grey the page in which `ink` was found */
export function completeRules(rules: ScanRules, grey: Grey, ink: Mask, dpi: number): ScanRules {
  const least = faintest * chooseInkContrast(grey);
  const traceAcross = (gap: Line) =>
    traceOf(ink, gap, false, dpi) > minTrace.across || faintShare(grey, gap, least, dpi) > minFaint;
  const traceUpright = (gap: Line) => traceOf(ink, gap, true, dpi) > minTrace.upright;
  const found = joinFragments(rules.upright, traceUpright, dpi);
  const across = joinFragments(rules.across, traceAcross, dpi).map((line) =>
    extended(line, found, traceAcross, dpi),
  );
  const upright = [...found, ...tableSides(across, found, dpi)];
  return {
    across: across.map((line) => extended(line, upright, traceAcross, dpi)),
    upright: upright.map((line) => extended(line, across, traceUpright, dpi)),
  };
}

/** A table's outer sides are often too faint to find; its horizontal lines all start and end there, on a bent page each a little further on. */
function tableSides(across: readonly Line[], upright: readonly Line[], dpi: number): Line[] {
  // Where a rule was found further out, the lines only fade before it.
  const isInner = (line: Line, end: 'from' | 'to') =>
    upright.some((side) => {
      const outwards = end === 'from' ? line.from - middleOf(side) : middleOf(side) - line.to;
      return outwards > -pixels(1, dpi) && side.from <= line.last && side.to >= line.first;
    });
  return (['from', 'to'] as const).flatMap((end) => {
    const open = across.filter((line) => !isInner(line, end)).sort((a, b) => a[end] - b[end]);
    const sides: Line[][] = [];
    for (const line of open) {
      const last = sides.at(-1)?.at(-1);
      if (last !== undefined && line[end] - last[end] < pixels(0.6, dpi)) sides.at(-1)!.push(line);
      else sides.push([line]);
    }
    const found = sides
      .filter((side) => side.length >= 4)
      .map((side) => {
        const place = side[Math.floor(side.length / 2)]![end];
        const rows = side.map((line) => line.first);
        return { from: Math.min(...rows), to: Math.max(...rows), first: place, last: place };
      });
    // Lines that start together farther in are faint up to there.
    return outermost(end === 'from' ? found : found.reverse());
  });
}

function outermost(sides: readonly Line[]): Line[] {
  const kept: Line[] = [];
  for (const side of sides)
    if (!kept.some((other) => other.from <= side.to && other.to >= side.from)) kept.push(side);
  return kept;
}

const pixels = (millimetres: number, dpi: number) => (millimetres * dpi) / 25.4;

/** The share of a line's length that shows ink. */
function traceOf(ink: Mask, line: Line, isUpright: boolean, dpi: number): number {
  const reach = Math.ceil(pixels(stray, dpi));
  const [step, stride] = isUpright ? [ink.width, 1] : [1, ink.width];
  const end = (isUpright ? ink.width : ink.height) - 1;
  let seen = 0;
  for (let at = line.from; at <= line.to; at += 1) {
    let hasInk = false;
    for (let side = Math.max(0, line.first - reach); side <= Math.min(end, line.last + reach); side += 1)
      hasInk ||= ink.data[at * step + side * stride] === 1;
    if (hasInk) seen += 1;
  }
  return line.to < line.from ? 1 : seen / (line.to - line.from + 1);
}

/** By how much of a letter's contrast a rule that is hardly to be seen is darker than what lies above and below it, and for which share of its way. */
const faintest = 0.3;
const minFaint = 0.75;
/** In pixels: noise is no rule over that length. */
const smooth = 6;

function faintShare({ data, width, height }: Grey, line: Line, least: number, dpi: number): number {
  if (line.to - line.from < 4 * smooth) return 0;
  const reach = Math.ceil(pixels(stray, dpi));
  const away = reach + 2;
  if (line.first - reach < away || line.last + reach >= height - away) return 0;
  const isDark = new Uint8Array(line.to - line.from + 1);
  for (let y = line.first - reach; y <= line.last + reach; y += 1) {
    const sums = [0];
    for (let x = line.from; x <= line.to; x += 1) {
      const beside = Math.min(data[(y - away) * width + x]!, data[(y + away) * width + x]!);
      // A letter is no part of the rule, nor of what surrounds it.
      sums.push(sums.at(-1)! + Math.max(-2 * least, Math.min(2 * least, beside - data[y * width + x]!)));
    }
    for (let at = 0; at < isDark.length; at += 1) {
      const [from, to] = [Math.max(0, at - smooth), Math.min(isDark.length, at + smooth + 1)];
      if (sums[to]! - sums[from]! >= least * (to - from)) isDark[at] = 1;
    }
  }
  return isDark.reduce((sum, one) => sum + one, 0) / isDark.length;
}

function joinFragments(lines: readonly Line[], hasTrace: (gap: Line) => boolean, dpi: number): Line[] {
  const joined: Line[] = [];
  for (const line of [...lines].sort((a, b) => a.from - b.from)) {
    const held = joined.find((other) => {
      if (Math.abs(middleOf(other) - middleOf(line)) > pixels(apart, dpi)) return false;
      const gap = { ...other, from: other.to + 1, to: line.from - 1 };
      return gap.to - gap.from < pixels(fadedEnd, dpi) || hasTrace(gap);
    });
    if (held === undefined) joined.push({ ...line });
    else {
      held.to = Math.max(held.to, line.to);
      held.first = Math.min(held.first, line.first);
      held.last = Math.max(held.last, line.last);
    }
  }
  return joined;
}

const middleOf = (line: Line) => (line.first + line.last) / 2;

/** Both ends are carried on to the nearest crossing rule. */
function extended(
  line: Line,
  crossing: readonly Line[],
  hasTrace: (gap: Line) => boolean,
  dpi: number,
): Line {
  const near = pixels(fadedEnd, dpi);
  const middle = middleOf(line);
  const met = crossing
    .filter((other) => other.from - near <= middle && other.to + near >= middle)
    .map(middleOf);
  const before = Math.max(...met.filter((place) => place < line.from));
  const after = Math.min(...met.filter((place) => place > line.to));
  const isMet = (gap: Line) => gap.to - gap.from < near || hasTrace(gap);
  const long = { ...line };
  if (Number.isFinite(before) && isMet({ ...line, from: Math.round(before), to: line.from - 1 }))
    long.from = Math.round(before);
  if (Number.isFinite(after) && isMet({ ...line, from: line.to + 1, to: Math.round(after) }))
    long.to = Math.round(after);
  return long;
}
