// Counts the tests that ran, for the closing line of `npm test` and, by file, for `npm run prove`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Returns the name of the test, and where and why the first try failed. */
function describeFirstTry(test: TestCase): string {
  const error = test.result().errors?.[0];
  const place = error?.stack?.match(/(?:src|tests)\/\S+\.tsx?:\d+/)?.[0] ?? 'unknown line';
  return `${test.fullName} (${place}: ${error?.message.split('\n', 1)[0]})`;
}

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, secondTry: [] as string[] };
    const files: Record<string, { passed: number; failed: number; seconds: number }> = {};
    for (const module of modules) {
      let ran = 0;
      const before = { passed: counts.passed, failed: counts.failed };
      for (const test of module.children.allTests()) {
        ran += 1;
        const { state } = test.result();
        if (test.diagnostic()?.flaky) counts.secondTry.push(describeFirstTry(test));
        if (state === 'passed') counts.passed += 1;
        else if (state === 'skipped') counts.skipped += 1;
        else counts.failed += 1;
      }
      // A file that failed before its tests were known counts as one failure.
      if (ran === 0 || (module.state() === 'failed' && module.errors().length > 0)) counts.failed += 1;
      files[relative('.', module.moduleId)] = {
        passed: counts.passed - before.passed,
        failed: counts.failed - before.failed,
        seconds: Math.round(module.diagnostic().duration / 1_000),
      };
    }
    mkdirSync('.cache', { recursive: true });
    writeFileSync(process.env.TEST_COUNTS ?? '.cache/test-counts.json', JSON.stringify({ ...counts, files }));
  }
}
