// A whole portal on its own port with its own database, called over real HTTP like by any client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { createPortal, type Portal } from '#server/app.ts';
import type { TestSeams } from '#server/open-modules.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { openInstallation } from '#server/platform/installation/open-installation.ts';
import { loadOrCreate } from '#server/platform/keys.ts';
import { createLog } from '#server/platform/log.ts';
import { openBlobs } from '#server/platform/storage/blobs.ts';
import { keyMakers } from '#server/portal-keys.ts';
import type { BodyOf, Unchecked } from './answers.ts';
import { callOver } from './call-over.ts';
import { cloneDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { watchRefusals } from './watch-refusals.ts';

export interface Answer<Body = Unchecked> {
  status: number;
  body: Body;
  headers: Headers;
  bytes: Buffer;
}

export interface CallOptions {
  body?: unknown;
  form?: FormData;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Person {
  id: number;
  email: string;
  password: string;
  token: string;
  refresh: string;
}

export interface TestPortal {
  origin: string;
  ownerUrl: string;
  /** URL with the portal's own login. */
  databaseUrl: string;
  dataDir: string;
  db: Database;
  portal: Portal;
  call<const M extends string, const P extends string>(
    method: M,
    path: P,
    options?: CallOptions,
  ): Promise<Answer<BodyOf<M, P>>>;
  admin: Person;
  /** Creates a new customer and signs them in. */
  customer(overrides?: Record<string, string>): Promise<Person>;
  signIn(email: string, password: string, remember?: boolean): Promise<Answer<BodyOf<'POST', '/token/'>>>;
  /** Tops up a wallet as staff do. */
  topUp(person: Person, taka: string): Promise<void>;
}

let people = 0;

/** No call may end in an unexpected error: it fails the running test, with the lines of code that lead to it. */
const unexpectedFails = {
  write(line: string) {
    if (line.includes('unexpected error')) console.error(line);
  },
};

/** For a portal whose database refuses on purpose. */
export const unexpectedWanted = { write: () => undefined };

export async function startTestPortal(
  settings: Record<string, string> = {},
  seams: Partial<TestSeams> = {},
  logTo: { write(line: string): void } = unexpectedFails,
): Promise<TestPortal & { stop(): Promise<void> }> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'nothipotro-portal-'));
  await loadOrCreate(join(dataDir, 'keys'), 'document-seal.json', () => inject('sealKey'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_POOL: '10',
    // A busy machine must not look like an unavailable database.
    DATABASE_PATIENCE: '10',
    DOCUMENT_WORKERS: '1',
    LOG_LEVEL: 'error',
    SIGN_UPS_AN_HOUR: '3000',
    CHECK_ANSWERS: '1',
    ...settings,
  });
  const databaseUrl = await openInstallation({
    ownerUrl: database.ownerUrl,
    blobs: openBlobs(config),
    keysFolder: join(dataDir, 'keys'),
    keyMakers,
  });
  const breaches: string[] = [];
  const portal = await createPortal({
    config,
    databaseUrl,
    log: createLog(config.LOG_LEVEL, logTo),
    seams,
    onViolation(message) {
      breaches.push(message);
      // Fails the running test.
      console.error(message);
    },
  });
  const adminPassword = 'amar-gopon-katha-7';
  await portal.accounts.makeFirstAdmin('admin@shop.test', adminPassword);
  // The daily audit of the books would otherwise run by itself within five seconds, or later on a busy machine, and freeze accounts to which a test
  // has given payments or orders without their movements.
  await portal.books.auditNightly();
  await portal.start();
  const origin = config.PUBLIC_ORIGIN;
  const refusals = watchRefusals();
  const call: TestPortal['call'] = (method, path, options) =>
    refusals.watch(`${method} ${path}`, callOver(origin, method, path, options));
  const signIn: TestPortal['signIn'] = (email, password, remember) =>
    call('POST', '/token/', { body: { username: email, password, remember } });

  async function enter(email: string, password: string): Promise<Person> {
    const { body } = await signIn(email, password);
    return { id: body.user_info.id, email, password, token: body.access, refresh: body.refresh };
  }
  const admin = await enter('admin@shop.test', adminPassword);

  return {
    origin,
    ownerUrl: database.ownerUrl,
    databaseUrl,
    dataDir,
    db: database.db,
    portal,
    call,
    admin,
    signIn,
    async customer(overrides = {}) {
      people += 1;
      const email = `customer${people}@mail.test`;
      const password = 'nodir-dhare-bari-42';
      const account = {
        first_name: 'রহিমা',
        last_name: 'খাতুন',
        email,
        phone: '01712345678',
        password,
        terms: true,
        ...overrides,
      };
      const { status, body } = await call('POST', '/account/sign-up/', { body: account });
      if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
      return enter(account.email, account.password);
    },
    async topUp(person, taka) {
      await database.db.deleteFrom('cash_days').execute();
      const { status } = await call('POST', '/account/transactions/create/', {
        token: admin.token,
        body: { user: person.id, amount: taka },
      });
      if (status !== 201) throw new Error(`the top-up answered ${status}`);
      // Test set-up does not use up what staff may move alone in a day.
      await database.db.deleteFrom('cash_days').execute();
    },
    async stop() {
      await portal.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (breaches.length > 0) throw new Error(`Against the contract: ${breaches.join('; ')}`);
      refusals.expectNoneUnread();
    },
  };
}

/** For a whole test file; its fields are set once the tests run. Settings may come from what started before. */
export function usePortal(
  settings: Record<string, string> | (() => Record<string, string>) = {},
  seams: Partial<TestSeams> = {},
  logTo?: { write(line: string): void },
): TestPortal {
  const holder = {} as TestPortal;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const started = await startTestPortal(
      typeof settings === 'function' ? settings() : settings,
      seams,
      logTo,
    );
    Object.assign(holder, started);
    stop = started.stop;
  });
  afterAll(() => stop?.());
  return holder;
}
