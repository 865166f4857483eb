// Use cases of backups: the nightly backup, the log in between, the nightly proof, and the notices to owners. The work itself runs in a process
// of its own: it needs the owner's database login, and the processor for minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Backup } from '#contract/backup/calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import { alreadyRunning, BackupError } from './backup-error.ts';
import { isBackingUp } from './cluster-copy.queries.ts';
import {
  assertConnected,
  type Destination,
  openDestination,
  readNewestBackupKey,
  withDestinationTimeout,
} from './destination.ts';
import { describeBackupFault, isDue, stateOf } from './schedule.rules.ts';
import { type BackupStatus, readStatus } from './status.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

/** What the scripts read from the settings. */
const settingsOf = (config: Config): Record<string, string | undefined> => ({
  DATA_DIR: config.DATA_DIR,
  DATABASE_URL: config.DATABASE_URL,
  STORAGE_URL: config.STORAGE_URL,
  STORAGE_ACCESS_KEY: config.STORAGE_ACCESS_KEY,
  STORAGE_SECRET_KEY: config.STORAGE_SECRET_KEY,
  BACKUP_TO: config.BACKUP_TO,
  BACKUP_RECIPIENT: config.BACKUP_RECIPIENT,
  BACKUP_PASSPHRASE: config.BACKUP_PASSPHRASE,
  BACKUP_KEYS_TO: config.BACKUP_KEYS_TO,
  BACKUP_ACCESS_KEY: config.BACKUP_ACCESS_KEY,
  BACKUP_SECRET_KEY: config.BACKUP_SECRET_KEY,
});

/** Even a large shop is backed up in a night. A script that hangs keeps others from theirs, and the database from throwing its log away. */
const maxRunMs = 12 * 3_600_000;

/** Runs scripts one after the other, whoever asks, and ends them with the portal. */
function createRunner({ config, log, maxRunMs: longestMs = maxRunMs }: BackupsDeps) {
  const running = new Set<ChildProcess>();
  return {
    /** @throws BackupError with what the script said last */
    run(script: string, ...flags: string[]): Promise<void> {
      const child = spawn(process.execPath, [join(scripts, script), ...flags], {
        env: { ...process.env, ...settingsOf(config) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running.add(child);
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => {
        complaint = (complaint + chunk.toString()).slice(-1_000);
      });
      return new Promise((resolve, reject) => {
        child.once('error', reject);
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          // A read that hangs on a dead disk does not end even then.
          reject(new BackupError(`${script} was ended: it took too long`));
        }, longestMs).unref();
        child.once('close', (code) => {
          running.delete(child);
          clearTimeout(timer);
          if (code === 0) {
            if (complaint !== '')
              log.warn({ script, said: complaint.trim().split('\n') }, 'a backup is made, with a remark');
            resolve();
          } else reject(new BackupError(complaint.trim().split('\n')[0] || `${script} was ended`));
        });
      });
    },
    stop(): void {
      for (const child of running) child.kill();
    },
  };
}

export interface BackupsDeps {
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly limiter: Pick<RateLimiter, 'mayTake' | 'forget'>;
  readonly notifyOwners: (about: { kind: string; id: string }) => Promise<void>;
  readonly destinationTimeoutMs?: number;
  readonly maxRunMs?: number;
}

function openContext(deps: BackupsDeps) {
  const { config } = deps;
  const state: {
    last: BackupStatus | undefined;
    /** A backup that an owner started. */
    started: Promise<void> | undefined;
    /** The newest backup, when it was found to be old. */
    old: string | undefined;
  } = { last: undefined, started: undefined, old: undefined };
  const destination = config.BACKUP_TO === undefined ? undefined : openDestination(config.BACKUP_TO, config);
  return { ...deps, destination, runner: createRunner(deps), state };
}
type Context = ReturnType<typeof openContext>;

/** Owners hear of it from `proveNewest`, not also of each job that it stops. */
const markOwnersNotified = (error: unknown) => Object.assign(error as Error, { isReported: true });

const readDestinationStatus = (
  { clock, config, destinationTimeoutMs }: Context,
  destination: Destination,
): Promise<BackupStatus> =>
  withDestinationTimeout(
    destination,
    async () => {
      const status = await readStatus(destination, clock.now());
      await assertConnected(config, destination);
      return status;
    },
    destinationTimeoutMs,
  );

async function refreshStatus(context: Context): Promise<BackupStatus | undefined> {
  const { destination, state } = context;
  state.last =
    destination &&
    (await readDestinationStatus(context, destination).catch((error: unknown) => {
      throw markOwnersNotified(error);
    }));
  return state.last;
}

/** Makes a backup, unless one has just begun elsewhere. */
const backUp = ({ runner }: Context): Promise<void> =>
  runner.run('backup.ts').catch((error: Error) => {
    if (error.message !== alreadyRunning) throw error;
  });

/** Makes the nightly backup once its hour has come. */
export async function backUpNightly(context: Context): Promise<void> {
  const { config, clock } = context;
  const status = await refreshStatus(context);
  if (status && isDue(status.newest?.at, config.BACKUP_HOUR, clock.now())) await backUp(context);
}

/** Adds what was written since, and who was erased. */
export async function shipLog(context: Context): Promise<void> {
  if (await refreshStatus(context)) await context.runner.run('backup.ts', '--log');
}

/** A backup that another process has just made is proven by that one, which alone has its key. */
const makerGraceMs = 3 * 3_600_000;

const onceADay = [{ tries: 1, seconds: 86_400 }];
const faultOf = (key: string) => ({ purpose: 'backup fault', key });
const destinationFault = 'place';

/** Once a day of the same fault, though it is found every ten minutes, by any process, and some want mail only. */
async function notifyOwners({ limiter, notifyOwners }: Context, id: string): Promise<void> {
  if (!(await limiter.mayTake({ ...faultOf(id), limit: onceADay }))) return;
  await notifyOwners({ kind: 'job', id }).catch(async (error: unknown) => {
    await limiter.forget(faultOf(id));
    throw error;
  });
}

/** A shop that was shut for days makes its backup once it is open again, and has until the next turn to begin. */
async function isRenewing({ clock, db, state }: Context, status: BackupStatus): Promise<boolean> {
  if (stateOf(status, clock.now()) !== 'old') return false;
  const isFound = state.old === status.newest?.id;
  state.old = status.newest?.id;
  return !isFound || (await isBackingUp(db));
}

/** Fails, and so shows on the page of jobs, for as long as something is wrong. */
export async function proveNewest(context: Context): Promise<void> {
  const { clock, config, limiter, runner } = context;
  const before = await refreshStatus(context).catch(async (error: unknown) => {
    await notifyOwners(context, destinationFault);
    throw error;
  });
  let failed: Error | undefined;
  if (before?.newest && !before.proof) {
    const isOwn = (await readNewestBackupKey(config)).id === before.newest.id;
    // The turns go around: that of the process that made it comes within a few.
    if (!isOwn && clock.now().getTime() - before.newest.at.getTime() < makerGraceMs) return;
    failed = await runner.run('restore.ts', '--prove').then(
      () => undefined,
      (error: Error) => error,
    );
  }
  const status = await refreshStatus(context);
  // The first backup may still be under way.
  const fault = status?.newest && describeBackupFault(status, clock.now());
  if (!fault) {
    await limiter.forget(faultOf(destinationFault));
    if (failed) throw failed;
    return;
  }
  if (await isRenewing(context, status)) return;
  await notifyOwners(context, status.newest.id);
  throw markOwnersNotified(new BackupError(fault));
}

const present = async (
  { db, destination, state }: Context,
  name: Backup['state'],
  status?: BackupStatus,
): Promise<Backup> => ({
  state: name,
  made_at: status?.newest?.at.toISOString() ?? null,
  proven_at: status?.proof?.at ?? null,
  papers: status?.proof?.papers ?? null,
  is_running: state.started !== undefined || (destination !== undefined && (await isBackingUp(db))),
});

export async function readBackup(context: Context): Promise<Backup> {
  const { clock, destination, state } = context;
  if (!destination) return present(context, 'off');
  try {
    const status = await readDestinationStatus(context, destination);
    state.last = status;
    return present(context, stateOf(status, clock.now()), status);
  } catch {
    return present(context, 'unreachable', state.last);
  }
}

/** @throws Fault `not_found` when no place for backups is set */
export async function startBackup(context: Context, actorId: number): Promise<Backup> {
  const { db, log, notifyOwners, destination, state } = context;
  if (!destination) throw new Fault('not_found');
  if (!state.started && (await isBackingUp(db))) return readBackup(context);
  if (!state.started) await recordEvent(db, { kind: 'backup.started', actorId });
  state.started ??= backUp(context)
    .catch(async (error: unknown) => {
      log.warn({ fault: (error as Error).name }, 'a backup that an owner started has failed');
      await notifyOwners({ kind: 'job', id: 'now' });
    })
    .catch(() => undefined)
    .finally(() => {
      state.started = undefined;
    });
  return readBackup(context);
}

export type Backups = ReturnType<typeof createBackups>;

export function createBackups(deps: BackupsDeps) {
  const context = openContext(deps);
  return {
    ...bindDeps(context, {
      read: readBackup,
      startNow: startBackup,
      backUp: backUpNightly,
      shipLog,
      prove: proveNewest,
    }),
    lastSeen: () => context.state.last,
    isExpected: context.destination !== undefined,
    stop: context.runner.stop,
  };
}
