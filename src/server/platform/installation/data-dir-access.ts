// Checks that the portal may access what DATA_DIR holds. After a command run as root, or a copy, parts may belong to another user and would look lost.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { quotePath } from './quote-path.ts';
import { StartupError } from './startup-error.ts';

const { R_OK, W_OK, X_OK } = constants;

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    return !['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Keys may be on a read-only disk. */
const parts = [
  ['.', R_OK | W_OK | X_OK],
  ['postgres', R_OK | W_OK | X_OK],
  ['files', R_OK | W_OK | X_OK],
  ['keys', R_OK | X_OK],
  ['anchors', R_OK | W_OK | X_OK],
  ['outbox', W_OK | X_OK],
  ['portal.lock', W_OK],
  ['postgres.lock', W_OK],
] as const;

/** @throws StartupError */
export function assertDataDirAccess(dataDir: string): void {
  const keys = join(dataDir, 'keys');
  const inKeys =
    existsSync(keys) && isAllowed(keys, R_OK | X_OK) ? readdirSync(keys, { withFileTypes: true }) : [];
  const wanted = [
    ...parts.map(([name, mode]) => [join(dataDir, name), mode] as const),
    // A separate disk has a folder of root's, lost+found.
    ...inKeys.filter((one) => !one.isDirectory()).map(({ name }) => [join(keys, name), R_OK] as const),
  ];
  const strange = wanted.find(([path, mode]) => !isAllowed(path, mode));
  if (strange === undefined) return;
  const { username } = userInfo();
  throw new StartupError(
    `DATA_DIR: the user ${username} has no right to ${strange[0]}. Give it back, as root: chown -R ${username}: ${quotePath(dataDir)}`,
  );
}
