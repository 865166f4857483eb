// `npm run prove`: runs the experiment of each promise at full length and writes docs/proof.md and the data of the page /proof.
// `--only 3,7` runs some of them, `--short` the short forms (which prove nothing and write nothing), `--seed N` another seed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { promises } from '#contract/proof/promises.ts';
import type { ExperimentResult, PromiseResult } from '#contract/proof/results.ts';
import { standingOf } from '#contract/proof/results.ts';
import { buildWeb } from './build-web.ts';
import { findChromium } from './chromium.ts';
import { type Experiment, experimentsOf } from './proof/experiments.ts';
import { writeProofPage } from './proof/proof-page.ts';
import { fingerprintSources } from './proof/sources.ts';
import { runVitest } from './run-vitest.ts';

const root = join(import.meta.dirname, '..');
const record = join(root, 'src/web/features/proof/results.json');

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, short: { type: 'boolean' }, seed: { type: 'string' } },
});
const seed = Number(options.seed ?? 20_261_123);
const wanted = options.only?.split(',').map(Number);
const unknown = wanted?.filter((id) => !promises.some((promise) => promise.id === id)) ?? [];
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  process.stderr.write(
    `npm run prove [-- --only 3,7] [--short] [--seed N]: promises are 1 to ${promises.length}\n`,
  );
  process.exit(2);
}

interface TestCounts {
  readonly files: Readonly<Record<string, { passed: number; failed: number; seconds: number }>>;
}

async function run({ name, files, full, short }: Experiment): Promise<ExperimentResult> {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-proof-'));
  const figures = join(folder, 'figures');
  const tests = join(folder, 'tests.json');
  const status = await runVitest(files, {
    PROPERTY_SEED: String(seed),
    ...(options.short ? short : full),
    PROOF_COUNTS: figures,
    TEST_COUNTS: tests,
    CHROMIUM: findChromium(),
  });
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  const ran = existsSync(tests)
    ? Object.values((JSON.parse(readFileSync(tests, 'utf8')) as TestCounts).files)
    : [];
  rmSync(folder, { recursive: true });
  const sum = (field: 'passed' | 'failed' | 'seconds') => ran.reduce((total, file) => total + file[field], 0);
  return {
    name,
    passed: sum('passed'),
    // A file that was not there, or a run that broke off, must not count as held.
    failed: sum('failed') + (ran.length < files.length || (status !== 0 && sum('failed') === 0) ? 1 : 0),
    seconds: sum('seconds'),
    counts: lines.map((line) => {
      const { part, counts } = JSON.parse(line) as ExperimentResult['counts'][number];
      return { part, counts };
    }),
  };
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const isCommitted = git('status', '--porcelain', '--', 'src', 'migrations', 'templates', 'tests') === '';
const commit = git('rev-parse', '--short=10', 'HEAD') + (isCommitted ? '' : ' and changes');

const sources = fingerprintSources(root);
const { version: release } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const earlier = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as PromiseResult[]) : [];
const results = new Map(earlier.map((result) => [result.id, result]));
const ran = new Map<string, ExperimentResult>();
let broken = 0;
let notRun = 0;
await buildWeb();
for (const promise of promises) {
  const experiments = experimentsOf[promise.id];
  if (!experiments || (wanted && !wanted.includes(promise.id))) continue;
  const outcomes: ExperimentResult[] = [];
  for (const experiment of experiments) {
    const outcome = ran.get(experiment.name) ?? (await run(experiment));
    ran.set(experiment.name, outcome);
    outcomes.push(outcome);
  }
  const skipped = outcomes.find(({ passed, failed }) => passed === 0 && failed === 0);
  if (skipped) {
    notRun += 1;
    process.stdout.write(
      `promise ${promise.id}: NOT RUN, its record stays as it was: every test of '${skipped.name}' was skipped, and names what it needs\n`,
    );
    continue;
  }
  const result: PromiseResult = {
    id: promise.id,
    held: outcomes.every(({ failed }) => failed === 0),
    release,
    commit,
    sources,
    date: new Date().toISOString(),
    seed,
    experiments: outcomes,
  };
  if (!result.held) broken += 1;
  process.stdout.write(
    `promise ${promise.id}: ${result.held ? 'held' : 'BROKEN'} (${options.short ? 'short form' : standingOf(result, promise.missing !== undefined)}): ${promise.promise.en}\n`,
  );
  if (options.short) continue;
  results.set(promise.id, result);
  // Written after each promise: a run of hours that breaks off keeps what it has.
  const all = [...results.values()].sort((one, other) => one.id - other.id);
  writeFileSync(record, `${JSON.stringify(all, null, 2)}\n`);
  writeProofPage(join(root, 'docs/proof.md'), all);
}
const unproven = promises.filter(({ id }) => !experimentsOf[id]).map(({ id }) => id);
process.stdout.write(
  `${broken} broken; ${notRun} not run; without an experiment: ${unproven.join(', ') || 'none'}${options.short ? '; nothing was written' : `; see ${relative(root, record)} and docs/proof.md`}\n`,
);
process.exit(broken + notRun === 0 ? 0 : 1);
