// The source of an upgrade without a network: a clone that another user copied there.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Clone } from '../../scripts/release/clone.ts';
import { planUpgrade } from '../../scripts/release/plan.ts';
import { makeDataDir } from './process.ts';
import { commitRelease, git, makeClone } from './release-clone.ts';

it.skipIf(process.getuid?.() !== 0)(
  'accepts a clone owned by another user, bare or not, and rejects a folder without one (only as root, who can change the owner)',
  { timeout: 60_000 },
  () => {
    const here = makeClone();
    commitRelease(here, 'v2', {
      'migrations/20991231000000_add_nothing.sql': 'alter table orders add column added_later text;\n',
    });
    const disk = makeDataDir();
    const [carried, bare] = [join(disk, 'carried'), join(disk, 'bare.git')];
    git(here, 'clone', '--quiet', '--branch=v2', here, carried);
    git(here, 'clone', '--quiet', '--bare', '--branch=v2', here, bare);
    execFileSync('chown', ['-R', '65534', carried, bare]);
    git(here, 'tag', '--delete', 'v2');
    const plan = (target: string) => planUpgrade(new Clone(here, process.env), disk, target);
    for (const place of [carried, bare])
      expect(plan(place)).toMatchObject({ migrations: [expect.any(String)] });
    expect(() => plan(disk)).toThrow(
      `There is no clone of the portal in ${disk}: name the folder that holds its .git.`,
    );
  },
);
