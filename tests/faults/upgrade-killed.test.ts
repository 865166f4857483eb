// A live upgrade is killed with `kill -9` at each of its steps: run again, it continues or says how to roll back, and no accepted data is lost.
// `ACCIDENTS=1` kills at every step, `npm test` at one.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encryption.ts';
import { makeDataDir } from './process.ts';
import { commitRelease, git, makeClone, makeShop } from './release-clone.ts';

/** Whether a script of the clone runs. */
function runs(clone: string, script: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === clone &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)
      );
    } catch {
      return false;
    }
  });
}

interface Place {
  clone: string;
  dataDir: string;
}
const steps: Record<string, (place: Place) => boolean> = {
  'copying the database': ({ dataDir }) => existsSync(join(dataDir, 'before-upgrade/postgres.part')),
  'making the backup': ({ clone }) => runs(clone, 'backup.ts'),
  'putting its files in place': ({ clone }) => existsSync(join(clone, '.git/index.lock')),
  'building the client': ({ clone }) => runs(clone, 'build-web.ts'),
  'starting the new release': ({ clone }) => runs(clone, 'start.ts'),
  'auditing the books': ({ clone }) => runs(clone, 'audit-ledger.ts'),
};
const killedAt = process.env.ACCIDENTS ? Object.keys(steps) : ['starting the new release'];

it('lets an upgrade that was killed at any step be run again, after a rollback if it asks for one', async () => {
  const clone = makeClone();
  commitRelease(clone, 'v2', {
    'migrations/20991231000000_add_nothing.sql': 'alter table orders add column added_later text;\n',
  });
  const seen: Record<string, string> = {};
  for (const step of killedAt) {
    const { dataDir, env, run, openShop } = await makeShop(clone, {
      BACKUP_TO: makeDataDir(),
      BACKUP_RECIPIENT: (await makeIdentity()).recipient,
    });
    expect(await openShop('one@mail.test')).toBe(3);
    const upgrade = spawn(process.execPath, ['scripts/upgrade.ts', 'v2'], {
      cwd: clone,
      env,
      detached: true,
    });
    const ended = new Promise((resolve) => upgrade.once('close', resolve));
    const isThere = steps[step]!;
    while (upgrade.exitCode === null && !isThere({ clone, dataDir })) await wait(2);
    expect(upgrade.exitCode, `it ended before: ${step}`).toBeNull();
    // Kills the whole process group, as a power failure would; the database has a group of its own.
    process.kill(-upgrade.pid!, 'SIGKILL');
    await ended;

    let again = await run('upgrade', 'v2');
    seen[step] = again.code === 0 ? 'went on' : 'went back';
    if (again.code !== 0) {
      expect(again.output, step).toMatch(/broken off\. .*npm run rollback\n$/);
      const back = await run('rollback');
      expect(back, `${step}: ${back.output}`).toMatchObject({ code: 0 });
      expect(git(clone, 'describe', '--tags')).toBe('v1');
      again = await run('upgrade', 'v2');
    }
    expect(again, `${step}: ${again.output}`).toMatchObject({ code: 0 });
    expect(git(clone, 'describe', '--tags')).toBe('v2');
    expect(await openShop('two@mail.test'), step).toBe(4);
    git(clone, 'checkout', '--quiet', 'v1');
  }
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}, 900_000);
