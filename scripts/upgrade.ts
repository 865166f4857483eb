// `npm run upgrade [-- TARGET] [--check]`: replaces this release by a newer one and proves that it runs; otherwise it rolls back.
// Everything is imported before the first checkout, because afterwards the files are those of another release.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfig } from '../src/server/platform/config.ts';
import { tryLock } from '../src/server/platform/database/folder-lock.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';
import { Clone, ReleaseError } from './release/clone.ts';
import { isBrokenOff, lockUpgrades, readLastUpgrade, writeLastUpgrade } from './release/history.ts';
import { planUpgrade, unitWords } from './release/plan.ts';
import { processOf, rollBack } from './release/roll-back.ts';

const help = `npm run upgrade -- [TARGET] [--check]

  TARGET    a tag, a branch, a commit, or the path of another clone; without it the newest tag
  --check   only says what would be done

Stop the portal first, and run this with the portal's own settings. It copies the database, makes a backup if BACKUP_TO is set, installs and starts the new
release where no customer finds it, audits the books, and goes back by itself if anything of that fails.
`;
const copy = 'before-upgrade/postgres';
const { values, positionals } = parseArguments(help, { options: { check: { type: 'boolean' } }, most: 1 });
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Copies the database. The previous upgrade's copy is removed only once this one is complete, because `rollback --with-copy` may need it. */
function copyDatabase(from: string, to: string): void {
  const part = `${to}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  // With its owner and modes, without which the database does not start.
  try {
    execFileSync('cp', ['-a', from, part], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    const said = String((error as { stderr?: unknown }).stderr ?? '')
      .trim()
      .split('\n')[0];
    throw new ReleaseError(`The database could not be copied (${said}). Nothing was changed.`);
  }
  rmSync(to, { recursive: true, force: true });
  renameSync(part, to);
}

async function upgrade(): Promise<void> {
  const config = readConfig(process.env);
  const { DATA_DIR: dataDir, PUBLIC_ORIGIN: publicOrigin } = config;
  if (config.DATABASE_URL === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new ReleaseError(`There is no shop in ${dataDir}: set DATA_DIR as the portal has it.`);
  lockUpgrades(dataDir);
  if (isBrokenOff(readLastUpgrade(dataDir)))
    throw new ReleaseError(
      'The last upgrade or rollback was broken off. First put the release before it in place again: npm run rollback',
    );
  const clone = new Clone(join(import.meta.dirname, '..'), process.env);
  const plan = planUpgrade(clone, dataDir, positionals[0]);
  const isEmbedded = config.DATABASE_URL === undefined;
  if (!isEmbedded && !config.BACKUP_TO)
    throw new ReleaseError(
      'With DATABASE_URL an upgrade needs BACKUP_TO: nothing else could bring the database back.',
    );
  print(
    `From ${clone.nameOf(plan.from)} to ${clone.nameOf(plan.to)}, new migrations: ${plan.migrations.length}.`,
  );
  print(
    plan.canBeUndone
      ? 'It can be undone: npm run rollback keeps everything that was taken in between.'
      : 'It removes what the present release still uses: going back later means the copy of now, without what is taken in between.',
  );
  print(
    `The shop is closed for one to three minutes, and ${Math.ceil(plan.databaseBytes / 100e6)} seconds for the copy of ${Math.ceil(plan.databaseBytes / 1e6)} MB.`,
  );
  if (values.check) return;

  // Neither a portal nor its database may run while it is copied.
  const locks = ['portal.lock', 'postgres.lock'].map((name) => tryLock(join(dataDir, name)));
  const release = () => locks.map((lock) => lock?.release());
  if (locks.includes(undefined)) {
    release();
    throw new ReleaseError(
      `A portal or its database is running on ${dataDir}${processOf(dataDir)}: stop it first.`,
    );
  }
  const record = {
    from: plan.from,
    to: plan.to,
    at: new Date().toISOString(),
    copy: isEmbedded ? copy : null,
  };
  try {
    if (isEmbedded) copyDatabase(join(dataDir, 'postgres'), join(dataDir, copy));
  } finally {
    release();
  }
  if (config.BACKUP_TO) await clone.run('backup.ts');
  writeLastUpgrade(dataDir, { ...record, state: 'running' });
  try {
    clone.checkOut(plan.to);
    await clone.run('build-web.ts');
    await clone.smokeTest(publicOrigin);
  } catch (error) {
    print(`The new release does not run: ${(error as Error).message}`);
    print('Going back …');
    const kept = await rollBack({
      clone,
      dataDir,
      publicOrigin,
      commit: plan.from,
      copy: record.copy,
      mayUseCopy: true,
    });
    writeLastUpgrade(dataDir, { ...record, state: 'taken back' });
    throw new ReleaseError(
      `${clone.nameOf(plan.from)} is in place again${kept === 'kept' ? ', with everything that was there' : ', with the database as it was before the upgrade; no customer was served since'}.`,
    );
  }
  writeLastUpgrade(dataDir, { ...record, state: 'done' });
  print(
    `${clone.nameOf(plan.to)} runs and its books balance. Start the portal. To go back: npm run rollback.`,
  );
  if (plan.isUnitNew) print(unitWords);
}

await runCommand(upgrade);
