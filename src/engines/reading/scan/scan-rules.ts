// Ruling lines in a scanned page: found as long runs of ink and erased from the picture, so that they do not disturb the recognition of letters.

import type { Rule } from '../page-content.ts';
import type { Grey, Mask } from './raster.ts';

interface Line {
  from: number;
  to: number;
  /** Across the line: the rows (or columns) it covers. */
  first: number;
  last: number;
}

/** Sizes in pixels at `dpi`. */
function pixels(millimetres: number, dpi: number): number {
  return (millimetres * dpi) / 25.4;
}

export interface ScanRules {
  across: Line[];
  upright: Line[];
}

/**
 * Horizontal lines of at least 20 mm (the headline of a Bengali word is shorter), and vertical lines of at least 4.5 mm that are part of a longer
 * run of such lines.
 */
export function findRules(ink: Mask, dpi: number): ScanRules {
  const thickness = Math.ceil(pixels(0.7, dpi));
  const across = linesOf(ink, pixels(20, dpi), thickness, false);
  const upright = linesOf(ink, pixels(4.2, dpi), thickness, true);
  const kept = upright.filter((line) => meetsRule(line, across, dpi));
  return { across, upright: [...kept, ...tableSides(across, dpi)] };
}

/** A table's outer sides are often too faint to find; its horizontal lines all start and end there. */
function tableSides(across: readonly Line[], dpi: number): Line[] {
  const sides: Line[] = [];
  for (const end of ['from', 'to'] as const) {
    for (const line of across) {
      if (sides.some((side) => Math.abs(side.first - line[end]) < pixels(1, dpi))) continue;
      const alike = across.filter((other) => Math.abs(other[end] - line[end]) < pixels(0.6, dpi));
      if (alike.length < 4) continue;
      const rows = alike.map((other) => other.first);
      sides.push({ from: Math.min(...rows), to: Math.max(...rows), first: line[end], last: line[end] });
    }
  }
  return sides;
}

/** Tall strokes of letters are not rules: a rule ends at another one, or is long. */
function meetsRule(line: Line, across: readonly Line[], dpi: number): boolean {
  if (line.to - line.from > pixels(9, dpi)) return true;
  const near = pixels(0.8, dpi);
  return [line.from, line.to].every((end) =>
    across.some(
      (other) =>
        Math.abs((other.first + other.last) / 2 - end) < near &&
        other.from - near <= line.first &&
        other.to + near >= line.last,
    ),
  );
}

/** Long runs of ink in each row (column when `turned`); gaps of a few pixels are bridged, adjacent rows are joined. */
function linesOf(ink: Mask, shortest: number, thickness: number, turned: boolean): Line[] {
  const length = turned ? ink.height : ink.width;
  const count = turned ? ink.width : ink.height;
  const [step, stride] = turned ? [ink.width, 1] : [1, ink.width];
  const open: Line[] = [];
  const lines: Line[] = [];
  for (let row = 0; row < count; row += 1) {
    for (const run of runsOf(ink.data, row * stride, step, length, shortest)) {
      const held = open.find(
        (line) => line.last >= row - 2 && line.from <= run.to + 4 && line.to >= run.from - 4,
      );
      if (held === undefined) open.push({ ...run, first: row, last: row });
      else {
        held.from = Math.min(held.from, run.from);
        held.to = Math.max(held.to, run.to);
        held.last = row;
      }
    }
    for (let i = open.length - 1; i >= 0; i -= 1) {
      if (open[i]!.last < row - 2) lines.push(...open.splice(i, 1));
    }
  }
  lines.push(...open);
  return joined(lines).filter((line) => line.last - line.first + 1 <= thickness);
}

/** A rule that starts in two fragments, one row of pixels apart, is found twice. */
function joined(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  for (const line of [...lines].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const held = kept.find(
      (other) =>
        line.first <= other.last + 3 &&
        line.last >= other.first - 3 &&
        line.from <= other.to + 6 &&
        line.to >= other.from - 6,
    );
    if (held === undefined) kept.push({ ...line });
    else {
      held.from = Math.min(held.from, line.from);
      held.to = Math.max(held.to, line.to);
      held.first = Math.min(held.first, line.first);
      held.last = Math.max(held.last, line.last);
    }
  }
  return kept;
}

const gapBridged = 3;

function runsOf(
  data: Uint8Array,
  at: number,
  step: number,
  length: number,
  shortest: number,
): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let from = -1;
  let last = -10;
  let inked = 0;
  for (let i = 0; i <= length; i += 1) {
    const isInk = i < length && data[at + i * step] === 1;
    if (isInk) {
      if (from < 0 || i - last > gapBridged + 1) {
        from = i;
        inked = 0;
      }
      last = i;
      inked += 1;
    }
    const ends = from >= 0 && (i === length || i - last > gapBridged);
    if (ends && !isInk) {
      // A line of letters has ink in its headline too, but with gaps between the words.
      if (last - from >= shortest && inked > 0.85 * (last - from)) runs.push({ from, to: last });
      from = -1;
    }
  }
  return runs;
}

/** As rules in points. */
export function rulesInPoints(rules: ScanRules, dpi: number): Rule[] {
  const scale = 72 / dpi;
  return [
    ...rules.across.map((line) => {
      const y = ((line.first + line.last) / 2) * scale;
      return { left: line.from * scale, right: line.to * scale, top: y, bottom: y };
    }),
    ...rules.upright.map((line) => {
      const x = ((line.first + line.last) / 2) * scale;
      return { left: x, right: x, top: line.from * scale, bottom: line.to * scale };
    }),
  ];
}

/** Paints over the rules with the surrounding grey. */
export function wipeRules(grey: Grey, rules: ScanRules, paper: number): void {
  const margin = 2;
  for (const line of rules.across)
    fill(grey, line.from, line.to, line.first - margin, line.last + margin, paper);
  for (const line of rules.upright)
    fill(grey, line.first - margin, line.last + margin, line.from, line.to, paper);
}

/** Fills a rectangle (ends included) with one grey. */
export function fill(
  grey: Grey,
  left: number,
  right: number,
  top: number,
  bottom: number,
  value: number,
): void {
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(grey.height - 1, bottom); y += 1) {
    const from = y * grey.width;
    grey.data.fill(
      value,
      from + Math.max(0, Math.floor(left)),
      from + Math.min(grey.width - 1, Math.floor(right)) + 1,
    );
  }
}
