// `npm run doctor`: reports what works and what to do, in Bengali and English, for a running or a stopped portal. Its output holds no personal data and
// may be sent to someone who helps. Warnings are marked `!`. Exits with 1 when something is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkupWords, type Words } from '../src/contract/checkup/words.ts';
import { toBengaliDigits } from '../src/contract/digits.ts';
import { CheckFailure } from '../src/server/checkup/finding.ts';
import { withoutValues } from '../src/server/platform/background.ts';
import { readConfig, SettingError } from '../src/server/platform/config.ts';
import { assertSettingsFile } from './check-settings-file.ts';
import { parseArguments } from './command-arguments.ts';
import { explainError, runCommand } from './command-errors.ts';
import { type Check, type CheckContext, checks, checksWithoutDatabase } from './doctor-checks.ts';
import { openPortalDatabase } from './portal-database.ts';

parseArguments('npm run doctor: what is well in the shop, what is not, and what to do');

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const bothOf = ({ bn, en }: Words) => (bn === en ? en : `${bn} · ${en}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns whether the check passed */
async function report({ name, run, remedy }: Check, context: CheckContext): Promise<boolean> {
  const title = `${name.bn} · ${name.en}`;
  try {
    print(`✓ ${title}: ${bothOf(await run(context))}`);
    return true;
  } catch (error) {
    const isBroken = !(error instanceof CheckFailure) || error.isBroken;
    print(
      `${isBroken ? '✗' : '!'} ${title}: ${error instanceof CheckFailure ? bothOf(error.words) : withoutValues((error as Error).message)}`,
    );
    print(`    → ${remedy.bn}`);
    print(`    → ${remedy.en}`);
    return !isBroken;
  }
}

async function run(): Promise<void> {
  assertSettingsFile(join(import.meta.dirname, '..'));
  const config = readConfig(process.env);
  const opened = await openPortalDatabase(config).catch((error: unknown) => {
    if (error instanceof SettingError) throw error;
    return { fault: error, close: async () => undefined };
  });
  const { close, ...database } = opened;
  const context = { config, release: version, ...database } as CheckContext;
  let faults = 0;
  try {
    if ('fault' in database) {
      const fault = { run: () => Promise.reject(new Error(explainError(database.fault))) };
      if (!(await report({ ...checkupWords.database, ...fault }, context))) faults += 1;
    }
    for (const check of checks) {
      if ('fault' in database && !checksWithoutDatabase.includes(check.name)) continue;
      if (!(await report(check, context))) faults += 1;
    }
  } finally {
    await close();
  }
  print('');
  print(
    faults === 0
      ? 'দোকান ভালো আছে। · The shop is well.'
      : `${toBengaliDigits(faults)}টি বিষয় ঠিক করতে হবে। · ${faults} ${faults === 1 ? 'thing' : 'things'} to fix.`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
}

await runCommand(run);
