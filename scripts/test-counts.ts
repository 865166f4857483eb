// The counts that tests/support/count-tests.ts recorded in the last run of vitest.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, '../.cache/test-counts.json');

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of the tests that passed only on the second try. */
  readonly secondTry: readonly string[];
}

/** Removes earlier counts before a run, which leaves none if it is interrupted. */
export const forgetCounts = (): void => rmSync(path, { force: true });

export const readCounts = (): Counts =>
  existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Counts)
    : { passed: 0, failed: 1, skipped: 0, secondTry: [] };
