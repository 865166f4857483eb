// Plans an upgrade: what it would do, and whether it can, before anything is changed.
import { existsSync, globSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clone, ReleaseError } from './clone.ts';

export interface Plan {
  readonly from: string;
  readonly to: string;
  readonly migrations: readonly string[];
  /** Whether the release before still runs with the database as the new one leaves it. */
  readonly canBeUndone: boolean;
  readonly databaseBytes: number;
  readonly isUnitNew: boolean;
}

/** First line of a migration that removes what the previous release may still use. */
const contractMarker = /^-- contract: \S/;

/** Matches tags of releases, but not of release candidates or anything else. */
const isRelease = (tag: string) => /^v?\d+(\.\d+)*$/.test(tag);

function fetchReleases(clone: Clone): void {
  try {
    clone.git('fetch', '--quiet', '--tags');
  } catch (error) {
    throw new ReleaseError(
      `The newer releases could not be fetched; is there a network? Without one give the path of a clone. (${(error as Error).message.split('\n')[0]})`,
    );
  }
}

/** Git refuses to read a clone that another user owns; naming it here means trusting it. */
const uploadPack = 'git -c "safe.directory=*" upload-pack';

/** Finds the target: a path of another clone, a tag, a branch or a commit; the newest tag by default. */
function findTarget(clone: Clone, target: string | undefined): string {
  if (target !== undefined && ['.git', 'objects'].some((part) => existsSync(join(target, part)))) {
    clone.git('fetch', '--quiet', '--tags', `--upload-pack=${uploadPack}`, target, 'HEAD');
    return clone.git('rev-parse', 'FETCH_HEAD');
  }
  if (target?.match(/^[./~]/))
    throw new ReleaseError(
      `There is no clone of the portal in ${target}: name the folder that holds its .git.`,
    );
  if (clone.git('remote') !== '') fetchReleases(clone);
  const name = target ?? clone.git('tag', '--sort=-version:refname').split('\n').find(isRelease);
  if (!name)
    throw new ReleaseError(
      'There is no tagged release here (v1.2.3): name one, as a branch, a commit or the path of a clone.',
    );
  for (const each of [`origin/${name}`, name]) {
    try {
      return clone.git('rev-parse', '--verify', '--quiet', `${each}^{commit}`);
    } catch {
      // Tried under its next name.
    }
  }
  throw new ReleaseError(`There is no release ${name}; git tag lists them.`);
}

const sizeOf = (folder: string): number =>
  globSync('**/*', { cwd: folder }).reduce((sum, file) => {
    const found = statSync(join(folder, file), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.size : 0);
  }, 0);

/** Whether the systemd unit has changed, which only root can install. */
export const hasUnitChanged = (clone: Clone, from: string, to: string): boolean =>
  existsSync('/etc/systemd/system/nothipotro.service') &&
  clone.git('diff', '--name-only', from, to, '--', 'deploy/systemd') !== '';

export const unitWords =
  'The unit of systemd is another one: cp deploy/systemd/nothipotro.service /etc/systemd/system/ && systemctl daemon-reload, before the start.';

/** @throws ReleaseError with the first obstacle */
export function planUpgrade(clone: Clone, dataDir: string, target: string | undefined): Plan {
  if (!existsSync(join(clone.root, '.git')))
    throw new ReleaseError(
      'This installation is no git clone. A newer bundle is unpacked beside it, a newer image started in its place: see docs/operations.md, "Upgrading and rolling back".',
    );
  clone.assertUnchanged();
  const from = clone.git('rev-parse', 'HEAD');
  const to = findTarget(clone, target);
  if (from === to) throw new ReleaseError(`This is ${clone.nameOf(to)} already.`);
  if (clone.git('merge-base', from, to) !== from)
    throw new ReleaseError(
      `${clone.nameOf(to)} does not come after ${clone.nameOf(from)}. To go back, use npm run rollback.`,
    );
  const listed = (filter: string) =>
    clone
      .git('diff', '--name-only', '--no-renames', `--diff-filter=${filter}`, from, to, '--', 'migrations')
      .split('\n')
      .filter((name) => name !== '');
  const edited = listed('MD');
  if (edited.length > 0)
    throw new ReleaseError(`Migrations that were applied here are changed: ${edited.join(', ')}`);
  const migrations = listed('A');
  const databaseBytes = existsSync(join(dataDir, 'postgres')) ? sizeOf(join(dataDir, 'postgres')) : 0;
  const { bavail, bsize } = statfsSync(dataDir);
  // The copy, and as much again for what migrations write.
  const needed = 2 * databaseBytes + 1_000_000_000;
  if (bavail * bsize < needed)
    throw new ReleaseError(
      `${dataDir} needs ${Math.ceil(needed / 1e6)} MB of free space, and has ${Math.floor((bavail * bsize) / 1e6)} MB.`,
    );
  return {
    from,
    to,
    migrations,
    canBeUndone: !migrations.some((name) => contractMarker.test(clone.git('show', `${to}:${name}`))),
    databaseBytes,
    isUnitNew: hasUnitChanged(clone, from, to),
  };
}
