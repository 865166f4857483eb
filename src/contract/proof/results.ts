// The shape of what `npm run prove` recorded, and what may be said of it: only a full run without gaps proves a promise.

export interface ExperimentResult {
  /** The test file, or the part of it that was run. */
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Figures of the experiment's own, by its parts. */
  readonly counts: readonly { readonly part: string; readonly counts: Readonly<Record<string, number>> }[];
}

export interface PromiseResult {
  readonly id: number;
  readonly held: boolean;
  readonly release: string;
  readonly commit: string;
  /** Fingerprint of the sources that were run: a different one means that the portal has changed since. */
  readonly sources: string;
  readonly date: string;
  readonly seed: number;
  readonly experiments: readonly ExperimentResult[];
}

export type Standing = 'proven' | 'partly' | 'broken' | 'unproven';

/** Whatever was not run is unproven; whatever has a gap is proven in part at best. */
export function standingOf(result: PromiseResult | undefined, hasGap: boolean): Standing {
  if (!result) return 'unproven';
  if (!result.held) return 'broken';
  return hasGap ? 'partly' : 'proven';
}

/** The sum of each figure over all experiments of a promise. */
export function sumCounts({ experiments }: Pick<PromiseResult, 'experiments'>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { counts } of experiments)
    for (const part of counts)
      for (const [name, count] of Object.entries(part.counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

export function countTests({ experiments }: Pick<PromiseResult, 'experiments'>): number {
  return experiments.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
}
