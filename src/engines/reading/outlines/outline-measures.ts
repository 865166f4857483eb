// What tells one outline from another, however its path is written: its extent, its area and where that lies, and its length.

/** A path in em squares: a move starts a contour, a curve is two control points and an end. */
export interface PathStep {
  type: 'move' | 'line' | 'curve';
  x: number;
  y: number;
}

/**
 * In thousandths of the em square: left, bottom, width, top, root of the area, its moments about left and baseline, a tenth of the length. All but
 * the first say nothing about where the outline stands on its line.
 */
export type Measures = readonly number[];

const pointsOfCurve = 8;

/** Undefined for an outline without ink. */
export function measuresOf(path: readonly PathStep[]): Measures | undefined {
  const tally = new Tally();
  for (const contour of contoursOf(path)) {
    for (const [at, [x, y]] of contour.entries()) {
      const [nextX, nextY] = contour[(at + 1) % contour.length]!;
      tally.add(x, y, nextX, nextY);
    }
  }
  return tally.measures();
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

class Tally {
  #left = Number.POSITIVE_INFINITY;
  #bottom = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #top = Number.NEGATIVE_INFINITY;
  #area = 0;
  #momentX = 0;
  #momentY = 0;
  #length = 0;

  /** One side of a contour. */
  add(x: number, y: number, nextX: number, nextY: number): void {
    const cross = x * nextY - nextX * y;
    this.#area += cross / 2;
    this.#momentX += (cross * (x + nextX)) / 6;
    this.#momentY += (cross * (y + nextY)) / 6;
    this.#length += Math.hypot(nextX - x, nextY - y);
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.min(this.#bottom, y);
    this.#top = Math.max(this.#top, y);
  }

  measures(): Measures | undefined {
    if (!Number.isFinite(this.#left) || this.#left === this.#right || this.#top === this.#bottom)
      return undefined;
    // Contours run either way round.
    const sign = Math.sign(this.#area);
    const root = Math.sqrt(Math.abs(this.#area));
    const across = this.#momentX - this.#left * this.#area;
    const moments = [sign * across, sign * this.#momentY];
    const extent = [this.#left, this.#bottom, this.#right - this.#left, this.#top];
    return [...extent, root, ...moments, this.#length / 10].map((one) => Math.round(1000 * one));
  }
}
