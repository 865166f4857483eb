// `npm run rollback`: puts the release before the last upgrade back in place and keeps all data since.
// Everything is imported before the first checkout, because afterwards the files are those of another release.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/server/platform/config.ts';
import { tryLock } from '../src/server/platform/database/folder-lock.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';
import { Clone, ReleaseError } from './release/clone.ts';
import { isBrokenOff, lockUpgrades, readLastUpgrade, writeLastUpgrade } from './release/history.ts';
import { hasUnitChanged, unitWords } from './release/plan.ts';
import { processOf, rollBack } from './release/roll-back.ts';

const help = `npm run rollback [-- --with-copy]

  --with-copy   if the release before cannot run with the database of now, use the copy made before the upgrade; what was taken since is then only in the
                folder that is moved aside

Stop the portal first, and run this with the portal's own settings.
`;
const { values } = parseArguments(help, { options: { 'with-copy': { type: 'boolean' } } });
const print = (line: string) => process.stdout.write(`${line}\n`);

async function rollback(): Promise<void> {
  const { DATA_DIR: dataDir, PUBLIC_ORIGIN: publicOrigin } = readConfig(process.env);
  const clone = new Clone(join(import.meta.dirname, '..'), process.env);
  if (existsSync(dataDir)) lockUpgrades(dataDir);
  const last = readLastUpgrade(dataDir);
  if (!last || last.state === 'taken back') throw new ReleaseError('There is no upgrade to take back.');
  // What was broken off began with unchanged files.
  if (isBrokenOff(last)) clone.forgetChanges();
  else clone.assertUnchanged();
  const lock = tryLock(join(dataDir, 'portal.lock'));
  if (!lock) throw new ReleaseError(`A portal is running on ${dataDir}${processOf(dataDir)}: stop it first.`);
  lock.release();
  const now = clone.git('rev-parse', 'HEAD');
  writeLastUpgrade(dataDir, { ...last, state: 'going back' });
  try {
    const kept = await rollBack({
      clone,
      dataDir,
      publicOrigin,
      commit: last.from,
      copy: last.copy,
      mayUseCopy: values['with-copy'] ?? false,
    });
    writeLastUpgrade(dataDir, { ...last, state: 'taken back' });
    print(
      `${clone.nameOf(last.from)} is in place again and its books balance, ${kept === 'kept' ? 'with everything that was taken in between' : `with the database of ${last.at}; the newer one was moved aside`}. Start the portal.`,
    );
    if (hasUnitChanged(clone, now, last.from)) print(unitWords);
  } catch (error) {
    clone.checkOut(now);
    await clone.run('build-web.ts');
    writeLastUpgrade(dataDir, last);
    throw new ReleaseError(
      `${clone.nameOf(last.from)} does not run with the database of now: ${(error as Error).message}\n${clone.nameOf(now)} is in place as before. See npm run rollback -- --help for the copy.`,
    );
  }
}

await runCommand(rollback);
