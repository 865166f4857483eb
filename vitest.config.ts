import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import portal from './package.json' with { type: 'json' };
import { LongestFirst } from './tests/support/longest-first.ts';

// Only where the time of a sign-in is measured does it matter how much work a password is.
const passwordWork: Record<string, string> =
  process.env.TIMING_SAMPLES === undefined
    ? {
        '@node-rs/argon2': new URL('tests/support/quick-argon2.ts', import.meta.url).pathname,
        'age-encryption': new URL('tests/support/quick-age.ts', import.meta.url).pathname,
      }
    : {};

const standalone = ['src/web/{lib,ui}/**/*.test.{ts,tsx}'];

/** Rendered without a browser, a dialog has no place outside the page. */
const loadPlainDialogs = (id: string) =>
  id === new URL('src/web/ui/dialog.tsx', import.meta.url).pathname
    ? `export * from ${JSON.stringify(new URL('tests/support/plain-dialog.tsx', import.meta.url).pathname)};`
    : undefined;

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(portal.version) },
  test: {
    globalSetup: ['tests/support/cluster.ts'],
    setupFiles: ['tests/support/no-console-errors.ts', 'tests/support/no-leftovers.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests may take their time on a machine with other work.
    expect: { poll: { timeout: 15_000, interval: 50 } },
    // A test that timed out on a busy machine, or whose page was broken off by a change of the machine's network, is tried once more, and the
    // closing line names it. A wrong answer never is.
    retry: {
      count: 1,
      condition: /Timeout \d+ms exceeded|(Test|Hook) timed out in|net::ERR_NETWORK_CHANGED at /,
    },
    // A portal test spends a quarter to a half of its time waiting: for a process, for a job, for the browser.
    maxWorkers: Math.min(availableParallelism() + 2, 4),
    pool: 'forks',
    // A worker that has just loaded the server makes much that soon is garbage: fewer, larger collections save a twentieth of its time.
    // Node's own storage warns that it has no file, and no test uses it.
    execArgv: ['--max-semi-space-size=64', '--no-experimental-webstorage'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tests/support/count-tests.ts'],
    projects: [
      {
        extends: true,
        resolve: { alias: passwordWork },
        test: {
          name: 'portal',
          include: ['src/{contract,engines,server}/**/*.test.ts', 'tests/**/*.test.ts'],
          // A worker loads the server once for all its files, and the browser too.
          isolate: false,
        },
      },
      {
        extends: true,
        // These replace browser globals before they load what uses them.
        test: { name: 'web', include: standalone },
      },
      {
        extends: true,
        plugins: [{ name: 'plain-dialogs', enforce: 'pre', load: loadPlainDialogs }],
        // A worker loads the client once for all of them.
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: standalone,
          isolate: false,
        },
      },
    ],
  },
});
