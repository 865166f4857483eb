// The portal's HTTP server: the endpoints of all modules, the live channel, the web client, readiness and metrics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobEndpoints } from '#contract/jobs.ts';
import { liveEndpoints } from '#contract/live/calls.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import { createListAccess } from './audit-log/list-access.ts';
import { createFrontPage } from './catalogue/front-page.ts';
import { serveLiveChannel } from './live-channel.ts';
import type { createMaintenance } from './maintenance.ts';
import type { Modules } from './open-modules.ts';
import type { createBackground } from './platform/background.ts';
import { createDiskGauge } from './platform/computed-gauge.ts';
import { assertMigrated, assertReachable } from './platform/database/connect.ts';
import type { Replica } from './platform/database/connection/replica.ts';
import { listMigrations } from './platform/database/migrate.ts';
import { createErrorRecorder } from './platform/errors/unexpected-errors.ts';
import { type Binder, createBinder } from './platform/http/admission.ts';
import { bind } from './platform/http/bind.ts';
import { createHttpServer, sendNotFound } from './platform/http/http-server.ts';
import { observe } from './platform/http/observe.ts';
import { serveApiReference } from './platform/http/reference/reference.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import type { Base, Module } from './platform/module.ts';

const root = join(import.meta.dirname, '../..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

export interface OpenedPortal {
  readonly base: Base;
  readonly modules: Modules;
  readonly maintenance: ReturnType<typeof createMaintenance>;
  readonly background: ReturnType<typeof createBackground>;
  readonly replica: Replica | undefined;
  readonly onViolation: ((message: string) => void) | undefined;
}

export const listModules = (modules: Modules): Module[] => Object.values(modules);

/** Serves readiness and metrics. */
const observePortal = async (
  binder: Binder,
  { base, modules, maintenance, background, replica }: OpenedPortal,
) => {
  const { db, log, storage, config } = base;
  const migrations = await listMigrations();
  return observe(binder, log, {
    metricsToken: config.METRICS_TOKEN,
    gauges: [
      ...background.metrics,
      ...base.mail.gauges,
      createDiskGauge(config.DATA_DIR),
      ...maintenance.gauges,
      ...(replica?.metrics ?? []),
      ...listModules(modules).flatMap(({ metrics = [] }) => metrics),
    ],
    parts: [
      { name: 'database', check: () => assertReachable(db) },
      { name: 'migrations', check: () => assertMigrated(db, migrations.length) },
      // Without storage, only what needs a file fails.
      { name: 'storage', check: () => storage.check(), isNeeded: false },
    ],
  });
};

/** Binds the endpoints of the modules and those that belong to none of them. */
function bindRoutes(binder: Binder, { base, modules, background }: OpenedPortal): void {
  const { db, live, config } = base;
  serveApiReference(binder, version, config.isSandbox);
  for (const { routes } of listModules(modules)) routes?.(binder);
  bind(binder, sandboxEndpoints.sandboxStatus, async () => ({
    sandbox: config.isSandbox,
    ...config.sandbox,
  }));
  bind(binder, jobEndpoints.jobs, async () => {
    const results = await background.list();
    return { results, count: results.length };
  });
  bind(binder, liveEndpoints.ticket, ({ caller }) => live.makeTicket(caller));
  serveLiveChannel(binder, { db, live, ...modules.accounts, ...modules.orders });
}

/** Creates the HTTP server with all its routes; it does not listen yet. */
export async function openServer(opened: OpenedPortal) {
  const { base, modules, onViolation } = opened;
  const { config, log, live, publicOrigin } = base;
  const { accounts, settings, catalogue, files } = modules;
  const app = await createHttpServer(config, { log, recordError: createErrorRecorder(base.db, log) });
  const binder = createBinder(
    {
      app,
      authenticate: accounts.authenticate,
      findBySession: accounts.accounts.findCallerBySession,
      recordAccess: accounts.impersonation.recordAccess,
      recordReadList: createListAccess(base.db),
      live,
      queryTimeout: config.DATABASE_PATIENCE,
    },
    config.CHECK_ANSWERS ? (onViolation ?? ((message) => log.error(message))) : undefined,
  );
  const observed = await observePortal(binder, opened);
  bindRoutes(binder, opened);
  const webFolder = join(root, 'dist/web');
  await serveWebClient(app, {
    folder: webFolder,
    publicOrigin,
    isSandbox: config.isSandbox,
    isLiveShare: (token, ip) => files.shares.isLive(token, ip),
    describeShop: () => settings.settings.describeShop(),
    renderFrontPage: createFrontPage(
      webFolder,
      () => catalogue.catalogue.listPublic(),
      settings.settings.shopName,
    ),
    sendNotFound,
  });
  return { app, observed };
}

export type Server = Awaited<ReturnType<typeof openServer>>;
