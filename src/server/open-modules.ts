// Opens all modules in the order of modules.ts, with the parts that they share, and connects them.
import { availableParallelism } from 'node:os';
import { attachmentLongestSide } from '#contract/orders/attachment-rules.ts';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';
import { createRenderer, type Renderer } from '#engines/rendering/render-document.ts';
import { openAccountsModule } from './accounts/module.ts';
import { openBackup } from './backup/module.ts';
import { openCatalogue } from './catalogue/module.ts';
import { openCheckup } from './checkup/module.ts';
import { createCodeFinder } from './documents/code-finder.ts';
import { openDocuments } from './documents/module.ts';
import { createOwnPdf } from './documents/own-pdf.ts';
import { createPictures } from './documents/pictures.ts';
import type { ReadSignedCopy } from './documents/read-upload.ts';
import { openFiles } from './files/module.ts';
import { openNotices } from './notices/module.ts';
import { openOrders } from './orders/module.ts';
import { hasOpenOrders } from './orders/orders.queries.ts';
import { openPayments } from './payments/module.ts';
import { findPaid, hasOpenPayments } from './payments/payments.queries.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/connect.ts';
import type { Replica } from './platform/database/connection/replica.ts';
import { createLive } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import { createMail } from './platform/mail/mail.ts';
import type { Base } from './platform/module.ts';
import { createRateLimiter } from './platform/rate-limit/rate-limit.ts';
import { type BlobStore, createStorage, type Storage } from './platform/storage/storage.ts';
import { recordStored } from './platform/storage/stored-files.queries.ts';
import { inSpan, traceCalls } from './platform/tracing/spans.ts';
import type { Keys } from './portal-keys.ts';
import { openPrivacy } from './privacy/module.ts';
import { eraseDataOf } from './privacy/privacy.service.ts';
import { openRegistry } from './registry/module.ts';
import type { Registry } from './registry/registry.ts';
import { openReports } from './reports/module.ts';
import { openSettings } from './settings/module.ts';
import { openWallet } from './wallet/module.ts';
import { hasOpenCashRequests } from './wallet/wallet.queries.ts';

/** Wrappers for the parts that tests make fail. */
export interface TestSeams {
  storage(part: Storage): Storage;
  renderer(part: Renderer): Renderer;
  registry(part: Registry): Registry;
  readSignedCopy(part: ReadSignedCopy): ReadSignedCopy;
}

/** Opens the processes and workers that read and typeset files. */
export function openEngines(config: Config, keys: Keys, seams: Partial<TestSeams>) {
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

export type Engines = ReturnType<typeof openEngines>;

/** Opens the modules, each of which uses only those before it; dependencies in the other direction are functions that are called later. */
export function openModules(base: Base, keys: Keys, engines: Engines, seams: Partial<TestSeams>) {
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
    reauthentication: accounts.reauthentication,
  });
  const shared = { settings: settings.settings, notices: notices.notices };
  const wallet = openWallet(base, { ...shared, findPaid, postRefund: (...of) => orders.refunds.post(...of) });
  const catalogue = openCatalogue(base);
  const registry = openRegistry(base, {
    isConfirmed: accounts.emailConfirmation.isConfirmed,
    wrap: seams.registry,
    noteAnswer: (service, isAnswered) =>
      void orders.outages
        .recordLookupOutcome(service, isAnswered)
        .catch((error: unknown) => base.log.error({ error: String(error) }, 'An outage was not noted')),
  });
  const files = openFiles(base, {
    ...shared,
    ownPdf,
    findCode: (pdf, owner) => codeFinder.find(pdf, owner),
  });
  const documents = openDocuments(base, { ...shared, ...engines, ...catalogue, ...registry, ...files });
  const orders = openOrders(base, {
    ...shared,
    ...catalogue,
    ...files,
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

export type Modules = ReturnType<typeof openModules>;

interface BaseParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly db: Database;
  readonly replica: Replica | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly keys: Keys;
  readonly seams: Partial<TestSeams>;
}

/** Opens the parts that every module may use. Mail gets its sender from, and reports failures to, modules that open later. */
export function openBase(
  { config, databaseUrl, db, replica, log, clock, blobs, keys: { vault }, seams }: BaseParts,
  modules: () => Modules,
): Base {
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
