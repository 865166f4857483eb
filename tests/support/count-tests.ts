// Counts what ran, for the closing line of `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, secondTry: [] as string[] };
    for (const module of modules) {
      let ran = 0;
      for (const test of module.children.allTests()) {
        ran += 1;
        const { state } = test.result();
        if (test.diagnostic()?.flaky) counts.secondTry.push(test.fullName);
        if (state === 'passed') counts.passed += 1;
        else if (state === 'skipped') counts.skipped += 1;
        else counts.failed += 1;
      }
      // A file that failed before its tests were known counts as one failure.
      if (ran === 0 || (module.state() === 'failed' && module.errors().length > 0)) counts.failed += 1;
    }
    mkdirSync('.cache', { recursive: true });
    writeFileSync('.cache/test-counts.json', JSON.stringify(counts));
  }
}
