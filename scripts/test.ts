// `npm test`: every check and every test. Sets up what it needs itself; says what to install when it can't.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { findChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const checks: readonly Step[] = [
  { name: 'types', command: [bin('tsc'), '-b'] },
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings'] },
  { name: 'dead code', command: [bin('knip')] },
  { name: 'generated files', command: [process.execPath, 'scripts/generate.ts', '--check'] },
];

let failedChecks = 0;
const only = process.argv.slice(2);
if (only.length === 0) {
  for (const { name, command } of checks) {
    const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
      cwd: root,
      encoding: 'utf8',
    });
    process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`);
    if (status !== 0) {
      failedChecks += 1;
      process.stdout.write(`${stdout}${stderr}\n`);
    }
  }
}

await buildWeb();
const chromium = findChromium();
const counts = join(root, '.cache/test-counts.json');
rmSync(counts, { force: true });
const run = spawnSync(bin('vitest'), ['run', ...only], {
  cwd: root,
  stdio: 'inherit',
  // Some hundred processes load the same packages: each is compiled once.
  env: { ...process.env, CHROMIUM: chromium, NODE_COMPILE_CACHE: join(root, '.cache/compiled') },
});
const { passed, failed, skipped } = existsSync(counts)
  ? (JSON.parse(readFileSync(counts, 'utf8')) as { passed: number; failed: number; skipped: number })
  : { passed: 0, failed: 1, skipped: 0 };

const allPassed = passed + (only.length === 0 ? checks.length - failedChecks : 0);
const allFailed = failed + failedChecks;
process.stdout.write(
  `${allPassed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(run.status === 0 && allFailed === 0 ? 0 : 1);
