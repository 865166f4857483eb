// Explains why a command cannot continue: one sentence without a stack trace, for every failure that can be expected.
import { BackupError } from '../src/server/backup/backup-error.ts';
import { SettingError } from '../src/server/platform/config.ts';
import { StartupError } from '../src/server/platform/installation/startup-error.ts';
import { StorageError, UnusableStoreError } from '../src/server/platform/storage/storage.ts';
import { ReleaseError } from './release/clone.ts';

const expected = [BackupError, SettingError, StartupError, ReleaseError];

const ofSystem: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it: change its rights, or run the command as the user of the portal',
  EDQUOT: 'there is no room left for this user: make room there',
  EEXIST: 'it is a file already: name a folder',
  EIO: 'the disk cannot be read or written: look at the disk',
  EISDIR: 'it is a folder: name a file',
  ENOENT: 'it is not there: look at the name, and whether the disk is connected',
  ENOSPC: 'the disk is full: make room there',
  ENOTDIR: 'a part of the name is a file: name a folder',
  EPERM: 'this user has no right to it: change its rights, or run the command as the user of the portal',
  EROFS: 'it can only be read: name another folder',
};

/** Codes of connections to a database that cannot be reached. */
const unreachableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P03',
];

/** @returns one sentence, or the stack trace of an unexpected error */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (expected.some((kind) => error instanceof kind)) return error.message;
  const ofStore = error instanceof StorageError ? error.cause : error;
  if (ofStore instanceof UnusableStoreError) return `The stored files cannot be reached: ${ofStore.message}.`;
  const { code, path, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0]}. -- --help explains.`;
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect';
  if (hasNoSocket || unreachableCodes.includes(code ?? ''))
    return `The database does not answer${address ? ` (${port ? `${address}:${port}` : address})` : ''}: start it, or look at DATABASE_URL.`;
  if (code === '28P01')
    return 'The database does not take the password: put keys/ of DATA_DIR back, or look at DATABASE_URL.';
  if (code === '53100')
    return 'The disk of the database is full: make room there, and run the command again.';
  if (code === '53300')
    return 'The database takes no more connections: stop a portal or another program, or raise its max_connections.';
  if (code === '3D000') return `${error.message}: make it, or look at DATABASE_URL.`;
  // PostgreSQL was shut down by its administrator, or with the portal.
  if (code === '57P01' || /Connection terminated/.test(error.message))
    return 'The database was stopped meanwhile: start it, and run the command again.';
  const said = code && ofSystem[code];
  return said ? `${path ?? 'A file'}: ${said} (${code}).` : (error.stack ?? error.message);
}

/** For commands that run at the top level of their file. */
export function explainUncaughtErrors(): void {
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(1);
  });
}

/** Runs a command. A failure is printed and sets the exit code to 1, or to that of `codeOf`. */
export async function runCommand(
  command: () => Promise<void>,
  codeOf: (error: unknown) => number = () => 1,
): Promise<void> {
  await command().catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exitCode = codeOf(error);
  });
}
