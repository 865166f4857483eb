import { defineConfig } from 'vitest/config';
import portal from './package.json' with { type: 'json' };

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(portal.version) },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/cluster.ts'],
    setupFiles: ['tests/support/no-console-errors.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is awaited may take its time on a machine that does other things beside.
    expect: { poll: { timeout: 15_000, interval: 50 } },
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default', './tests/support/count-tests.ts'],
  },
});
