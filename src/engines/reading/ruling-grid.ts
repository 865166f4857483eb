// The boxes formed by ruling lines on a page. A box may lack a line on a side, which is then the page's edge.

import type { Rule } from './path-rules.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether there is a line on each side. */
  ruled: { left: boolean; top: boolean; right: boolean; bottom: boolean };
}

/** Lines closer than this are one line drawn twice (the borders of two adjacent cells). */
const sameLine = 1.6;

export class RulingGrid {
  readonly #across: Rule[];
  readonly #upright: Rule[];
  readonly width: number;
  readonly height: number;

  constructor(rules: readonly Rule[], width: number, height: number) {
    this.#across = joinCollinear(rules.filter((rule) => rule.top === rule.bottom));
    this.#upright = joinCollinear(rules.filter((rule) => rule.top !== rule.bottom).map(turned)).map(turned);
    this.width = width;
    this.height = height;
  }

  /** Whether all its lines are horizontal: then they underline values or separate rows, and enclose nothing. */
  get isOpen(): boolean {
    return this.#upright.length === 0;
  }

  /** The same lines seen from behind, or upside down. */
  mirrored(axis: 'across' | 'down'): RulingGrid {
    const { width, height } = this;
    const turn = ({ left, right, top, bottom }: Rule): Rule =>
      axis === 'across'
        ? { left: width - right, right: width - left, top, bottom }
        : { left, right, top: height - bottom, bottom: height - top };
    return new RulingGrid([...this.#across, ...this.#upright].map(turn), width, height);
  }

  get isEmpty(): boolean {
    return this.#across.length === 0;
  }

  /** Returns the box around a point. */
  boxAt(x: number, y: number): Box {
    const box: Box = {
      left: 0,
      top: 0,
      right: this.width,
      bottom: this.height,
      ruled: { left: false, top: false, right: false, bottom: false },
    };
    for (const rule of this.#across) {
      if (rule.left > x + 1 || rule.right < x - 1) continue;
      if (rule.top <= y && rule.top >= box.top) {
        box.top = rule.top;
        box.ruled.top = true;
      }
      if (rule.top > y && rule.top <= box.bottom) {
        box.bottom = rule.top;
        box.ruled.bottom = true;
      }
    }
    for (const rule of this.#upright) {
      if (rule.top > y + 1 || rule.bottom < y - 1) continue;
      if (rule.left <= x && rule.left >= box.left) {
        box.left = rule.left;
        box.ruled.left = true;
      }
      if (rule.left > x && rule.left <= box.right) {
        box.right = rule.left;
        box.ruled.right = true;
      }
    }
    return box;
  }

  /** Returns the next box to the right, at half the height of `box`; undefined at the table's edge. */
  rightOf(box: Box): Box | undefined {
    if (!box.ruled.right) return undefined;
    const y = (box.top + box.bottom) / 2;
    return this.#beyond(
      box.right,
      this.width,
      (x) => this.boxAt(x, y),
      (next) => next.right - next.left,
      box,
    );
  }

  /** Returns the next box below, at half the width of `box`. */
  below(box: Box): Box | undefined {
    if (!box.ruled.bottom) return undefined;
    const x = (box.left + Math.min(box.right, box.left + 60)) / 2;
    return this.#beyond(
      box.bottom,
      this.height,
      (y) => this.boxAt(x, y),
      (next) => next.bottom - next.top,
      box,
    );
  }

  /** Steps over the narrow gap that separate borders leave between two cells. */
  #beyond(edge: number, end: number, at: (place: number) => Box, extent: (box: Box) => number, from: Box) {
    for (const step of [2, 5, 9]) {
      if (edge + step >= end) return undefined;
      const next = at(edge + step);
      if (extent(next) >= 8 && boxKey(next) !== boxKey(from)) {
        return isCell(next) ? next : undefined;
      }
    }
    return undefined;
  }
}

/** A cell has a line above and below, and on at least one side. */
export function isCell(box: Box): boolean {
  return box.ruled.top && box.ruled.bottom && (box.ruled.left || box.ruled.right);
}

export function boxKey(box: Box): string {
  return [box.left, box.top, box.right, box.bottom].map((side) => Math.round(side)).join(' ');
}

function turned(rule: Rule): Rule {
  return { left: rule.top, right: rule.bottom, top: rule.left, bottom: rule.right };
}

/** Joins touching horizontal rules on the same line. */
function joinCollinear(rules: readonly Rule[]): Rule[] {
  const joined: Rule[] = [];
  const sorted = [...rules].sort((a, b) => a.top - b.top || a.left - b.left);
  for (const rule of sorted) {
    const held = joined.findLast(
      (other) =>
        Math.abs(other.top - rule.top) < sameLine &&
        rule.left <= other.right + 2.5 &&
        rule.right >= other.left - 2.5,
    );
    if (held === undefined) joined.push({ ...rule });
    else {
      held.left = Math.min(held.left, rule.left);
      held.right = Math.max(held.right, rule.right);
    }
  }
  return joined;
}
