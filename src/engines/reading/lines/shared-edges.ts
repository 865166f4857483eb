// Finds where the columns of a sheet start: at left edges that several texts share.

const minShared = 3;
/** In points. */
const sameEdge = 1.5;

/** Returns the left edges that at least three texts share, sorted and without duplicates. */
export function findSharedEdges(lefts: readonly number[]): number[] {
  const sorted = [...lefts].sort((a, b) => a - b);
  const shared = new Set<number>();
  let [from, to] = [0, 0];
  for (const left of sorted) {
    while (sorted[from]! <= left - sameEdge) from += 1;
    while (to < sorted.length && sorted[to]! < left + sameEdge) to += 1;
    if (to - from >= minShared) shared.add(left);
  }
  return [...new Set(lefts)].filter((left) => shared.has(left));
}
