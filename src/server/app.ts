// Assembles the portal: connects to the database, opens the modules (open-modules.ts) and their server (portal-server.ts), and starts and stops it.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { longQueryTimeout } from '#contract/endpoint.ts';
import { createMaintenance } from './maintenance.ts';
import { type Engines, openBase, openEngines, openModules, type TestSeams } from './open-modules.ts';
import { createBackground, type Job } from './platform/background.ts';
import { openDatabaseClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { assertApplicationLogin } from './platform/database/assert-login.ts';
import { assertSettings } from './platform/database/assert-settings.ts';
import { createDatabase, createPool, inTransaction } from './platform/database/connect.ts';
import { createBackgroundShare } from './platform/database/connection/background-share.ts';
import { openReplica } from './platform/database/connection/replica.ts';
import { attributeToSetting } from './platform/installation/connection-errors.ts';
import { wakeAfter } from './platform/live/wake-after.ts';
import type { Log } from './platform/log.ts';
import { openBlobs } from './platform/storage/blobs.ts';
import { loadKeys } from './portal-keys.ts';
import { listModules, type OpenedPortal, openServer, type Server, version } from './portal-server.ts';

export interface PortalOptions {
  readonly config: Config;
  /** Address with the application's own login, which owns nothing. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** Wraps the parts that tests make fail. */
  readonly seams?: Partial<TestSeams>;
  /** Receives responses that violate their declaration, if CHECK_ANSWERS is on; logged by default. */
  readonly onViolation?: (message: string) => void;
}

export type Portal = Awaited<ReturnType<typeof createPortal>>;

/** Connects to the database, and checks that the portal may use it. */
async function connect({ config, databaseUrl }: PortalOptions) {
  const pool = createPool(
    databaseUrl,
    config.DATABASE_POOL,
    config.DATABASE_PATIENCE,
    config.DATABASE_POOLER,
  );
  const prepares = config.DATABASE_POOLER === undefined;
  const db = createDatabase(pool, longQueryTimeout, prepares);
  // In a transaction, so that a pooler in statement mode is detected: it refuses transactions.
  await inTransaction(db, assertApplicationLogin).catch((error: Error) => {
    throw attributeToSetting(error, databaseUrl, config);
  });
  await assertSettings(db);
  const replica =
    config.DATABASE_REPLICA === undefined
      ? undefined
      : openReplica({
          primary: pool,
          databaseUrl,
          replica: config.DATABASE_REPLICA,
          connections: config.DATABASE_POOL,
          usualTimeout: longQueryTimeout,
          prepares,
        });
  return { db, replica };
}

/** Seeds a new shop, starts listening and schedules the recurring jobs. @returns the port */
async function startPortal({ base, modules, maintenance, background }: OpenedPortal, { app }: Server) {
  const { storage, live, mail, limiter, config } = base;
  await storage.check();
  await modules.catalogue.catalogue.seed();
  await live.start();
  await app.listen({ port: config.PORT, host: config.HOST });
  const own: Job[] = [
    { name: 'send mail', everySeconds: 5, run: () => mail.sendDue() },
    { name: 'remove old events', everySeconds: 600, run: () => live.removeOld() },
    { name: 'remove old attempts', everySeconds: 3_600, run: () => limiter.removeOld() },
  ];
  for (const job of [...own, ...maintenance.jobs, ...listModules(modules).flatMap(({ jobs = [] }) => jobs)])
    background.schedule({ ...job, run: () => wakeAfter(live, () => job.run()) });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.PORT;
}

/** Reports not ready, stops accepting requests, lets running requests and jobs finish, then closes everything except the database server. */
async function stopPortal(
  { base, modules, maintenance, background, replica }: OpenedPortal,
  { app, observed }: Server,
  engines: Engines,
): Promise<void> {
  const { config, mail, live, log, db } = base;
  observed.drain();
  await wait(config.DRAIN_SECONDS * 1000);
  const jobs = background.stop();
  // Concurrently, so that an unresponsive mail server does not delay closing the HTTP server.
  await Promise.all([mail.stop(), live.stop(), app.close()]);
  const left = await jobs;
  if (left.length > 0) log.warn({ jobs: left }, 'jobs were still running at the stop');
  await Promise.all([engines.close(), ...listModules(modules).map(({ close }) => close?.())]);
  await maintenance.stop();
  await replica?.close();
  await db.destroy();
}

/** Creates and connects all parts; the portal does not listen yet. */
export async function createPortal(options: PortalOptions) {
  const { config, databaseUrl, log, seams = {} } = options;
  const keys = await loadKeys(join(config.DATA_DIR, 'keys'));
  const { db, replica } = await connect(options);
  const clock = await openDatabaseClock(db);
  const blobs = openBlobs(config);
  const base = openBase({ config, databaseUrl, db, replica, log, clock, blobs, keys, seams }, () => modules);
  const engines = openEngines(config, keys, seams);
  const modules = openModules(base, keys, engines, seams);
  const { notifyStaff } = modules.notices.notices;

  const maintenance = createMaintenance({
    db,
    blobs,
    keys,
    config,
    log,
    notifyStaff: (kind, about) => notifyStaff(db, kind, about),
  });
  await maintenance.refreshKeys();
  const share = createBackgroundShare(Math.ceil(config.DATABASE_POOL / 2));
  const background = createBackground(db, share, log, (name) =>
    notifyStaff(db, 'job_attention', { kind: 'job', id: name }),
  );
  const { onViolation } = options;
  const opened: OpenedPortal = { base, modules, maintenance, background, replica, onViolation };
  const server = await openServer(opened);

  return {
    app: server.app,
    db,
    version,
    maintenance,
    mail: base.mail,
    accounts: modules.accounts.accounts,
    impersonation: modules.accounts.impersonation,
    settings: modules.settings.settings,
    guardedSettings: modules.settings.guardedSettings,
    wallet: modules.wallet.wallet,
    catalogue: modules.catalogue.catalogue,
    priceChanges: modules.catalogue.priceChanges,
    documents: modules.documents.documents,
    orders: modules.orders.orders,
    attachments: modules.orders.attachments,
    dueTimes: modules.orders.dueTimes,
    forgottenOrders: modules.orders.forgottenOrders,
    snoozes: modules.orders.snoozes,
    payments: modules.payments.payments,
    settlement: modules.payments.settlement,
    books: modules.reports.books,
    privacy: modules.privacy.privacy,
    start: () => startPortal(opened, server),
    stop: () => stopPortal(opened, server, engines),
  };
}
