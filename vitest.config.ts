import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import portal from './package.json' with { type: 'json' };
import { LongestFirst } from './tests/support/longest-first.ts';

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(portal.version) },
  test: {
    globalSetup: ['tests/support/cluster.ts'],
    setupFiles: ['tests/support/no-console-errors.ts', 'tests/support/no-leftovers.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is awaited may take its time on a machine that does other things beside.
    expect: { poll: { timeout: 15_000, interval: 50 } },
    // A wait that ran out on a busy machine is tried once more, and the closing line names the test. A wrong answer never is.
    retry: { count: 1, condition: /Timeout \d+ms exceeded|(Test|Hook) timed out in/ },
    // A test of a portal waits a quarter of its time: for the disk, for a job, for the browser.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tests/support/count-tests.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'portal',
          include: ['src/{contract,engines,server}/**/*.test.ts', 'tests/**/*.test.ts'],
          // A worker loads the server once for all its files, and the browser too.
          isolate: false,
        },
      },
      {
        extends: true,
        // These replace modules and what a browser has of its own.
        test: { name: 'web', include: ['src/web/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
