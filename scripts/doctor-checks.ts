// The checks of `npm run doctor`: those of the owner's page, and those that need the owner's database login or take minutes. Their results hold no
// personal data.
import { X509Certificate } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { checkupNames } from '../src/contract/checkup/rules.ts';
import { checkupWords, type Words } from '../src/contract/checkup/words.ts';
import { dhakaDay } from '../src/contract/dates/dates.ts';
import type { SealKey } from '../src/engines/rendering/seal-key.ts';
import { auditSealPurpose, proveAuditLog } from '../src/server/audit-log/chain.ts';
import { openDestination } from '../src/server/backup/destination.ts';
import { findIdentities } from '../src/server/backup/encryption.ts';
import { checks as portalChecks } from '../src/server/checkup/checks.ts';
import { CheckFailure, formatFinding, storeFailure } from '../src/server/checkup/finding.ts';
import { audit } from '../src/server/ledger/audit.ts';
import type { Config } from '../src/server/platform/config.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { measureLagOnce } from '../src/server/platform/database/connection/replica.ts';
import { listMigrations } from '../src/server/platform/database/migrate.ts';
import { assertSameInstallation } from '../src/server/platform/installation/identity.ts';
import { assertSameKeys } from '../src/server/platform/installation/key-files.ts';
import { openKeyRing } from '../src/server/platform/key-ring.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { createStorage, type Storage, UnusableStoreError } from '../src/server/platform/storage/storage.ts';
import { openAnchorPlaces } from '../src/server/portal-keys.ts';
import { bookRules } from '../src/server/reports/book-rules.ts';
import { allowLongReading } from '../src/server/reports/books.queries.ts';

export interface CheckContext {
  readonly config: Config;
  readonly db: Database;
  readonly owner: pg.Client;
  readonly release: string;
}

const papersToCheck = 200;
const sealLeftMs = 90 * 86_400_000;

/** @returns what is well. @throws CheckFailure */
type RunCheck = (context: CheckContext) => Promise<Words>;

export interface Check {
  readonly name: Words;
  readonly run: RunCheck;
  readonly remedy: Words;
}

async function checkVersions({ db, owner, release }: CheckContext): Promise<Words> {
  const { rows } = await owner.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const postgres = Math.floor(Number(rows[0]!.version) / 10_000);
  if (postgres < 15) throw new CheckFailure(formatFinding('PostgreSQL #', 'PostgreSQL #', postgres));
  const applied = await db.selectFrom('schema_migrations').select('name').execute();
  const names = new Set(applied.map(({ name }) => name));
  const known = await listMigrations();
  const missing = known.filter(({ name }) => !names.has(name)).length;
  if (missing > 0)
    throw new CheckFailure(formatFinding('#টি মাইগ্রেশন বাকি', '# migrations are missing', missing));
  // After a rollback the database keeps what only the newer release knows.
  const newer = names.size - known.length;
  const [bn, en] =
    newer > 0
      ? [
          '; ডেটাবেসে নতুন রিলিজের #টি মাইগ্রেশন রয়ে গেছে',
          '; # migrations of a newer release stay in the database',
        ]
      : ['', ''];
  return formatFinding(
    `রিলিজ #, Node #, PostgreSQL #${bn}`,
    `release #, Node #, PostgreSQL #${en}`,
    release,
    process.versions.node,
    postgres,
    ...(newer > 0 ? [newer] : []),
  );
}

async function checkBooks({ db }: CheckContext): Promise<Words> {
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await allowLongReading(trx);
      return audit(trx, bookRules);
    });
  if (findings.length > 0) throw new CheckFailure(formatFinding('#টি গরমিল', 'findings: #', findings.length));
  return formatFinding('#টি নিয়মে মিলেছে', '# rules', bookRules.length);
}

async function checkAuditLog({ config, db }: CheckContext): Promise<Words> {
  const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
  const places = openAnchorPlaces(config, openBlobs(config), vault);
  const { broken, sealedRows } = await proveAuditLog(db, vault.derive(auditSealPurpose), places).catch(
    (error) => {
      if (!(error instanceof UnusableStoreError)) throw error;
      throw storeFailure(error, 'ফাইলের জায়গা কাজ করে না', 'the storage cannot be used');
    },
  );
  if (broken.length > 0)
    throw new CheckFailure(formatFinding('#টি অংশ বদলে গেছে', '# stretches are broken', broken.length));
  return formatFinding('#টি সিল করা সারি', '# sealed rows', sealedRows);
}

async function checkKeys({ config, owner }: CheckContext): Promise<Words> {
  const folder = join(config.DATA_DIR, 'keys');
  await assertSameInstallation(owner, openBlobs(config), folder).catch(() => {
    throw new CheckFailure(
      formatFinding(
        'ডেটাবেস, রাখা ফাইল ও চাবি একই দোকানের নয়, বা কোনোটি নেই',
        'database, stored files and keys are not of one shop, or one of them is missing',
      ),
    );
  });
  await assertSameKeys(owner, folder).catch(() => {
    throw new CheckFailure(formatFinding('একটি চাবি নেই, বা বদলে গেছে', 'a key is missing or was replaced'));
  });
  const names = readdirSync(folder);
  const open = names.filter((name) => {
    const file = statSync(join(folder, name));
    return file.isFile() && (file.mode & 0o077) !== 0;
  });
  if (open.length > 0)
    throw new CheckFailure(
      formatFinding('অন্যরাও পড়তে পারে: #', 'others may read #', open.map((name) => name).join(', ')),
    );
  return formatFinding('#টি ফাইল', '# files', names.length);
}

/** Readers of PDF say of each paper that the certificate has run out, or is not valid yet: also of one that the first start made with a wrong clock. */
async function checkSeal({ config }: CheckContext): Promise<Words> {
  const { certificatePem } = JSON.parse(
    openKeyRing(join(config.DATA_DIR, 'keys'), 'document-seal.json').current(),
  ) as SealKey;
  const { validFromDate, validToDate } = new X509Certificate(certificatePem);
  const words = formatFinding(
    '# থেকে # পর্যন্ত',
    'valid from # to #',
    ...[validFromDate, validToDate].map(dhakaDay),
  );
  if (Date.now() < validFromDate.getTime() || Date.now() > validToDate.getTime() - sealLeftMs)
    throw new CheckFailure(words, false);
  return words;
}

/** Opens papers rather than checking that they exist. Keys are loaded only if a paper is read. */
function openPapers(config: Config): Pick<Storage, 'probe' | 'get'> {
  const open = async (): Promise<Storage> => {
    const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
    return createStorage(openBlobs(config), vault, async () => undefined);
  };
  return {
    probe: async () => (await open()).probe(),
    get: async (key) => (await open()).get(key),
  };
}

const lagOf = ({ DATABASE_URL: url, DATABASE_REPLICA: replica }: Config, owner: pg.Client) =>
  url && replica ? () => measureLagOnce(owner, url, replica) : undefined;

const runPortalCheck =
  (name: keyof typeof portalChecks): RunCheck =>
  async ({ config, db, owner }) =>
    portalChecks[name]({
      config,
      db,
      storage: openPapers(config),
      measureLag: lagOf(config, owner),
      papers: papersToCheck,
    });

/** Detects a mistyped passphrase before the next nightly backup fails. */
async function checkBackups(context: CheckContext): Promise<Words> {
  const words = await runPortalCheck('backups')(context);
  const { BACKUP_TO: to, BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient } = context.config;
  if (to !== undefined && recipient === undefined)
    await findIdentities([], passphrase, openDestination(to, context.config)).catch(() => {
      throw new CheckFailure(
        formatFinding(
          'BACKUP_PASSPHRASE আগের ব্যাকআপের সঙ্গে মেলে না: .env-এ ঠিকটা লিখুন',
          'BACKUP_PASSPHRASE is not that of the earlier backups: write the right one into .env',
        ),
      );
    });
  return words;
}

/** Checks that run here instead of showing their last result, as the owner's page does. */
const fullChecks: Readonly<Record<string, RunCheck>> = {
  books: checkBooks,
  audit_log: checkAuditLog,
  backups: checkBackups,
};

const check = (name: keyof typeof checkupWords, run: RunCheck): Check => ({ ...checkupWords[name], run });

export const checks: readonly Check[] = [
  check('versions', checkVersions),
  ...checkupNames.map((name) => check(name, fullChecks[name] ?? runPortalCheck(name))),
  check('keys', checkKeys),
  check('seal', checkSeal),
];

/** Names of the checks that need no database. */
export const checksWithoutDatabase: readonly Words[] = (
  ['settings', 'disk', 'certificate', 'mail', 'registry', 'backups'] as const
).map((name) => checkupWords[name].name);
