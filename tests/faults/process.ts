// The portal as a real process: started as an operator starts it, stopped and killed from outside.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import { configErrorExitCode } from '#server/platform/config.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { loadOrCreate } from '#server/platform/keys.ts';
import { eventually } from '../http/steps.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { freePort } from '../support/free-port.ts';
import { afterFile } from '../support/leftovers.ts';
import type { Answer, CallOptions } from '../support/portal.ts';
import { type Result, runWarm } from '../support/warm-commands.ts';

export const root = join(import.meta.dirname, '../..');
export const adminPassword = 'amar-gopon-katha-7';

/** Runs one of the owner's commands to its end in a process that has run others. Each command is also run alone in some test. */
export const run = (script: string, settings: Record<string, string>, ...flags: string[]): Promise<Result> =>
  runWarm(join(root, 'scripts', script), flags, { ...bareEnvironment(), ...settings });

/** Runs one of the owner's commands in its own process. */
export const runAlone = (
  script: string,
  settings: Record<string, string>,
  ...flags: string[]
): Promise<Result> =>
  promisify(execFile)(process.execPath, [`scripts/${script}`, ...flags], {
    cwd: root,
    env: { ...bareEnvironment(), ...settings },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Result) => ({ code, stdout, stderr }),
  );

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface PortalProcess {
  child: ChildProcess;
  pid: number;
  origin: string;
  ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  call(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Pick<Answer, 'status' | 'body' | 'bytes'>>;
}

/** Makes a folder for DATA_DIR. It is removed, and every process that still uses it killed, when the file's tests are over. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-fault-'));
  afterFile(() => {
    for (const pid of databaseProcesses(folder)) if (pid !== process.pid) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return folder;
}

/** Finds the database servers (not their workers) whose cluster is in the folder. */
export function databaseProcesses(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return (
          command.includes('postgres') &&
          command.includes(dataDir) &&
          !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

export const pidFiles = (dataDir: string): string[] =>
  ['portal.pid', 'postgres/postmaster.pid'].filter((name) => existsSync(join(dataDir, name)));

const startEnvironment = (settings: Record<string, string>) => ({
  ...bareEnvironment(),
  ADMIN_PASSWORD: adminPassword,
  ADMIN_EMAIL: 'admin@shop.test',
  DOCUMENT_WORKERS: '1',
  DATABASE_POOL: '8',
  LOG_LEVEL: 'error',
  ...settings,
});

/** Starts a portal, optionally through another program, without waiting for it. If it still runs when the file's tests are over, it is killed. */
export function spawnPortal(
  settings: Record<string, string>,
  through: readonly string[] = [],
): Omit<PortalProcess, 'origin' | 'call'> {
  const [program, ...words] = [...through, process.execPath, 'src/server/start.ts'];
  const child = spawn(program!, words, {
    cwd: root,
    env: startEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((done) => child.once('close', (code, signal) => done({ code, signal })));
  afterFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    pid: child.pid!,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

interface Started extends Omit<Result, 'code'> {
  code: number | null;
}

function readRefusal({ code, stdout, stderr }: Started, exit: number): string {
  expect(code, stderr).toBe(exit);
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr.trimEnd();
}

/** Starts a portal that must exit with a one-line error, in a process that has run others. @returns the error */
export const refusal = async (settings: Record<string, string>, exit = 1): Promise<string> =>
  readRefusal(await runWarm(join(root, 'src/server/start.ts'), [], startEnvironment(settings)), exit);

/** Like `refusal`, but with the exit code that means only a changed setting can help. */
export const refusalOfSetting = (settings: Record<string, string>) => refusal(settings, configErrorExitCode);

/** Like `refusal`, in its own process. */
export async function refusalAlone(settings: Record<string, string>): Promise<string> {
  const started = spawnPortal(settings);
  const { code } = await started.ended;
  return readRefusal({ code, stdout: started.stdout(), stderr: started.stderr() }, 1);
}

let madeDatabase: Promise<string> | undefined;

/** A migrated database that belongs to no shop yet, because migrating takes longest in a first start. Made by the first worker that needs it. */
async function makeDatabase(): Promise<string> {
  const folder = inject('madeFolder');
  const [made, isMade] = [join(folder, 'shop'), join(folder, 'is-made')];
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(isMade)) await wait(50);
    return made;
  }
  const database = await startEmbeddedDatabase(made);
  await migrate(database.url);
  await database.stop();
  writeFileSync(isMade, '');
  return made;
}

/** Only for a folder without a shop. */
async function bringDatabase(dataDir: string): Promise<void> {
  if (['postgres', 'keys', 'files'].some((part) => existsSync(join(dataDir, part)))) return;
  madeDatabase ??= makeDatabase();
  mkdirSync(dataDir, { recursive: true });
  // Keeps the owner, which differs from the user that runs the tests.
  await promisify(execFile)('cp', ['-a', `${await madeDatabase}/.`, dataDir]);
  // Generating a key takes as long as the rest of the first start.
  await loadOrCreate(join(dataDir, 'keys'), 'document-seal.json', () => inject('sealKey'));
}

/** Starts a portal and waits until it reports ready. Without a DATABASE_URL it gets a prepared database and seal; `spawnPortal` starts from nothing. */
export async function startPortal(
  dataDir: string,
  settings: Record<string, string> = {},
  through: readonly string[] = [],
): Promise<PortalProcess> {
  const port = settings.PORT ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  if (settings.DATABASE_URL === undefined) await bringDatabase(dataDir);
  const started = spawnPortal(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      SIGN_UPS_AN_HOUR: '3000',
      APPROVAL_SUM: '10000000',
      ...settings,
    },
    through,
  );
  await new Promise<void>((done, failed) => {
    started.child.stdout!.on('data', () => {
      if (started.stdout().includes('is ready')) done();
    });
    void started.ended.then(({ code }) =>
      failed(new Error(`the portal ended with ${code}: ${started.stderr()}`)),
    );
  });
  return { ...started, origin, call: callsTo(origin) };
}

/** Makes a function that sends requests to a portal at any address. */
export function callsTo(origin: string): PortalProcess['call'] {
  return async (method, path, { body, form, token, headers } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : bytes.toString(),
    };
  };
}

export interface Signed {
  id: number;
  access: string;
  refresh: string;
}

export async function signIn(
  portal: Pick<PortalProcess, 'call'>,
  username = 'admin@shop.test',
  password = adminPassword,
): Promise<Signed> {
  const { status, body } = await portal.call('POST', '/token/', { body: { username, password } });
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
  return { id: body.user_info.id, access: body.access, refresh: body.refresh };
}

/** Runs an audit that begins now: one that the portal began by itself may be in progress. */
export async function auditBooks(portal: Pick<PortalProcess, 'call'>, token: string) {
  const { body } = await eventually(
    () => portal.call('POST', '/account/books/audit/', { token, body: {} }),
    (answer) => answer.body.code !== 'audit_running',
  );
  return body;
}

/** Makes a customer with money, and the body of an order that costs 150 taka. */
export async function makeCustomer(portal: Pick<PortalProcess, 'call'>, taka: string) {
  const email = `customer-${Math.random().toString(36).slice(2)}@mail.test`;
  const password = 'nodir-dhare-bari-42';
  const signedUp = await portal.call('POST', '/account/sign-up/', {
    body: { first_name: 'রহিমা', last_name: 'খাতুন', email, phone: '01712345678', password },
  });
  if (signedUp.status !== 201) throw new Error(`the sign-up answered ${signedUp.status}`);
  const admin = await signIn(portal);
  const toppedUp = await portal.call('POST', '/account/transactions/create/', {
    token: admin.access,
    body: { user: signedUp.body.id, amount: taka },
  });
  if (toppedUp.status !== 201) throw new Error(`the top-up answered ${toppedUp.status}`);
  const services = (await portal.call('GET', '/account/services/', { token: admin.access })).body as {
    id: number;
    code: string;
    sub_type: { id: number }[];
  }[];
  const service = services.find(({ code }) => code === 'AB')!;
  const order = {
    service: service.id,
    sub_type: service.sub_type[0]!.id,
    nid_or_form_num_or_for_biometric_or_location: '19901234567',
  };
  return { ...(await signIn(portal, email, password)), email, password, admin, order };
}

/** Signs in one after another, because concurrent sign-ins of an account are limited. */
export async function makeCustomers(portal: Pick<PortalProcess, 'call'>, count: number, taka: string) {
  const made = [];
  while (made.length < count) made.push(await makeCustomer(portal, taka));
  return made;
}
