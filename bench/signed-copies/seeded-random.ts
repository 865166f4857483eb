// Random choices, reproducible by a seed.

export interface Dice {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** The first digit is never 0. */
  digits(count: number): string;
}

/** Mulberry32: small, and good enough to vary test data. */
export function createDice(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    digits: (count) =>
      Array.from({ length: count }, (_, place) => (place === 0 ? whole(1, 9) : whole(0, 9))).join(''),
  };
}

export function shuffled<T>(dice: Dice, items: readonly T[]): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = dice.whole(0, i);
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left;
}
