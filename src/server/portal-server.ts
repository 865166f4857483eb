// The portal's HTTP server: the calls of all modules, the live channel, the web client, readiness and metrics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobEndpoints } from '#contract/jobs.ts';
import { liveEndpoints } from '#contract/live/calls.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import { createListAccess } from './audit-log/list-access.ts';
import { createFrontPage } from './catalogue/front-page.ts';
import { serveLiveChannel } from './live-channel.ts';
import type { Modules } from './open-modules.ts';
import type { createBackground } from './platform/background.ts';
import { assertMigrated, assertReachable } from './platform/database/connect.ts';
import type { Reading } from './platform/database/connection/replica.ts';
import { listMigrations } from './platform/database/migrate.ts';
import { createErrorRecorder } from './platform/errors/unexpected-errors.ts';
import { type Binder, createBinder } from './platform/http/admission.ts';
import { bind } from './platform/http/bind.ts';
import { createHttpServer, sendNotFound } from './platform/http/http-server.ts';
import { observe } from './platform/http/observe.ts';
import { serveApiReference } from './platform/http/reference/reference.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import type { Base, Module } from './platform/module.ts';
import { diskGauge } from './platform/read-gauge.ts';
import type { createSafekeeping } from './safekeeping.ts';

const root = join(import.meta.dirname, '../..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

export interface Opened {
  readonly base: Base;
  readonly modules: Modules;
  readonly safekeeping: ReturnType<typeof createSafekeeping>;
  readonly background: ReturnType<typeof createBackground>;
  readonly replica: Reading | undefined;
  readonly onViolation: ((message: string) => void) | undefined;
}

export const listOf = (modules: Modules): Module[] => Object.values(modules);

/** What the portal reports about itself: readiness and metrics. */
const observePortal = async (binder: Binder, { base, modules, safekeeping, background, replica }: Opened) => {
  const { db, log, storage, config } = base;
  const migrations = await listMigrations();
  return observe(binder, log, {
    metricsToken: config.METRICS_TOKEN,
    gauges: [
      ...background.metrics,
      ...base.mail.gauges,
      diskGauge(config.DATA_DIR),
      ...safekeeping.gauges,
      ...(replica?.metrics ?? []),
      ...listOf(modules).flatMap(({ metrics = [] }) => metrics),
    ],
    parts: [
      { name: 'database', check: () => assertReachable(db) },
      { name: 'migrations', check: () => assertMigrated(db, migrations.length) },
      // Orders and reading work without it; only what needs a file waits.
      { name: 'storage', check: () => storage.check(), isNeeded: false },
    ],
  });
};

/** Binds the calls of the modules and those that belong to none of them. */
function bindRoutes(binder: Binder, { base, modules, background }: Opened): void {
  const { db, live, config } = base;
  serveApiReference(binder, version, config.isSandbox);
  for (const { routes } of listOf(modules)) routes?.(binder);
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

/** The HTTP server with all its routes; it does not listen yet. */
export async function openServer(opened: Opened) {
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
