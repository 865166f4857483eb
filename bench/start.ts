// `npm run bench:start`: how long from a clone with an empty npm cache until the front page answers, and how long after each later start, by what has
// happened by then. STARTS later starts are made, 5 by default. Packages are fetched from the registry that npm is set up for.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, print } from './portal.ts';

const starts = Number(process.env.STARTS ?? 5);
const aims = { first: 45, later: 2 };
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'nothipotro-start-'));
const clone = join(folder, 'portal');
const at = (...path: string[]) => join(clone, ...path);

const answers = async (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (answer) => answer.ok,
    () => false,
  );

/** The database writes into its file how far it is. */
const databaseIsReady = () => {
  const file = at('data', 'postgres', 'postmaster.pid');
  return existsSync(file) && /^ready/m.test(readFileSync(file, 'utf8'));
};

const steps = {
  'packages installed': () => existsSync(at('node_modules', '.installed-lock')),
  // It is served before.
  'web client compressed': () => existsSync(at('dist', 'web-sources')),
  'database ready': databaseIsReady,
  'front page answers': answers,
} as const;
type Step = keyof typeof steps;
const names = Object.keys(steps) as Step[];

/** @returns seconds after the command for each step */
async function start(): Promise<{ child: ChildProcess; seconds: Record<Step, number> }> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env
        .PATH!.split(':')
        .filter((one) => !one.includes('node_modules'))
        .join(':'),
      HOME: process.env.HOME,
      // Where the registry's certificate is its own.
      ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS } : {}),
      npm_config_cache: join(folder, 'cache'),
      PORT: String(port),
    },
  });
  const seconds: Partial<Record<Step, number>> = {};
  while (Object.keys(seconds).length < names.length) {
    if (child.exitCode !== null) throw new Error('The portal ended at its start');
    for (const name of names)
      if (seconds[name] === undefined && (await steps[name](port)))
        seconds[name] = (performance.now() - begun) / 1000;
    await sleep(10);
  }
  return { child, seconds: seconds as Record<Step, number> };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
  // npm ends before the portal does.
  while (existsSync(at('data', 'portal.pid')) || existsSync(at('data', 'postgres', 'postmaster.pid')))
    await sleep(50);
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

const show = (name: string, seconds: Record<Step, number>) =>
  print([name, ...names.map((step) => seconds[step].toFixed(2))]);

try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  process.stdout.write('Seconds after the command by which each step was done\n');
  print(['', 'packages', 'compressed', 'database', 'front page']);
  const first = await start();
  await stop(first.child);
  show('first start', first.seconds);
  const later: Record<Step, number>[] = [];
  for (let made = 0; made < starts; made += 1) {
    const { child, seconds } = await start();
    await stop(child);
    later.push(seconds);
  }
  const middle = Object.fromEntries(
    names.map((name) => [name, median(later.map((one) => one[name]))]),
  ) as Record<Step, number>;
  show(`later, median of ${starts}`, middle);
  const verdict = (is: number, aim: number) =>
    `${is.toFixed(1)} of at most ${aim} s, ${is <= aim ? 'reached' : 'MISSED'}`;
  const [slow, quick] = [first.seconds['front page answers'], middle['front page answers']];
  process.stdout.write(`First start ${verdict(slow, aims.first)}; later ${verdict(quick, aims.later)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
