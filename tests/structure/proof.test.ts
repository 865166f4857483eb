// The table of promises: complete, runnable, and never more than what was run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promises } from '#contract/proof/promises.ts';
import { type PromiseResult, standingOf, sumCounts } from '#contract/proof/results.ts';
import { experimentsOf } from '../../scripts/proof/experiments.ts';
import { formatProof } from '../../scripts/proof/proof-page.ts';

const root = join(import.meta.dirname, '../..');
const recorded = JSON.parse(
  readFileSync(join(root, 'src/web/features/proof/results.json'), 'utf8'),
) as PromiseResult[];
const result: PromiseResult = {
  id: 5,
  held: true,
  release: '0.9',
  commit: 'abc',
  sources: 'def',
  date: '2026-11-23T00:00:00.000Z',
  seed: 1,
  experiments: [
    {
      name: 'provider',
      passed: 3,
      failed: 0,
      seconds: 4,
      counts: [
        { part: 'slow', counts: { credited: 2, lost: 0 } },
        { part: 'silent', counts: { credited: 3 } },
      ],
    },
  ],
};

describe('the table of promises', () => {
  it('holds 28, numbered in order, in both languages', () => {
    expect(promises.map(({ id }) => id)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1));
    for (const { promise, how, missing } of promises)
      for (const words of [promise, how, ...(missing ? [missing] : [])]) {
        expect(words.bn).toMatch(/[\u0980-\u09ff]/);
        expect(words.en).toMatch(/^[\x20-\x7e]+$/);
      }
  });

  it('names experiments that exist, and the same one always the same way', () => {
    const seen = new Map<string, unknown>();
    for (const experiment of Object.values(experimentsOf).flat()) {
      expect(experiment.files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      expect(seen.get(experiment.name) ?? experiment, experiment.name).toEqual(experiment);
      seen.set(experiment.name, experiment);
    }
  });
});

describe('what may be said', () => {
  it('is never "proven" without a full run that held, nor with a gap', () => {
    expect(standingOf(undefined, false)).toBe('unproven');
    expect(standingOf({ ...result, held: false }, false)).toBe('broken');
    expect(standingOf(result, true)).toBe('partly');
    expect(standingOf(result, false)).toBe('proven');
  });

  it('adds the figures of all parts', () => {
    expect(sumCounts(result)).toEqual({ credited: 5, lost: 0 });
  });

  it('shows what ran with its figures, and the rest as not proven yet', () => {
    const page = formatProof([result]);
    expect(page).toContain('Proven 1, proven in part 0, broken 0, not proven yet 27.');
    expect(page).toContain('  - slow: credited 2, lost 0');
    expect(page.match(/Not proven yet: no full run/g)).toHaveLength(27);
    expect(formatProof([{ ...result, held: false }])).toContain('| BROKEN |');
  });

  it('is what docs/proof.md says of the recorded runs', () => {
    expect(readFileSync(join(root, 'docs/proof.md'), 'utf8')).toBe(`${formatProof(recorded).trimEnd()}\n`);
  });
});
