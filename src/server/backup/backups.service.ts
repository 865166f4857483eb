// Use cases of backups: the nightly backup, log shipping in between, the nightly proof, and the notices to owners. The work itself runs in a child
// process, because it needs the owner's database login, and the processor for minutes.
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

/** Settings that the scripts read. */
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

/** Even a large shop is backed up in a night. A script that hangs would block other backups and keep the database from removing its log. */
const maxRunMs = 12 * 3_600_000;

/** Runs scripts in child processes, and ends them with the portal. */
function createRunner({ config, log, maxRunMs: longestMs = maxRunMs }: BackupsDeps) {
  const running = new Set<ChildProcess>();
  return {
    /** @throws BackupError with the script's last output */
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
          // Rejects at once, because a process that hangs on a dead disk may not even end when it is killed.
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
    /** The backup that an owner started, while it runs. */
    started: Promise<void> | undefined;
    /** Id of the newest backup when it was found to be too old. */
    old: string | undefined;
  } = { last: undefined, started: undefined, old: undefined };
  const destination = config.BACKUP_TO === undefined ? undefined : openDestination(config.BACKUP_TO, config);
  return { ...deps, destination, runner: createRunner(deps), state };
}
type Context = ReturnType<typeof openContext>;

/** Marks an error that `proveNewest` notifies owners of, so that the failing job doesn't do so too. */
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

/** Makes a backup, unless another one is running. */
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

/** Ships the log, new files and erasures since the last backup. */
export async function shipLog(context: Context): Promise<void> {
  if (await refreshStatus(context)) await context.runner.run('backup.ts', '--log');
}

/** How long the proof of a new backup is left to the process that made it, which alone has its key. */
const makerGraceMs = 3 * 3_600_000;

const onceADay = [{ tries: 1, seconds: 86_400 }];
const faultOf = (key: string) => ({ purpose: 'backup fault', key });
const destinationFault = 'place';

/** Notifies owners of the same fault once a day, although every process finds it every ten minutes. */
async function notifyOwners({ limiter, notifyOwners }: Context, id: string): Promise<void> {
  if (!(await limiter.mayTake({ ...faultOf(id), limit: onceADay }))) return;
  await notifyOwners({ kind: 'job', id }).catch(async (error: unknown) => {
    await limiter.forget(faultOf(id));
    throw error;
  });
}

/** Whether a backup that is too old is about to be replaced: a portal that was off for days has until the next run to begin one. */
async function isRenewing({ clock, db, state }: Context, status: BackupStatus): Promise<boolean> {
  if (stateOf(status, clock.now()) !== 'old') return false;
  const isFound = state.old === status.newest?.id;
  state.old = status.newest?.id;
  return !isFound || (await isBackingUp(db));
}

/** Proves the newest backup. Fails, and so shows on the page of jobs, as long as something is wrong. */
export async function proveNewest(context: Context): Promise<void> {
  const { clock, config, limiter, runner } = context;
  const before = await refreshStatus(context).catch(async (error: unknown) => {
    await notifyOwners(context, destinationFault);
    throw error;
  });
  let failed: Error | undefined;
  if (before?.newest && !before.proof) {
    const isOwn = (await readNewestBackupKey(config)).id === before.newest.id;
    // The job rotates among the processes, so the one that made the backup gets its turn soon.
    if (!isOwn && clock.now().getTime() - before.newest.at.getTime() < makerGraceMs) return;
    failed = await runner.run('restore.ts', '--prove').then(
      () => undefined,
      (error: Error) => error,
    );
  }
  const status = await refreshStatus(context);
  // The first backup may still be in progress.
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

/** @throws Fault `not_found` if no destination is configured */
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
