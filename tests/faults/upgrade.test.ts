// An installation from a git clone is upgraded, rolled back, and upgraded to a release that does not start: no accepted data is lost.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordCounts } from '../support/proof-counts.ts';
import { makeDataDir } from './process.ts';
import { commitRelease, git, makeClone, makeShop } from './release-clone.ts';

it('checks and upgrades, rolls back without losing later data, and rolls back by itself from a release that does not start', async () => {
  const clone = makeClone();
  const start = readFileSync(join(clone, 'src/server/start.ts'), 'utf8');
  commitRelease(clone, 'v2', {
    'migrations/20991231000000_add_nothing.sql': 'alter table orders add column added_later text;\n',
  });
  commitRelease(clone, 'v3', {
    'migrations/20991231000001_add_more.sql': 'alter table orders add column added_even_later text;\n',
    'src/server/start.ts': `${start}\nsetTimeout(() => { process.stderr.write('a planted fault'); process.exit(3); }, 1);\n`,
  });
  const { dataDir, env, run, openShop } = await makeShop(clone);

  expect(await openShop('one@mail.test')).toBe(3);
  const checked = await run('upgrade', 'v2', '--check');
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('new migrations: 1') });
  expect(git(clone, 'describe', '--tags')).toBe('v1');

  const upgraded = await run('upgrade', 'v2');
  expect(upgraded, upgraded.output).toMatchObject({ code: 0 });
  expect(git(clone, 'describe', '--tags')).toBe('v2');
  expect(await openShop('two@mail.test')).toBe(4);

  const rolledBack = await run('rollback');
  expect(rolledBack, rolledBack.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('taken in between'),
  });
  expect(git(clone, 'describe', '--tags')).toBe('v1');
  expect((await run('rollback')).output).toContain('no upgrade to take back');

  const broken = await run('upgrade', 'v3');
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('v1 is in place again') });
  expect(broken.output).toContain('a planted fault');
  expect(git(clone, 'describe', '--tags')).toBe('v1');
  expect(await openShop('three@mail.test')).toBe(5);

  // Killed during a checkout: files of two releases and git's lock remain, and no record of it.
  const record = join(dataDir, 'upgrade.json');
  const last = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify({ ...last, state: 'running' }));
  git(clone, 'checkout', 'v3', '--', 'src/server/start.ts');
  writeFileSync(join(clone, '.git/index.lock'), '');
  const refused = await run('upgrade', 'v2');
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/broken off\. .*npm run rollback\n$/),
  });
  const wellAgain = await run('rollback');
  expect(wellAgain, wellAgain.output).toMatchObject({ code: 0 });
  expect([git(clone, 'describe', '--tags'), git(clone, 'status', '--porcelain', '-uno')]).toEqual(['v1', '']);
  // A rollback with the copy that was killed half-way does not lose the database.
  writeFileSync(record, JSON.stringify({ ...last, state: 'going back' }));
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-1'));
  rmSync(join(dataDir, 'before-upgrade/postgres'), { recursive: true });
  execFileSync('cp', ['-a', join(dataDir, 'postgres-1'), join(dataDir, 'before-upgrade/postgres')]);
  const copied = await run('rollback', '--with-copy');
  expect(copied, copied.output).toMatchObject({ code: 0 });
  expect(await openShop('four@mail.test')).toBe(6);

  git(clone, 'tag', 'v9-rc1', 'v3');
  git(clone, 'tag', 'zoo', 'v3');
  expect((await run('upgrade', '--check')).output).toMatch(/^From v1 to v3, /);
  expect((await run('upgrade', 'v7')).output).toMatch(/^There is no release v7; /);
  writeFileSync(join(clone, 'README.md'), 'mine');
  expect((await run('upgrade')).output).toMatch(
    /^Files of the portal were changed here; git stash .*\n ?M README\.md\n$/,
  );
  git(clone, 'checkout', 'README.md');
  env.DATA_DIR = makeDataDir();
  expect((await run('upgrade', 'v2')).output).toMatch(/^There is no shop in /);
  recordCounts('upgrades', { upgrades: 2, rollbacks: 1, takenBack: 1, lost: 0 });
}, 400_000);
