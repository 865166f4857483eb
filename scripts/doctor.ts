// `npm run doctor`: what is well and what to do, in Bengali and English; beside a running portal or alone. Its text holds nothing personal and may be
// sent to whoever helps. What should be looked at has a `!`. Exit 1 when something is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toBengaliDigits } from '../src/contract/bengali.ts';
import type { Words } from '../src/contract/checkup/words.ts';
import { Unwell } from '../src/server/checkup/finding.ts';
import { withoutValues } from '../src/server/platform/background.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { checks } from './doctor-checks.ts';
import { runPlainly } from './plain-faults.ts';
import { openPortalDatabase } from './portal-database.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const bothOf = ({ bn, en }: Words) => (bn === en ? en : `${bn} · ${en}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { db, owner, close } = await openPortalDatabase(config);
  let faults = 0;
  try {
    for (const { name, look, remedy } of checks) {
      const title = `${name.bn} · ${name.en}`;
      try {
        print(`✓ ${title}: ${bothOf(await look({ config, db, owner, release: version }))}`);
      } catch (error) {
        const isBroken = !(error instanceof Unwell) || error.isBroken;
        if (isBroken) faults += 1;
        print(
          `${isBroken ? '✗' : '!'} ${title}: ${error instanceof Unwell ? bothOf(error.words) : withoutValues((error as Error).message)}`,
        );
        print(`    → ${remedy.bn}`);
        print(`    → ${remedy.en}`);
      }
    }
  } finally {
    await close();
  }
  print('');
  print(
    faults === 0
      ? 'দোকান ভালো আছে। · The shop is well.'
      : `${toBengaliDigits(faults)}টি বিষয় ঠিক করতে হবে। · ${faults} ${faults === 1 ? 'thing' : 'things'} to put right.`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
}

await runPlainly(run);
