// Measures that distinguish outlines, however their paths are written: extent, area and its moments, and length.

/** A path in em squares: a move starts a contour, a curve is two control points and an end. */
export interface PathStep {
  type: 'move' | 'line' | 'curve';
  x: number;
  y: number;
}

/**
 * In thousandths of the em square: left, bottom, width, top, root of the area, a tenth of the length, and moments about the left edge and the baseline:
 * across, up, of both, and the third one across. All but the first say nothing about where the outline stands on its line.
 */
export type Measures = readonly number[];

/** What is beyond is cut off. */
export const [least, most] = [-1024, 3071];

const pointsOfCurve = 8;

/** Higher moments are smaller. */
const [scaleOfBoth, scaleOfThird] = [10, 20];

/** Undefined for an outline without ink. */
export function measuresOf(path: readonly PathStep[]): Measures | undefined {
  const contours = contoursOf(path);
  const points = contours.flat();
  if (points.length < 3) return undefined;
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [bottom, top] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  if (left === right || bottom === top) return undefined;
  let [area, length, across, up, both, third] = [0, 0, 0, 0, 0, 0];
  for (const contour of contours) {
    for (const [at, [fromX, y]] of contour.entries()) {
      const [toX, nextY] = contour[(at + 1) % contour.length]!;
      const [x, nextX] = [fromX - left, toX - left];
      const cross = x * nextY - nextX * y;
      area += cross / 2;
      across += (cross * (x + nextX)) / 6;
      up += (cross * (y + nextY)) / 6;
      both += (cross * (x * nextY + 2 * x * y + 2 * nextX * nextY + nextX * y)) / 24;
      third += (cross * (x ** 3 + x ** 2 * nextX + x * nextX ** 2 + nextX ** 3)) / 20;
      length += Math.hypot(nextX - x, nextY - y);
    }
  }
  // Contours run either way round.
  const sign = Math.sign(area);
  const moments = [across, up, scaleOfBoth * both, scaleOfThird * third].map((moment) => sign * moment);
  return [left, bottom, right - left, top, Math.sqrt(Math.abs(area)), length / 10, ...moments].map((one) =>
    Math.min(most, Math.max(least, Math.round(1000 * one))),
  );
}

/** The corners of each closed contour, curves cut into short lines. */
function contoursOf(path: readonly PathStep[]): [number, number][][] {
  const contours: [number, number][][] = [];
  let open: [number, number][] = [];
  for (let at = 0; at < path.length; at += 1) {
    const { type, x, y } = path[at]!;
    if (type === 'move') {
      open = [[x, y]];
      contours.push(open);
    } else if (type === 'line') open.push([x, y]);
    else {
      const [fromX, fromY] = open.at(-1) ?? [x, y];
      const [second, end] = [path[at + 1], path[at + 2]];
      if (second === undefined || end === undefined) break;
      at += 2;
      for (let point = 1; point <= pointsOfCurve; point += 1) {
        const t = point / pointsOfCurve;
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        open.push([
          a * fromX + b * x + c * second.x + d * end.x,
          a * fromY + b * y + c * second.y + d * end.y,
        ]);
      }
    }
  }
  return contours;
}
