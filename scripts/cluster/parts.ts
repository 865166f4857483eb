// The processes of the cluster: each in a process group of its own, which is killed, frozen and stopped as a whole.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Each program, and the Debian package that contains it. */
export const requiredPrograms = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const;

const places = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
export const findProgram = (name: string): string | undefined =>
  places.map((place) => join(place, name)).find((path) => existsSync(path));

export interface Part {
  readonly name: string;
  /** Path of what it prints. */
  readonly log: string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves once the process has ended; what it started in other groups may outlive it. */
  readonly ended: Promise<void>;
  isRunning(): boolean;
}

/** Database servers refuse to run as root, so root uses the account that Debian's package created. */
export function findServerAccount(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

interface Command {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is put before the program, as root; it runs it as the servers' account. */
  readonly before?: readonly string[];
  /** Not as root. */
  readonly asServer?: boolean;
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

export function startPart({ name, program, args, folder, env, before = [], asServer = true }: Command): Part {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'a');
  const [command, ...rest] = [...before, program, ...args];
  const child: ChildProcess = spawn(command!, rest, {
    cwd: asServer ? folder : undefined,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...env },
    ...(asServer && before.length === 0 ? findServerAccount() : {}),
  });
  closeSync(output);
  let isRunning = true;
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  }).then(() => {
    isRunning = false;
  });
  return {
    name,
    log,
    ended,
    isRunning: () => isRunning,
    signal(signal) {
      sendSignal(-child.pid!, signal);
    },
  };
}

/** Lists a process and its descendants, whatever their groups. */
export function listTree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        return [];
      }
    });
  const tree = [pid];
  for (const above of tree)
    tree.push(...parents.filter(({ parent }) => parent === above).map(({ pid }) => pid));
  return tree;
}

/** @param part stops waiting when it has ended. @throws Error with the last lines of its log */
export async function waitFor(
  what: string,
  seconds: number,
  isThere: () => Promise<boolean>,
  part?: Part,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await isThere().catch(() => false)) return;
    if (part && !part.isRunning())
      throw new Error(
        `${what} has ended:\n${readFileSync(part.log, 'utf8').split('\n').slice(-30).join('\n')}`,
      );
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${what}: not there after ${seconds} s`);
}
