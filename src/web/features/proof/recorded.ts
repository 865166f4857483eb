// The results of the last full runs, written by `npm run prove`.
import { promises } from '#contract/proof/promises.ts';
import { type PromiseResult, standingOf } from '#contract/proof/results.ts';
import recorded from './results.json' with { type: 'json' };

export const proofRows = promises.map((promise) => {
  const result = (recorded as unknown as PromiseResult[]).find(({ id }) => id === promise.id);
  return { promise, result, standing: standingOf(result, promise.missing !== undefined) };
});
