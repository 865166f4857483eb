// Finds the ruling lines of a scanned page, as long runs of ink, and erases them so that they do not disturb the recognition of letters.

import type { Rule } from '../../path-rules.ts';
import type { Grey, Mask } from '../raster.ts';

export interface Line {
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
  const kept = upright.filter(
    (line) => meetsRule(line, across, dpi) && !(line.to - line.from < pixels(12, dpi) && isBow(line, ink)),
  );
  return { across, upright: kept };
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

/** The side of a stamp's ring runs upright for a row or two, but bends. */
function isBow(line: Line, ink: Mask): boolean {
  const isInk = (y: number) => (x: number) => ink.data[y * ink.width + x] === 1;
  const middleAt = (share: number) => {
    const y = Math.round(line.from + share * (line.to - line.from));
    const places = [y - 1, y, y + 1].flatMap((row) => {
      const run = runAcross(line, ink.width, isInk(row));
      return run === undefined || run.last - run.first > 6 ? [] : [(run.first + run.last) / 2];
    });
    return places.length === 0 ? undefined : places.reduce((sum, x) => sum + x, 0) / places.length;
  };
  const [top, middle, bottom] = [middleAt(0.05), middleAt(0.5), middleAt(0.95)];
  if (top === undefined || middle === undefined || bottom === undefined) return false;
  return Math.abs(middle - (top + bottom) / 2) > 1.2;
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

/** Paints over the rules with the colour of paper. Where letters touch a rule, only the rule's own thickness is painted over. */
export function wipeRules(grey: Grey, ink: Mask, rules: ScanRules, paper: number): void {
  for (const line of rules.across) wipeRule(grey, ink, line, false, paper);
  for (const line of rules.upright) wipeRule(grey, ink, line, true, paper);
}

function wipeRule(grey: Grey, ink: Mask, line: Line, isUpright: boolean, paper: number): void {
  const [step, stride] = isUpright ? [ink.width, 1] : [1, ink.width];
  const sides = isUpright ? ink.width : ink.height;
  const runs: ({ first: number; last: number } | undefined)[] = [];
  for (let at = line.from; at <= line.to; at += 1)
    runs.push(runAcross(line, sides, (side) => ink.data[at * step + side * stride] === 1));
  const lengths = runs.flatMap((run) => (run === undefined ? [] : [run.last - run.first + 1]));
  const usual = lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 1;
  const thickness = Math.min(usual, line.last - line.first + 2);
  let centre = (line.first + line.last) / 2;
  for (const [index, run] of runs.entries()) {
    const at = line.from + index;
    const isInk = (side: number) => ink.data[at * step + side * stride] === 1;
    const isRule = run !== undefined && run.last - run.first <= thickness;
    if (isRule) centre = (run.first + run.last) / 2;
    // Where a letter touches the rule, the rule goes on as it came.
    const [first, last] = isRule
      ? [run.first - (isInk(run.first - 3) ? 1 : seam), run.last + (isInk(run.last + 3) ? 1 : seam)]
      : [Math.round(centre - thickness / 2), Math.round(centre + thickness / 2)];
    for (let side = Math.max(0, first); side <= Math.min(sides - 1, last); side += 1)
      grey.data[at * step + side * stride] = paper;
  }
}

/** Grey pixels beside the ink of a rule. */
const seam = 2;
/** How far a rule may stray from where it was found. */
const strays = 2;

/** The ink across a rule at one place: the run nearest to its middle. */
function runAcross(
  line: Line,
  sides: number,
  isInk: (side: number) => boolean,
): { first: number; last: number } | undefined {
  const middle = Math.round((line.first + line.last) / 2);
  const reach = line.last - middle + strays;
  for (let away = 0; away <= reach; away += 1) {
    for (const side of [middle + away, middle - away]) {
      if (side < 0 || side >= sides || !isInk(side)) continue;
      let [first, last] = [side, side];
      while (first > 0 && isInk(first - 1)) first -= 1;
      while (last < sides - 1 && isInk(last + 1)) last += 1;
      return { first, last };
    }
  }
  return undefined;
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
