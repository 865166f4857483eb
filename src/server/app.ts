// Puts the portal together: opens every module by name, in the order of modules.ts, and connects them.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { longQueryTimeout } from '#contract/endpoint.ts';
import { jobEndpoints } from '#contract/jobs.ts';
import { liveEndpoints } from '#contract/live/calls.ts';
import { attachmentLongestSide } from '#contract/orders/attachment-rules.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';
import { createRenderer, type Renderer } from '#engines/rendering/render-document.ts';
import { openAccountsModule } from './accounts/module.ts';
import { createListAccess } from './audit-log/list-access.ts';
import { openBackup } from './backup/module.ts';
import { createFrontPage } from './catalogue/front-page.ts';
import { openCatalogue } from './catalogue/module.ts';
import { openCheckup } from './checkup/module.ts';
import { createCodeFinder } from './documents/code-finder.ts';
import { openDocuments } from './documents/module.ts';
import { createOwnPdf } from './documents/own-pdf.ts';
import { createPictures } from './documents/pictures.ts';
import type { ReadSignedCopy } from './documents/read-upload.ts';
import { openFiles } from './files/module.ts';
import { serveLiveChannel } from './live-channel.ts';
import { openNotices } from './notices/module.ts';
import { openOrders } from './orders/module.ts';
import { hasOpenOrders } from './orders/orders.queries.ts';
import { openPayments } from './payments/module.ts';
import { findPaid, hasOpenPayments } from './payments/payments.queries.ts';
import { createBackground, type Job } from './platform/background.ts';
import { type Clock, openDatabaseClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { blameSetting } from './platform/custody/refused-database.ts';
import { assertApplicationLogin } from './platform/database/assert-login.ts';
import {
  assertDurable,
  assertMigrated,
  assertReachable,
  createDatabase,
  createPool,
  inTransaction,
} from './platform/database/connect.ts';
import { createBackgroundShare } from './platform/database/connection/background-share.ts';
import { openReading, type Reading } from './platform/database/connection/replica.ts';
import { listMigrations } from './platform/database/migrate.ts';
import { createErrorKeeper } from './platform/errors/unexpected-errors.ts';
import { bind } from './platform/http/bind.ts';
import { type Binder, createBinder } from './platform/http/door.ts';
import { answerMissing, createHttpServer } from './platform/http/http-server.ts';
import { observe } from './platform/http/observe.ts';
import { serveApiReference } from './platform/http/reference/reference.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import { createLive } from './platform/live/live.ts';
import { wakeAfter } from './platform/live/wake-after.ts';
import type { Log } from './platform/log.ts';
import { createMail } from './platform/mail/mail.ts';
import type { Base, Module } from './platform/module.ts';
import { createRateLimiter } from './platform/rate-limit/rate-limit.ts';
import { diskGauge } from './platform/read-gauge.ts';
import { openBlobs } from './platform/storage/blobs.ts';
import { type BlobStore, createStorage, type Storage } from './platform/storage/storage.ts';
import { recordStored } from './platform/storage/stored-files.queries.ts';
import { inSpan, traceCalls } from './platform/tracing/spans.ts';
import { loadKeys } from './portal-keys.ts';
import { openPrivacy } from './privacy/module.ts';
import { eraseDataOf } from './privacy/privacy.service.ts';
import { openRegistry } from './registry/module.ts';
import type { Registry } from './registry/registry.ts';
import { openReports } from './reports/module.ts';
import { createSafekeeping } from './safekeeping.ts';
import { openSettings } from './settings/module.ts';
import { openWallet } from './wallet/module.ts';
import { hasOpenCashRequests } from './wallet/wallet.queries.ts';

const root = join(import.meta.dirname, '../..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

export interface PortalOptions {
  readonly config: Config;
  /** With the application's own login, which owns nothing. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** Wraps the parts that can fail; tests make them fail here. */
  readonly seams?: Partial<TestSeams>;
  /** Receives answers that do not fit their declaration, if CHECK_ANSWERS is on; logged by default. */
  readonly onBreach?: (message: string) => void;
}

export interface TestSeams {
  storage(part: Storage): Storage;
  renderer(part: Renderer): Renderer;
  registry(part: Registry): Registry;
  readSignedCopy(part: ReadSignedCopy): ReadSignedCopy;
}

export type Portal = Awaited<ReturnType<typeof createPortal>>;

/** Connects to a database, and checks that the portal may use it. */
async function connect({ config, databaseUrl }: PortalOptions) {
  const pool = createPool(
    databaseUrl,
    config.DATABASE_POOL,
    config.DATABASE_PATIENCE,
    config.DATABASE_POOLER,
  );
  const prepares = config.DATABASE_POOLER === undefined;
  const db = createDatabase(pool, longQueryTimeout, prepares);
  // In a transaction, which a pooler in statement mode refuses.
  await inTransaction(db, assertApplicationLogin).catch((error: Error) => {
    throw blameSetting(error, databaseUrl, config);
  });
  await assertDurable(db);
  const replica =
    config.DATABASE_REPLICA === undefined
      ? undefined
      : openReading({
          primary: pool,
          databaseUrl,
          replica: config.DATABASE_REPLICA,
          connections: config.DATABASE_POOL,
          usualTimeout: longQueryTimeout,
          prepares,
        });
  return { db, replica };
}

type Connected = Awaited<ReturnType<typeof connect>>;

/** The processes and workers that read and typeset files. */
function openEngines({ config, seams = {} }: PortalOptions, keys: Awaited<ReturnType<typeof loadKeys>>) {
  const plain = createRenderer(
    { workers: config.DOCUMENT_WORKERS || availableParallelism() },
    keys.paperKeys,
  );
  const renderer = traceCalls('typesetter', seams.renderer?.(plain) ?? plain, ['render', 'renderPaper']);
  const pictures = traceCalls('pictures', createPictures(), ['readBase64', 'readBytes']);
  const codeFinder = traceCalls('code finder', createCodeFinder(), ['find']);
  const ownPdf = traceCalls('own pdf', createOwnPdf(), ['readRecord']);
  const readCopy = seams.readSignedCopy?.(readSignedCopy) ?? readSignedCopy;
  return {
    renderer,
    pictures,
    codeFinder,
    ownPdf,
    readSignedCopy: (...copy: Parameters<ReadSignedCopy>) =>
      inSpan('read a signed copy', () => readCopy(...copy)),
    async close() {
      await Promise.all([renderer, pictures, codeFinder, ownPdf].map((engine) => engine.close()));
      await closeReaders();
    },
  };
}

/** Opens the modules, each of which uses only those before it; what must flow the other way is a function called later. */
function openModules(
  base: Base,
  keys: Awaited<ReturnType<typeof loadKeys>>,
  engines: ReturnType<typeof openEngines>,
  seams: Partial<TestSeams>,
) {
  const { pictures, codeFinder, ownPdf, renderer } = engines;
  const accounts = openAccountsModule(base, {
    ...keys,
    settings: {
      shopName: () => settings.settings.shopName(),
      needsSecondFactor: () => settings.settings.needsSecondFactor(),
      sessionSeconds: () => settings.settings.sessionSeconds(),
    },
    notifyUser: (...told) => notices.notices.notifyUser(...told),
    readPicture: (bytes, owner) => pictures.readBytes(bytes, 'jpeg', 400, owner),
    hasOpenOrders,
    hasOpenMoney: async (reader, userId) =>
      (await hasOpenPayments(reader, userId)) || (await hasOpenCashRequests(reader, userId)),
    eraseData: eraseDataOf(base.vault),
  });
  const notices = openNotices(base);
  const settings = openSettings(base, {
    readPicture: (bytes, longestSide) => pictures.readBytes(bytes, 'png', longestSide, 'settings'),
    proveIdentity: accounts.proveIdentity,
  });
  const shared = { settings: settings.settings, notices: notices.notices };
  const wallet = openWallet(base, { ...shared, findPaid, postRefund: (...of) => orders.refunds.post(...of) });
  const catalogue = openCatalogue(base);
  const registry = openRegistry(base, {
    isConfirmed: accounts.emailConfirmation.isConfirmed,
    wrap: seams.registry,
    noteAnswer: (service, isAnswered) =>
      void orders.outages
        .noteLookup(service, isAnswered)
        .catch((error: unknown) => base.log.error({ error: String(error) }, 'An outage was not noted')),
  });
  const files = openFiles(base, {
    ...shared,
    ownPdf,
    findCode: (pdf, owner) => codeFinder.find(pdf, owner),
  });
  const documents = openDocuments(base, { ...shared, ...engines, ...catalogue, ...registry, ...files });
  const orders = openOrders(base, {
    ...{ ...shared, ...catalogue, ...files },
    readPicture: (bytes, owner) => pictures.readBytes(bytes, 'jpeg', attachmentLongestSide, owner),
  });
  const payments = openPayments(base, shared);
  const reports = openReports(base, { ...shared, ...orders, ...files, ...payments, renderer });
  const privacy = openPrivacy(base, { eraseOwn: accounts.users.eraseOwn });
  const backup = openBackup(base, {
    notifyOwners: (about) => notices.notices.notifyStaff(base.db, 'backup_attention', about),
  });
  return {
    accounts,
    notices,
    settings,
    wallet,
    catalogue,
    registry,
    files,
    documents,
    orders,
    payments,
    reports,
    privacy,
    backup,
    checkup: openCheckup(base, shared),
  };
}

type Keys = Awaited<ReturnType<typeof loadKeys>>;
type Modules = ReturnType<typeof openModules>;

/** Available to every module. Mail asks modules that open later for its sender, and notifies them of failures. */
function openBase(
  { config, databaseUrl, log, seams = {} }: PortalOptions,
  keys: Keys,
  { db, replica }: Connected,
  clock: Clock,
  blobs: BlobStore,
  modules: () => Modules,
): Base {
  const { vault } = keys;
  const plainStorage = createStorage(blobs, vault, (key) => recordStored(db, key));
  return {
    config,
    db,
    reading: replica?.db ?? db,
    measureLag: replica?.measureLag,
    log,
    clock,
    vault,
    storage: traceCalls('storage', seams.storage?.(plainStorage) ?? plainStorage, ['put', 'get']),
    limiter: createRateLimiter(db, vault),
    live: createLive({ db, listenUrl: databaseUrl, log }),
    mail: createMail({
      db,
      config,
      vault,
      log,
      emailHeader: () => modules().settings.settings.emailHeader(),
      notifyFailing: () =>
        modules().notices.notices.notifyStaff(db, 'mail_attention', { kind: 'mail', id: 'failing' }),
    }),
    publicOrigin: config.PUBLIC_ORIGIN,
  };
}

interface Opened {
  readonly options: PortalOptions;
  readonly base: Base;
  readonly modules: Modules;
  readonly safekeeping: ReturnType<typeof createSafekeeping>;
  readonly background: ReturnType<typeof createBackground>;
  readonly replica: Reading | undefined;
}

const listOf = (modules: Modules): Module[] => Object.values(modules);

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
async function openServer(opened: Opened) {
  const { options, base, modules } = opened;
  const { config, log, live, publicOrigin } = base;
  const { accounts, settings, catalogue, files } = modules;
  const app = await createHttpServer(config, { log, keepError: createErrorKeeper(base.db, log) });
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
    config.CHECK_ANSWERS ? (options.onBreach ?? ((message) => log.error(message))) : undefined,
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
    answerMissing,
  });
  return { app, observed };
}

type Server = Awaited<ReturnType<typeof openServer>>;

/** Seeds a new shop, starts listening and the recurring jobs. @returns the port */
async function startPortal({ base, modules, safekeeping, background }: Opened, { app }: Server) {
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
  for (const job of [...own, ...safekeeping.jobs, ...listOf(modules).flatMap(({ jobs = [] }) => jobs)])
    background.schedule({ ...job, run: () => wakeAfter(live, () => job.run()) });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.PORT;
}

/** Reports that it is not ready, stops accepting calls, lets running calls and jobs finish, then closes everything except the database server. */
async function stopPortal(
  { base, modules, safekeeping, background, replica }: Opened,
  { app, observed }: Server,
  engines: ReturnType<typeof openEngines>,
): Promise<void> {
  const { config, mail, live, log, db } = base;
  observed.drain();
  await wait(config.DRAIN_SECONDS * 1000);
  const jobs = background.stop();
  // Together: a mail server that says nothing must not keep the door open.
  await Promise.all([mail.stop(), live.stop(), app.close()]);
  const left = await jobs;
  if (left.length > 0) log.warn({ jobs: left }, 'jobs were still running at the stop');
  await Promise.all([engines.close(), ...listOf(modules).map(({ close }) => close?.())]);
  await safekeeping.leave();
  await replica?.close();
  await db.destroy();
}

/** Builds everything and connects it; nothing listens yet. */
export async function createPortal(options: PortalOptions) {
  const { config, log, seams = {} } = options;
  const keys = await loadKeys(join(config.DATA_DIR, 'keys'));
  const connected = await connect(options);
  const { db } = connected;
  const blobs = openBlobs(config);
  const base = openBase(options, keys, connected, await openDatabaseClock(db), blobs, () => modules);
  const engines = openEngines(options, keys);
  const modules = openModules(base, keys, engines, seams);
  const { notifyStaff } = modules.notices.notices;

  const safekeeping = createSafekeeping({
    db,
    blobs,
    keys,
    config,
    log,
    notifyStaff: (kind, about) => notifyStaff(db, kind, about),
  });
  await safekeeping.takeUpKeys();
  const share = createBackgroundShare(Math.ceil(config.DATABASE_POOL / 2));
  const background = createBackground(db, share, log, (name) =>
    notifyStaff(db, 'job_attention', { kind: 'job', id: name }),
  );
  const opened: Opened = { options, base, modules, safekeeping, background, replica: connected.replica };
  const server = await openServer(opened);

  return {
    app: server.app,
    db,
    version,
    safekeeping,
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
