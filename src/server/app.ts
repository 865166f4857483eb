// Puts the portal together: every service is built once, here, and every module registered by name.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { longPatience } from '#contract/endpoint.ts';
import { liveEndpoints } from '#contract/live.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';
import { createRenderer, type Renderer } from '#engines/rendering/render-document.ts';
import { accountsRoutes, createAuthenticate } from './accounts/accounts.routes.ts';
import { impersonationRoutes } from './accounts/impersonation.routes.ts';
import { createImpersonation } from './accounts/impersonation.service.ts';
import { openAccounts } from './accounts/open-accounts.ts';
import { securityRoutes } from './accounts/security.routes.ts';
import { createTokens } from './accounts/tokens.ts';
import { userRoutes } from './accounts/users.routes.ts';
import { createUsers } from './accounts/users.service.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { createCatalogue } from './catalogue/catalogue.service.ts';
import { createFrontPage } from './catalogue/front-page.ts';
import { createPriceChanges } from './catalogue/price-changes.service.ts';
import { createCodeFinder } from './documents/code-finder.ts';
import { documentsRoutes } from './documents/documents.routes.ts';
import { createDocuments } from './documents/documents.service.ts';
import { createOwnPdf } from './documents/own-pdf.ts';
import { createPictures } from './documents/pictures.ts';
import { publishedKeysRoutes } from './documents/published-keys.ts';
import type { ReadSignedCopy } from './documents/read-upload.ts';
import { fileDetailRoutes } from './files/file-details.routes.ts';
import { createFileDetails } from './files/file-details.service.ts';
import { filesRoutes } from './files/files.routes.ts';
import { createFiles } from './files/files.service.ts';
import { sharesRoutes } from './files/shares.routes.ts';
import { createShares } from './files/shares.service.ts';
import { serveLiveChannel } from './live-channel.ts';
import { noticesRoutes } from './notices/notices.routes.ts';
import { createNotices } from './notices/notices.service.ts';
import { createDueTimes } from './orders/due-times.service.ts';
import { hasOpenOrders } from './orders/orders.queries.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { createOrders } from './orders/orders.service.ts';
import { createPresence } from './orders/presence.ts';
import { createSavedReplies } from './orders/saved-replies.service.ts';
import { openProviders } from './payments/open-providers.ts';
import { paymentOperationRoutes } from './payments/operations.routes.ts';
import { createPaymentOperations } from './payments/operations.service.ts';
import { hasOpenPayments } from './payments/payments.queries.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { createPayments } from './payments/payments.service.ts';
import { createReconciliation } from './payments/reconciliation.service.ts';
import { sandboxProviderRoutes } from './payments/sandbox-provider.ts';
import { createSettlement } from './payments/settlement.ts';
import { createBackground } from './platform/background.ts';
import { openBlobs } from './platform/blobs.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { assertApplicationLogin } from './platform/database/assert-login.ts';
import {
  assertDurable,
  assertMigrated,
  assertReachable,
  createDatabase,
  createPool,
} from './platform/database/connect.ts';
import { listMigrations } from './platform/database/migrate.ts';
import { withPatience } from './platform/database/patience.ts';
import { serveApiReference } from './platform/http/api-reference.ts';
import { bind } from './platform/http/bind.ts';
import { createBinder } from './platform/http/door.ts';
import { answerMissing, createHttpServer } from './platform/http/http-server.ts';
import { observe } from './platform/http/observe.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import { createLive } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import { createMail } from './platform/mail.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { createStorage, type Storage } from './platform/storage.ts';
import { noteStored } from './platform/stored-files.queries.ts';
import { loadKeys } from './portal-keys.ts';
import { removeOld } from './privacy/erasure.queries.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { createPrivacy, eraseDataOf } from './privacy/privacy.service.ts';
import { createLookups } from './registry/lookups.service.ts';
import { openRegistry } from './registry/open-registry.ts';
import { registryRoutes } from './registry/registry.routes.ts';
import type { Registry } from './registry/registry.ts';
import { auditLogRoutes } from './reports/activity.routes.ts';
import { booksRoutes } from './reports/books.routes.ts';
import { createBooks } from './reports/books.service.ts';
import { papersRoutes } from './reports/papers.routes.ts';
import { createPapers } from './reports/papers.service.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { createReports } from './reports/reports.service.ts';
import { createSearch } from './reports/search.service.ts';
import { createShopPapers } from './reports/shop-papers.ts';
import { shopReportsRoutes } from './reports/shop-reports.routes.ts';
import { createShopReports } from './reports/shop-reports.service.ts';
import { createSafekeeping } from './safekeeping.ts';
import { createGuardedSettings } from './settings/guarded-settings.service.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { createSettings } from './settings/settings.service.ts';
import { hasOpenCashRequests } from './wallet/wallet.queries.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';
import { createWalletService } from './wallet/wallet.service.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export interface PortalOptions {
  readonly config: Config;
  /** With the application's own login, which owns nothing. */
  readonly databaseUrl: string;
  readonly log: Log;
  readonly clock?: Clock;
  /** Stands between the portal and the parts that can fail; tests let them fail here. */
  readonly seams?: Partial<TestSeams>;
}

export interface TestSeams {
  storage(part: Storage): Storage;
  renderer(part: Renderer): Renderer;
  registry(part: Registry): Registry;
  readSignedCopy(part: ReadSignedCopy): ReadSignedCopy;
}

export type Portal = Awaited<ReturnType<typeof createPortal>>;

/** Builds everything and connects it; nothing listens yet. */
export async function createPortal({
  config,
  databaseUrl,
  log,
  clock = systemClock,
  seams = {},
}: PortalOptions) {
  const through = <T>(part: T, pass: ((part: T) => T) | undefined) => pass?.(part) ?? part;
  const keys = await loadKeys(join(config.DATA_DIR, 'keys'));
  const pool = createPool(databaseUrl, config.DATABASE_POOL, config.DATABASE_PATIENCE);
  const db = createDatabase(pool, longPatience);
  await assertApplicationLogin(db);
  await assertDurable(db);

  const blobs = openBlobs(config);
  const storage = through(
    createStorage(blobs, keys.vault, (key) => noteStored(db, key)),
    seams.storage,
  );
  const renderer = through(
    createRenderer({ workers: config.DOCUMENT_WORKERS || availableParallelism() }, keys.paperKeys),
    seams.renderer,
  );
  const pictures = createPictures();
  const codeFinder = createCodeFinder();
  const ownPdf = createOwnPdf();
  const live = createLive({
    db,
    listenUrl: databaseUrl,
    log,
  });
  const tokens = createTokens(keys.signingKeys, keys.refreshSecrets, config.PUBLIC_ORIGIN);

  const settings = createSettings({
    db,
    storage,
    clock,
    config,
    readPicture: (bytes, longestSide) => pictures.readBytes(bytes, 'png', longestSide, 'settings'),
  });

  const mail = createMail(db, config, keys.vault, log, settings.emailHeader, () =>
    notices.tellStaff(db, 'mail_attention', { kind: 'mail', id: 'failing' }),
  );
  const { PUBLIC_ORIGIN: publicOrigin } = config;
  const limiter = createRateLimiter(db, keys.vault);
  const { accounts, secondFactor, proveIdentity, passwordReset, followChange, emailConfirmation } =
    openAccounts({
      db,
      vault: keys.vault,
      limiter,
      tokens,
      clock,
      mail,
      publicOrigin,
      signUpsAnHour: config.SIGN_UPS_AN_HOUR,
      settings,
    });
  const guardedSettings = createGuardedSettings({ db, settings, proveIdentity, mail, publicOrigin });
  const people = createUsers({
    db,
    mail,
    storage,
    publicOrigin,
    proveIdentity,
    followChange,
    sendConfirmation: emailConfirmation.sendLink,
    readPicture: (bytes, owner) => pictures.readBytes(bytes, 'jpeg', 400, owner),
    hasOpenOrders,
    hasOpenMoney: async (reader, userId) =>
      (await hasOpenPayments(reader, userId)) || (await hasOpenCashRequests(reader, userId)),
    eraseData: eraseDataOf(keys.vault),
  });
  const notices = createNotices(db, mail, publicOrigin);
  const views = createImpersonation({
    db,
    askFactor: proveIdentity.askFactor,
    tellCustomer: notices.tellCustomer,
  });
  const wallet = createWalletService(db, settings.approvalSumPaisa, notices);
  const catalogue = createCatalogue(db);
  const priceChanges = createPriceChanges(db);
  const files = createFiles(
    db,
    storage,
    keys.vault,
    settings.shopName,
    (pdf, owner) => codeFinder.find(pdf, owner),
    limiter,
  );
  const shares = createShares({ db, storage, limiter, drawPage: ownPdf.drawPage, publicOrigin });
  const registry = openRegistry(config, log);
  const lookups = createLookups({
    db,
    registry: through<Registry>(registry, seams.registry),
    vault: keys.vault,
    limiter,
    mayAsk: async (userId) => config.sandbox.registry || emailConfirmation.isConfirmed(userId),
  });
  const documents = createDocuments({
    db,
    catalogue,
    lookups,
    files,
    vault: keys.vault,
    renderer,
    limiter,
    pictures,
    readSignedCopy: through<ReadSignedCopy>(readSignedCopy, seams.readSignedCopy),
    clock,
    publicOrigin: config.PUBLIC_ORIGIN,
    captchaAnswer: config.CAPTCHA_ANSWER,
    portalName: settings.shopName,
  });
  const orders = createOrders({
    db,
    catalogue,
    files,
    vault: keys.vault,
    notices,
    hoursUntilDue: settings.hoursUntilDue,
  });
  const dueTimes = createDueTimes(db, notices);
  const presence = createPresence(db, () => live.wake());
  const providers = openProviders(config, db, keys.vault, log);
  const settlement = createSettlement({ db, providers, log, notices, wakeLive: () => live.wake() });
  const payments = createPayments({
    db,
    providers,
    publicOrigin: config.PUBLIC_ORIGIN,
    settlement,
    statedMinimumPaisa: settings.statedMinimumPaisa,
  });
  const paymentOperations = createPaymentOperations(db, settlement, notices, settings.approvalSumPaisa, () =>
    live.wake(),
  );
  const reconciliation = createReconciliation(db, settlement);
  const reports = createReports(db, clock);
  const rights = createPrivacy({ db, storage, vault: keys.vault, eraseOwn: people.eraseOwn });
  const books = createBooks(db, log, (trx) =>
    notices.tellStaff(trx, 'books_attention', { kind: 'books', id: 'wrong' }),
  );
  const safekeeping = createSafekeeping({
    db,
    blobs,
    keys,
    config,
    log,
    tellStaff: (kind, about) => notices.tellStaff(db, kind, about),
  });
  await safekeeping.takeUpKeys();
  const papersDeps = { db, clock, renderer, files, publicOrigin, portalName: settings.shopName };
  const shopReports = createShopReports(db, clock);
  const papers = createPapers({
    ...papersDeps,
    providerName: (id) => providers.find((provider) => provider.id === id)?.name ?? { bn: id, en: id },
  });

  const app = await createHttpServer(config, log);
  const cookieRule = { isSecure: config.PUBLIC_ORIGIN.startsWith('https:') };
  const binder = createBinder({
    app,
    authenticate: createAuthenticate(accounts, views, cookieRule),
    recordAccess: views.recordAccess,
    patience: config.DATABASE_PATIENCE,
  });
  const migrations = await listMigrations();
  const background = createBackground(log);
  const observed = observe(binder, log, {
    metricsToken: config.METRICS_TOKEN,
    gauges: [...background.metrics, ...books.gauges, ...safekeeping.gauges],
    parts: [
      { name: 'database', check: () => assertReachable(db) },
      { name: 'migrations', check: () => assertMigrated(db, migrations.length) },
      // Orders and reading go on without it; only what needs a file waits.
      { name: 'storage', check: () => storage.check(), isNeeded: false },
    ],
  });
  serveApiReference(binder, version);
  publishedKeysRoutes(binder, db);
  impersonationRoutes(binder, views);
  accountsRoutes(binder, accounts, cookieRule, mail);
  securityRoutes(binder, { accounts, passwordReset, secondFactor, proveIdentity, emailConfirmation, mail });
  userRoutes(binder, { accounts, people, mail, cookieRule });
  auditLogRoutes(binder, db);
  settingsRoutes(binder, settings, guardedSettings, live);
  walletRoutes(binder, wallet, live);
  catalogueRoutes(binder, catalogue, priceChanges, live);
  registryRoutes(binder, config.sandbox.registry);
  filesRoutes(binder, files, limiter);
  sharesRoutes(binder, shares);
  fileDetailRoutes(binder, createFileDetails({ db, files, storage, ...ownPdf }));
  documentsRoutes(binder, documents, live);
  ordersRoutes(binder, { orders, dueTimes, replies: createSavedReplies(db) }, live);
  noticesRoutes(binder, notices);
  paymentsRoutes(binder, payments, settlement);
  paymentOperationRoutes(binder, paymentOperations, reconciliation);
  reportsRoutes(binder, reports);
  shopReportsRoutes(
    binder,
    shopReports,
    createShopPapers(papersDeps, shopReports),
    createSearch(db, orders, files),
  );
  booksRoutes(binder, books);
  privacyRoutes(binder, rights);
  papersRoutes(binder, papers);
  if (config.sandbox.payments) sandboxProviderRoutes(binder, db);
  bind(binder, sandboxEndpoints.sandboxStatus, async () => ({
    sandbox: Object.values(config.sandbox).some(Boolean),
    ...config.sandbox,
  }));
  bind(binder, liveEndpoints.ticket, ({ caller }) => live.makeTicket(caller));
  serveLiveChannel(binder, { db, live, accounts, presence, orders });
  const webFolder = join(root, 'dist/web');
  await serveWebClient(app, {
    folder: webFolder,
    publicOrigin,
    isSandbox: Object.values(config.sandbox).some(Boolean),
    isLiveShare: (token, ip) => shares.isLive(token, ip),
    describeShop: () => settings.publicShop(),
    drawFrontPage: createFrontPage(webFolder, () => catalogue.listPublic(), settings.shopName),
    answerMissing,
  });

  return {
    app,
    db,
    accounts,
    views,
    catalogue,
    priceChanges,
    wallet,
    documents,
    orders,
    dueTimes,
    settings,
    guardedSettings,
    payments,
    settlement,
    books,
    version,
    makeNextExport: rights.makeNext,
    sweepStorage: safekeeping.sweepStorage,
    sealAuditLog: safekeeping.sealAuditLog,
    anchorAuditLog: safekeeping.anchorAuditLog,
    proveAuditLog: safekeeping.proveAuditLog,
    takeUpKeys: safekeeping.takeUpKeys,

    /** Fills what a new shop needs, starts listening and the work that repeats. @returns the port */
    async start(): Promise<number> {
      await storage.check();
      await catalogue.seed();
      await live.start();
      await app.listen({ port: config.PORT, host: config.HOST });
      const { every } = background;
      const waking = (work: () => Promise<number>) => async () => (await work()) > 0 && live.wake();
      every(config.PAYMENT_SWEEP_SECONDS, 'settle payments', () => settlement.sweep());
      every(5, 'pack exports', () => rights.makeNext());
      every(5, 'send mail', () => mail.sendDue());
      every(60, 'tell of overdue orders', waking(dueTimes.tellOverdue));
      every(30, 'apply prices', waking(priceChanges.applyDue));
      every(600, 'forget who has gone', () => presence.removeOld());
      every(86_400, 'remove old notices', () => notices.removeOld());
      every(1, 'send links for passwords', () => passwordReset.sendAsked());
      every(600, 'remove old events', () => live.removeOld());
      every(60, 'end lapsed views', () => views.endLapsed());
      safekeeping.schedule(every);
      every(600, 'audit the books', async () => {
        await withPatience(1_900, () => books.auditNightly());
        live.wake();
      });
      every(600, 'close days', () => withPatience(700, () => shopReports.closeDays()));
      every(3_600, 'remove old readings', async () =>
        documents.removeOldReadings((await settings.get()).retention.readings_days),
      );
      every(3_600, 'remove expired captchas', () => documents.removeExpiredCaptchas());
      every(3_600, 'remove what has had its time', () => removeOld(db));
      every(3_600, 'forget finished looks', () => shares.removeOldViewings());
      every(3_600, 'forget old tries', () => limiter.removeOld());
      every(60, 'apply settings that waited', waking(guardedSettings.applyDue));
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : config.PORT;
    },

    /** Says that it is not ready, stops taking calls, lets calls and jobs under way end, then closes all but the database server. */
    async stop(): Promise<void> {
      observed.drain();
      await wait(config.DRAIN_SECONDS * 1000);
      const jobs = background.stop();
      await Promise.all([mail.stop(), live.stop()]);
      await app.close();
      const left = await jobs;
      if (left.length > 0) log.warn({ jobs: left }, 'jobs were still running at the stop');
      await Promise.all([
        renderer.close(),
        pictures.close(),
        codeFinder.close(),
        ownPdf.close(),
        documents.close(),
        closeReaders(),
      ]);
      registry.close();
      for (const provider of providers) provider.close();
      await safekeeping.leave();
      await db.destroy();
    },
  };
}
