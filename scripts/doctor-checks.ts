// What `npm run doctor` looks at. Each check is a function that returns what is well, or throws what is wrong; nothing personal is in either.
import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import { auditSealPurpose, proveAuditLog } from '../src/server/audit-log/chain.ts';
import { listPapers } from '../src/server/backup/cluster-copy.queries.ts';
import { openPlace } from '../src/server/backup/place.ts';
import { findBackupFault } from '../src/server/backup/schedule.rules.ts';
import { readStatus } from '../src/server/backup/status.ts';
import { audit } from '../src/server/ledger/audit.ts';
import { assertSandboxIsMeant, type Config, weakSettings } from '../src/server/platform/config.ts';
import { assertSameKeys } from '../src/server/platform/custody/key-files.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { listMigrations } from '../src/server/platform/database/migrate.ts';
import { listJobs } from '../src/server/platform/jobs.queries.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { openAnchorPlaces } from '../src/server/portal-keys.ts';
import { bookRules } from '../src/server/reports/book-rules.ts';
import { allowLongReading } from '../src/server/reports/books.queries.ts';

export interface Patient {
  readonly config: Config;
  readonly db: Database;
  readonly owner: pg.Client;
  readonly release: string;
}

/** @returns what is well. @throws Error with what is wrong */
type Look = (patient: Patient) => Promise<string>;

export interface Check {
  readonly name: { readonly bn: string; readonly en: string };
  readonly look: Look;
  readonly remedy: { readonly bn: string; readonly en: string };
}

const gigabyte = 1024 ** 3;
const daysMs = 86_400_000;
const papersLookedAt = 200;

const wrong = (what: string): never => {
  throw new Error(what);
};

async function checkVersions({ db, owner, release }: Patient): Promise<string> {
  const { rows } = await owner.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const postgres = Math.floor(Number(rows[0]!.version) / 10_000);
  if (postgres < 15) wrong(`PostgreSQL ${postgres}`);
  const applied = await db.selectFrom('schema_migrations').select('name').execute();
  const known = await listMigrations();
  if (applied.length !== known.length) wrong(`${applied.length} of ${known.length} migrations`);
  return `release ${release}, Node ${process.versions.node}, PostgreSQL ${postgres}, ${applied.length} migrations`;
}

async function checkSettings({ config }: Patient): Promise<string> {
  assertSandboxIsMeant(config);
  const weak = weakSettings(config);
  if (weak.length > 0) wrong(weak.join('; '));
  return 'complete';
}

async function checkDisk({ config }: Patient): Promise<string> {
  const { bavail, blocks, bsize } = statfsSync(config.DATA_DIR);
  const free = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free`;
  return bavail * bsize < gigabyte || bavail / blocks < 0.05 ? wrong(free) : free;
}

async function checkClock({ owner }: Patient): Promise<string> {
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
  const apart = Math.abs(rows[0]!.now.getTime() - Date.now()) / 1_000;
  return apart > 5 ? wrong(`${Math.round(apart)} s from the database's`) : 'agrees with the database';
}

async function checkCertificate({ config }: Patient): Promise<string> {
  const { protocol, hostname, port } = new URL(config.PUBLIC_ORIGIN);
  if (protocol !== 'https:') return 'no https';
  const end = await new Promise<Date>((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: 5_000,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
  const days = Math.floor((end.getTime() - Date.now()) / daysMs);
  return days < 14 ? wrong(`ends in ${days} days`) : `ends in ${days} days`;
}

async function checkMail({ config }: Patient): Promise<string> {
  if (config.SMTP_URL === undefined) return 'sandbox: written to a folder';
  await createTransport(config.SMTP_URL, { connectionTimeout: 5_000 } as object).verify();
  return 'the server answers';
}

/** Any answer will do: whether the credentials are right shows in the jobs. */
async function checkAnswers(url: string): Promise<string> {
  await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5_000) });
  return 'answers';
}

const checkPayments = async ({ config }: Patient) =>
  config.PAYMENT_PROVIDERS.includes('bkash') ? checkAnswers(config.BKASH_URL) : 'sandbox';
const checkRegistry = async ({ config }: Patient) =>
  config.REGISTRY_URL === undefined ? 'synthetic' : checkAnswers(config.REGISTRY_URL);

async function checkBackups({ config }: Patient): Promise<string> {
  if (config.BACKUP_TO === undefined) return wrong('BACKUP_TO is unset: nothing is backed up');
  const status = await readStatus(openPlace(config.BACKUP_TO, config));
  const fault = findBackupFault(status, new Date());
  if (fault !== undefined) wrong(fault);
  return `${status.newest!.id}, ${status.proof ? 'proven' : 'not proven yet'}`;
}

async function checkJobs({ db }: Patient): Promise<string> {
  const jobs = await listJobs(db);
  const failing = jobs.filter(({ failures }) => failures >= 3).map(({ name }) => name);
  return failing.length > 0 ? wrong(failing.join(', ')) : `${jobs.length} jobs`;
}

async function checkBooks({ db }: Patient): Promise<string> {
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await allowLongReading(trx);
      return audit(trx, bookRules);
    });
  return findings.length > 0 ? wrong(`${findings.length} findings`) : `${bookRules.length} rules`;
}

async function checkAuditLog({ config, db }: Patient): Promise<string> {
  const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
  const places = openAnchorPlaces(config, openBlobs(config), vault);
  const { broken, sealedRows } = await proveAuditLog(db, vault.derive(auditSealPurpose), places);
  return broken.length > 0 ? wrong(`${broken.length} stretches are broken`) : `${sealedRows} sealed rows`;
}

async function checkKeys({ config, owner }: Patient): Promise<string> {
  const folder = join(config.DATA_DIR, 'keys');
  await assertSameKeys(owner, folder).catch(() => wrong('a key is missing or was replaced'));
  const names = readdirSync(folder);
  const open = names.filter((name) => {
    const found = statSync(join(folder, name));
    return found.isFile() && (found.mode & 0o077) !== 0;
  });
  return open.length > 0 ? wrong(`others may read ${open.join(', ')}`) : `${names.length} files`;
}

async function checkStorage({ config, owner }: Patient): Promise<string> {
  const blobs = openBlobs(config);
  await blobs.check();
  const papers = await listPapers(owner, papersLookedAt);
  let missing = 0;
  for (const { storage_key: key } of papers)
    await blobs.get(key).catch(() => {
      missing += 1;
    });
  return missing > 0 ? wrong(`${missing} of ${papers.length} papers are missing`) : `${papers.length} papers`;
}

const check = (bn: string, en: string, look: Look, remedyBn: string, remedyEn: string): Check => ({
  name: { bn, en },
  look,
  remedy: { bn: remedyBn, en: remedyEn },
});

export const checks: readonly Check[] = [
  check(
    'সংস্করণ',
    'versions',
    checkVersions,
    'পোর্টাল একবার চালু করুন, নতুন সংস্করণ নিজেই বাকিটা করবে',
    'start the portal once: it applies what is missing',
  ),
  check('সেটিংস', 'settings', checkSettings, '.env ফাইলে নাম বলা সেটিংটি ঠিক করুন', 'correct the named setting'),
  check('ডিস্ক', 'disk', checkDisk, 'পুরোনো ফাইল সরিয়ে জায়গা করুন', 'make room, or move DATA_DIR to a larger disk'),
  check(
    'ঘড়ি',
    'clock',
    checkClock,
    'কম্পিউটারের ঘড়ি ইন্টারনেট থেকে মেলান',
    'let the machine set its clock from the network (NTP)',
  ),
  check(
    'সার্টিফিকেট',
    'certificate',
    checkCertificate,
    'HTTPS সার্টিফিকেট নবায়ন করুন',
    'renew the certificate of the web address',
  ),
  check(
    'ইমেইল',
    'mail',
    checkMail,
    'SMTP_URL আর মেইল সার্ভারের পাসওয়ার্ড দেখুন',
    'check SMTP_URL and the password of the mail server',
  ),
  check('পেমেন্ট', 'payments', checkPayments, 'ইন্টারনেট আর BKASH_URL দেখুন', 'check the network and BKASH_URL'),
  check(
    'নিবন্ধন তথ্য',
    'registry',
    checkRegistry,
    'ইন্টারনেট আর REGISTRY_URL দেখুন',
    'check the network and REGISTRY_URL',
  ),
  check(
    'ব্যাকআপ',
    'backups',
    checkBackups,
    'ব্যাকআপের ডিস্ক লাগান, তারপর npm run backup চালান',
    'set BACKUP_TO and connect its disk, then: npm run backup',
  ),
  check('নিয়মিত কাজ', 'jobs', checkJobs, 'কাজের পাতা দেখুন: /admin/jobs', 'look at the page of jobs, /admin/jobs'),
  check(
    'খাতা',
    'books',
    checkBooks,
    'টাকা জমা বন্ধ রেখে npm run audit:ledger চালান',
    'stop top-ups and run: npm run audit:ledger',
  ),
  check('কার্যকলাপের লগ', 'audit log', checkAuditLog, 'npm run audit:trail চালান', 'run: npm run audit:trail'),
  check(
    'চাবি',
    'keys',
    checkKeys,
    'keys ফোল্ডার ব্যাকআপ থেকে ফিরিয়ে আনুন, অন্যদের পড়ার অনুমতি তুলে নিন',
    'put keys/ back from the backup; chmod 600 what others may read',
  ),
  check(
    'রাখা ফাইল',
    'stored files',
    checkStorage,
    'npm run storage:restore চালান, না হলে ব্যাকআপ থেকে ফেরান',
    'run npm run storage:restore, or restore the backup',
  ),
];
