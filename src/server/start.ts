// Starts the portal: settings, database, migrations, first accounts, server; stops it in the reverse order.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePassword } from './accounts/passwords/passwords.ts';
import { createPortal, type Portal } from './app.ts';
import { describeRunningRestore, isReady, removeUnproven } from './backup/restore/install-restored.ts';
import { addDemo, trialAccounts, trialEmail } from './demo.ts';
import {
  assertSandboxIsMeant,
  type Config,
  configErrorExitCode,
  readConfig,
  SettingError,
  weakSettings,
} from './platform/config.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './platform/database/embedded.ts';
import { tryLock } from './platform/database/folder-lock.ts';
import {
  assertDedicatedSessions,
  explainConnectionError,
} from './platform/installation/connection-errors.ts';
import { assertDataDirAccess } from './platform/installation/data-dir-access.ts';
import { openInstallation } from './platform/installation/open-installation.ts';
import { StartupError } from './platform/installation/startup-error.ts';
import { loadOrCreate } from './platform/keys.ts';
import { createLog, type Log } from './platform/log.ts';
import { openBlobs } from './platform/storage/blobs.ts';
import { UnusableStoreError } from './platform/storage/storage.ts';
import { keyMakers } from './portal-keys.ts';
import { version } from './portal-server.ts';
import { shownPeople } from './registry/synthetic.ts';

/** Locks DATA_DIR, so that only one portal uses it; the file with the process id is for people. @returns a function that releases it */
function claim(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  assertDataDirAccess(dataDir);
  const pidFile = join(dataDir, 'portal.pid');
  const lock = tryLock(join(dataDir, 'portal.lock'));
  if (!lock) {
    const restore = describeRunningRestore(dataDir);
    if (restore !== undefined) throw new StartupError(`DATA_DIR: ${restore}`);
    const other = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new StartupError(
      `DATA_DIR: ${dataDir} is in use by a running portal${other}. Stop it, or set another DATA_DIR.`,
    );
  }
  if (isReady(dataDir)) {
    lock.release();
    throw new StartupError(
      `DATA_DIR: a restore into ${dataDir} was broken off while it was put in place: run npm run restore again, which finishes it.`,
    );
  }
  removeUnproven(dataDir);
  writeFileSync(pidFile, String(process.pid));
  return () => {
    rmSync(pidFile, { force: true });
    lock.release();
  };
}

async function openDatabase(
  config: Config,
  log: Log,
): Promise<{ embedded: EmbeddedDatabase | undefined; databaseUrl: string }> {
  const open = (ownerUrl: string) =>
    openInstallation({
      ownerUrl,
      applicationUrl: config.DATABASE_APP_URL,
      blobs: openBlobs(config),
      keysFolder: join(config.DATA_DIR, 'keys'),
      keyMakers,
    });
  if (config.DATABASE_URL !== undefined) {
    for (const name of ['DATABASE_URL', 'DATABASE_APP_URL'] as const)
      if (config[name] !== undefined) await assertDedicatedSessions(name, config[name]);
    const databaseUrl = await open(config.DATABASE_URL).catch((error: Error) => {
      throw error instanceof StartupError || error instanceof UnusableStoreError
        ? error
        : new StartupError(`DATABASE_URL: ${explainConnectionError(error, config.DATABASE_URL!)}`);
    });
    return { embedded: undefined, databaseUrl };
  }
  const embedded = await startEmbeddedDatabase(config.DATA_DIR, {
    onEvent: (event, why) => log.error({ why }, `the embedded database has ${event}`),
  });
  try {
    return { embedded, databaseUrl: await open(embedded.url) };
  } catch (error) {
    await embedded.stop();
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new StartupError(
      `DATA_DIR: the database does not take the password in ${join(config.DATA_DIR, 'keys', 'database-password')}: put keys/ back, from the same backup as the database.`,
    );
  }
}

const trialCustomer = {
  email: trialEmail,
  firstName: 'রহিমা',
  lastName: 'খাতুন',
  phone: '01700000001',
};

/** Creates a sandbox's trial customer; its password is stored next to the keys, so that every start can print it. */
async function makeTrialCustomer(portal: Portal, config: Config): Promise<string | undefined> {
  if (!config.sandbox.payments || !config.sandbox.registry) return undefined;
  const password = (await loadOrCreate(join(config.DATA_DIR, 'keys'), 'trial-customer', makePassword)).trim();
  await portal.accounts.ensureTrialCustomer({ ...trialCustomer, password });
  return password;
}

/** Refuses real payments while wallets hold sandbox money, which must not buy anything real. @throws SettingError */
async function assertNoPlayMoney(portal: Portal, config: Config): Promise<void> {
  if (config.sandbox.payments || config.KEEP_SANDBOX_MONEY) return;
  const { wallets, accounts } = await portal.payments.findSandboxLeftovers(trialAccounts);
  if (wallets + accounts === 0) return;
  throw new SettingError(
    `PAYMENT_PROVIDERS: payments are real now, and ${wallets} wallets hold play money, ${accounts} trial accounts are open. Start with PAYMENT_PROVIDERS=sandbox to pay out and close them, take an empty database, or set KEEP_SANDBOX_MONEY=1.`,
  );
}

function announce(
  config: Config,
  address: string,
  admin: string | undefined,
  customerPassword: string | undefined,
): void {
  const person = shownPeople[0]!;
  const lines = [
    '',
    `  নথিপত্র · Nothipotro is ready: ${address}`,
    '',
    `  Admin      ${admin === undefined ? '(address and password as set before)' : `${config.ADMIN_EMAIL}   ${admin}`}`,
    ...(customerPassword
      ? [`  Customer   ${trialCustomer.email}   ${customerPassword}   (sandbox only)`]
      : []),
    ...(config.sandbox.registry
      ? [
          '',
          '  To try the lookups (invented person):',
          `    NID ${person.nid}   born ${person.dateOfBirth}`,
          `    TIN ${person.tin}   mobile ${person.mobile}`,
          `    Birth registration ${person.birthCertificateNo}   born ${person.dateOfBirth}`,
        ]
      : []),
    '',
    `  API reference: ${address}/docs/    Stop with Ctrl-C.`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function openTraces({ TRACES_URL: url, TRACES_SHARE: share }: Config) {
  if (url === undefined) return undefined;
  const { sendTraces } = await import('./platform/tracing/send-traces.ts');
  return sendTraces(url, share, version);
}

/** @returns undefined if something else failed */
const explainStoreError = (error: unknown): string | undefined =>
  error instanceof UnusableStoreError ? `The stored files cannot be reached: ${error.message}.` : undefined;

/** @returns undefined if something else failed */
function explainListenError(error: unknown, { PORT: port, HOST: host }: Config): string | undefined {
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  if (syscall !== 'listen' && hostname !== host) return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is taken by another program. Stop it, or set another PORT.`;
    case 'EACCES':
      return `PORT: only root may open ${port} here. Set a PORT above 1023, and let a proxy such as Caddy take 80 and 443.`;
    case 'EADDRNOTAVAIL':
      return `HOST: ${host} is no address of this machine. Take one that it has, or 0.0.0.0 for all of them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: no address is known for ${host}. Take an address of this machine, or 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}

/** @param webBuilt resolves to whether the web client could be built; undefined if it was not being built */
async function run(webBuilt?: Promise<boolean>): Promise<void> {
  const config = readConfig(process.env);
  assertSandboxIsMeant(config);
  const log = createLog(config.LOG_LEVEL);
  const flushTraces = await openTraces(config);
  for (const weakness of weakSettings(config)) log.warn(weakness);
  const unclaim = claim(config.DATA_DIR);
  let embedded: EmbeddedDatabase | undefined;
  let portal: Portal | undefined;
  let stopping: Promise<void> | undefined;

  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      const forcedExit = setTimeout(() => process.exit(1), 30_000 + config.DRAIN_SECONDS * 1000).unref();
      // Even if the portal does not stop in time, the database is shut down properly.
      await Promise.race([
        portal
          ?.stop()
          .catch((error: unknown) =>
            log.error({ fault: (error as Error).name }, 'the portal did not stop cleanly'),
          ),
        new Promise((done) => setTimeout(done, 15_000 + config.DRAIN_SECONDS * 1000).unref()),
      ]);
      await Promise.all([embedded?.stop(), flushTraces?.()]);
      unclaim();
      clearTimeout(forcedExit);
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      void stop().then(() => process.exit(0));
    });
  }

  try {
    const opened = await openDatabase(config, log);
    embedded = opened.embedded;
    if ((await webBuilt) === false)
      throw new StartupError('The web client could not be built; see the lines above.');
    portal = await createPortal({ config, databaseUrl: opened.databaseUrl, log });
    await assertNoPlayMoney(portal, config);
    const password = config.ADMIN_PASSWORD ?? makePassword();
    const isFirst = await portal.accounts.makeFirstAdmin(config.ADMIN_EMAIL, password);
    const customerPassword = await makeTrialCustomer(portal, config);
    await portal.start();
    const ownerUrl = embedded?.url ?? config.DATABASE_URL;
    if (config.DEMO && ownerUrl !== undefined && (await addDemo(portal, ownerUrl)))
      log.info('the demo was added');
    const shownPassword = config.ADMIN_PASSWORD === undefined ? password : '(as ADMIN_PASSWORD says)';
    announce(config, config.PUBLIC_ORIGIN, isFirst ? shownPassword : undefined, customerPassword);
  } catch (error) {
    await stop();
    const said = explainStoreError(error) ?? explainListenError(error, config);
    if (said !== undefined) throw new StartupError(said);
    throw error;
  }
}

/** Whether the disk is at fault, such as a full one or one without access; the message names the file. */
const isDiskError = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');

export function startPortal(webBuilt?: Promise<boolean>): void {
  run(webBuilt).catch((error: unknown) => {
    const isExpected =
      isDiskError(error) || [SettingError, StartupError].some((kind) => error instanceof kind);
    process.stderr.write(
      `${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exit(error instanceof SettingError ? configErrorExitCode : 1);
  });
}

if (import.meta.main) startPortal();
