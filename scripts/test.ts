// `npm test`: every check and every test. Sets up what it needs itself, or says what to install.
// `npm test -- --changed [ref]`: every check, and the tests of the modules that differ from main or that ref.
// `npm test -- <path>…`: only these test files, without the checks.
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { findTestsOf, listChanges } from './changed-tests.ts';
import { runChecks } from './check.ts';
import { findChromium, findChromiumShell } from './chromium.ts';
import { runVitest } from './run-vitest.ts';
import { forgetCounts, readCounts } from './test-counts.ts';

const root = join(import.meta.dirname, '..');

const args = process.argv.slice(2);
const isOfChange = args[0] === '--changed';
const only = isOfChange ? findTestsOf(listChanges(root, args[1] ?? 'main')) : args;
const isNothingToRun = isOfChange && only.length === 0;
// The slowest check and the build each take one core.
const [checks] = await Promise.all([
  isOfChange || args.length === 0 ? runChecks() : { passed: 0, failed: 0 },
  isNothingToRun ? undefined : buildWeb(),
]);
if (isNothingToRun) {
  process.stdout.write(`${checks.passed} passed, ${checks.failed} failed; no test belongs to what changed\n`);
  process.exit(checks.failed === 0 ? 0 : 1);
}

const chromium = findChromium();
const shell = findChromiumShell();
forgetCounts();
const status = await runVitest(only, { CHROMIUM: chromium, CHROMIUM_SHELL: shell });
const { passed, failed, skipped, secondTry } = readCounts();
for (const name of secondTry) process.stdout.write(`passed at the second try: ${name}\n`);

const allPassed = passed + checks.passed;
const allFailed = failed + checks.failed;
process.stdout.write(
  `${allPassed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(status === 0 && allFailed === 0 ? 0 : 1);
