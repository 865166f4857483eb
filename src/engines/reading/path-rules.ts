// Finds the ruling lines in a drawn path.

/** A straight line or the side of a drawn box. Horizontal when top equals bottom, otherwise vertical. */
export interface Rule {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PathPoint {
  x: number;
  y: number;
  /** PDFium's segment type: 0 a line to here, 1 a curve, 2 a move. */
  type: number;
  closes: boolean;
}

/** A filled box thicker than this is a background, not a rule. */
const ruleThickness = 2.2;
const shortestRule = 4;

/** Returns the horizontal and vertical lines of one path: stroked lines and boxes, and filled boxes so thin that they are lines. */
export function rulesOfPath(points: readonly PathPoint[], stroked: boolean): Rule[] {
  const rules: Rule[] = [];
  for (const outline of outlinesOf(points)) {
    const xs = outline.map((point) => point.x);
    const ys = outline.map((point) => point.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    if (bottom - top <= ruleThickness && right - left >= shortestRule) {
      const y = (top + bottom) / 2;
      rules.push({ left, right, top: y, bottom: y });
    } else if (right - left <= ruleThickness && bottom - top >= shortestRule) {
      const x = (left + right) / 2;
      rules.push({ left: x, right: x, top, bottom });
    } else if (stroked || isFrame(outline)) {
      rules.push(...sidesOf(outline));
    }
  }
  return rules;
}

function outlinesOf(points: readonly PathPoint[]): PathPoint[][] {
  const outlines: PathPoint[][] = [];
  let open: PathPoint[] = [];
  for (const point of points) {
    if (point.type === 2) {
      if (open.length > 1) outlines.push(open);
      open = [point];
    } else if (point.type === 1) {
      open = [];
    } else {
      open.push(point);
    }
    const first = open[0];
    if (point.closes && first !== undefined && open.length > 1) open.push({ ...first, type: 0 });
  }
  if (open.length > 1) outlines.push(open);
  return outlines;
}

/** A border drawn as a filled shape (a trapezium per side) has more than the five points of a plain box. */
function isFrame(outline: readonly PathPoint[]): boolean {
  return outline.length > 5;
}

function sidesOf(outline: readonly PathPoint[]): Rule[] {
  const sides: Rule[] = [];
  for (let i = 1; i < outline.length; i += 1) {
    const [a, b] = [outline[i - 1]!, outline[i]!];
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    if (bottom - top < 0.6 && right - left >= shortestRule) sides.push({ left, right, top, bottom: top });
    else if (right - left < 0.6 && bottom - top >= shortestRule)
      sides.push({ left, right: left, top, bottom });
  }
  return sides;
}
