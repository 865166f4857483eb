// Figures of experiments: printed, and recorded for `npm run prove` when it runs them.
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** @param part what was counted within the test file, e.g. one kind of fault */
export function recordCounts(part: string, counts: Readonly<Record<string, number>>): void {
  const said = Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
  process.stdout.write(`fault: ${part}: ${said}\n`);
  const file = process.env.PROOF_COUNTS;
  if (!file) return;
  const { testPath } = expect.getState();
  appendFileSync(file, `${JSON.stringify({ testPath, part, counts })}\n`);
}

/** The seed of everything random in an experiment. */
export const proofSeed = Number(process.env.PROPERTY_SEED ?? 20_261_123);

/**
 * A random generator that repeats its numbers for the same seed (mulberry32).
 * @returns numbers from 0 up to, but excluding, 1
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
