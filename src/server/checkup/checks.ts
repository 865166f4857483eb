// The checks behind the owner's page and `npm run doctor`. Each returns a finding or throws a CheckFailure; neither contains personal data.
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { CheckupName } from '#contract/checkup/rules.ts';
import type { Words } from '#contract/checkup/words.ts';
import { formatDateTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { NoRightError } from '../backup/backup-error.ts';
import { assertConnected, openDestination, withDestinationTimeout } from '../backup/destination.ts';
import { stateOf } from '../backup/schedule.rules.ts';
import { readStatus } from '../backup/status.ts';
import { readOpenOrders } from '../orders/due-times.queries.ts';
import { assertSandboxIsMeant, type Config, weakSettings } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { readErrors } from '../platform/errors/unexpected-errors.queries.ts';
import { listJobs } from '../platform/jobs.queries.ts';
import { countUnsent } from '../platform/mail/mail.queries.ts';
import type { Base } from '../platform/module.ts';
import { type MeasureSpace, measureSpace } from '../platform/storage/disk-space.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findLast } from '../reports/books.queries.ts';
import { countMoneyWaiting } from '../reports/reports.queries.ts';
import {
  isTimeLimited,
  listPapers,
  readDatabaseTime,
  readMail,
  recordsParameters,
} from './checkup.queries.ts';
import { appendList, CheckFailure, formatFinding, storeFailure } from './finding.ts';
import { inGigabytes, isCritical, isLow, readBackupSpace, readDataSpace } from './free-space.ts';

export interface CheckContext {
  readonly config: Config;
  readonly db: Database;
  readonly storage: Pick<Storage, 'probe' | 'get'>;
  readonly measureLag: Base['measureLag'];
  /** Number of stored papers to read. */
  readonly papers: number;
  readonly measure?: MeasureSpace;
}

/** @returns the finding if all is well @throws CheckFailure */
export type Check<P = CheckContext> = (context: P) => Promise<Words>;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const failuresToMention = 3;
/** A longer lag is a finding. Reads aren't affected, since they then go to the primary. */
const maxReplicaLagSeconds = 10;

const fail = (...words: Parameters<typeof formatFinding>): never => {
  throw new CheckFailure(formatFinding(...words));
};

const warn = (...words: Parameters<typeof formatFinding>): never => {
  throw new CheckFailure(formatFinding(...words), false);
};

/** For checks that `npm run doctor` runs even if the database doesn't start. */
type PerhapsWithoutDatabase = Pick<CheckContext, 'config'> & Partial<Pick<CheckContext, 'db'>>;

async function checkSettings({ config, db }: PerhapsWithoutDatabase): Promise<Words> {
  assertSandboxIsMeant(config);
  const weak = weakSettings(config);
  if (weak.length > 0) {
    const problems = weak.join('; ');
    throw new CheckFailure({ bn: `খোলা ইন্টারনেটে নিরাপদ নয়: ${problems.split(':')[0]}`, en: problems }, false);
  }
  // Not detected by `npm run doctor`, whose connections bypass the pooler.
  if (config.DATABASE_POOLER !== undefined && db && !(await isTimeLimited(db)))
    warn(
      'DATABASE_POOLER: এর সংযোগে সময়ের সীমা নেই, docs/cluster.md-এর মতো connect_query দিন',
      'DATABASE_POOLER: its connections have no time limits, give it connect_query as in docs/cluster.md',
    );
  if (db && (await recordsParameters(db)))
    warn(
      'ডেটাবেসের লগে মানুষের তথ্য লেখা হচ্ছে: PostgreSQL-এ log_parameter_max_length = 0 দিন',
      'the log of the database records personal data: set log_parameter_max_length = 0 in PostgreSQL',
    );
  return formatFinding('সব ঠিক আছে', 'complete');
}

async function checkDisk({ config, measure = measureSpace }: CheckContext): Promise<Words> {
  const space = await readDataSpace(config, measure);
  const words = ['# জিবি খালি', '# GB free', inGigabytes(space.free)] as const;
  return isLow(space) ? fail(...words) : formatFinding(...words);
}

async function checkClock({ db }: CheckContext): Promise<Words> {
  const { now, latest } = await readDatabaseTime(db);
  const differenceSeconds = Math.round(Math.abs(now.getTime() - Date.now()) / 1_000);
  if (differenceSeconds > 5)
    fail('ডেটাবেসের ঘড়ি থেকে # সেকেন্ড আলাদা', '# s from the database’s', differenceSeconds);
  // If the database is on the same machine, both clocks can be wrong, as after a power cut with an empty clock battery.
  const behind = latest ? Math.floor((latest.getTime() - now.getTime()) / 60_000) : 0;
  if (behind > 0)
    fail(
      'লগে লেখা শেষ সময়ের চেয়ে # মিনিট পিছিয়ে, অথবা আগে একবার এগিয়ে ছিল',
      '# min behind the latest log entry, or it was ahead before',
      behind,
    );
  return formatFinding('ডেটাবেসের সঙ্গে মেলে', 'agrees with the database');
}

interface Validity {
  readonly from: Date;
  readonly to: Date;
}

function readCertificate({ hostname, port }: URL): Promise<Validity> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      timeout: 5_000,
    });
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      resolve({ from: new Date(from), to: new Date(to) });
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
}

/** @param code error code of the failed connection */
function describeTlsFailure(code: string): Parameters<typeof formatFinding> {
  if (code === 'CERT_HAS_EXPIRED') return ['মেয়াদ শেষ', 'expired'];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return ['অন্য নামের জন্য দেওয়া', 'made for another name'];
  if (/^(?:UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|CERT_)/.test(code))
    return ['এই কম্পিউটার এর প্রদানকারীকে চেনে না', 'its issuer is not known to this machine'];
  return ['ওয়েব ঠিকানায় HTTPS সংযোগ হয়নি', 'no secure connection to the web address'];
}

async function checkCertificate({ config }: CheckContext): Promise<Words> {
  const address = new URL(config.PUBLIC_ORIGIN);
  if (address.protocol !== 'https:') return formatFinding('HTTPS নেই', 'no https');
  const { from, to } = await readCertificate(address).catch((error: NodeJS.ErrnoException) =>
    fail(...describeTlsFailure(error.code ?? '')),
  );
  const leftMs = to.getTime() - Date.now();
  const words = ['আর # দিন চলবে', 'days left: #', Math.floor(leftMs / dayMs)] as const;
  // Short-lived certificates are renewed when a third of their lifetime is left.
  const isLate = leftMs < 14 * dayMs && leftMs < (to.getTime() - from.getTime()) / 4;
  return isLate ? fail(...words) : formatFinding(...words);
}

/** Whether an address is in a domain reserved for testing, which receives no mail (RFC 2606). */
export const isReservedDomain = (address: string): boolean =>
  /(?:[.@](?:test|example|invalid|localhost)|[.@]example\.(?:com|net|org))>?$/i.test(address.trim());

/** @param error from nodemailer, which reports an untrusted certificate in its message only */
function describeMailFailure({
  code,
  message,
}: {
  code?: string;
  message: string;
}): Parameters<typeof formatFinding> {
  if (code === 'EAUTH')
    return ['মেইল সার্ভার নাম আর পাসওয়ার্ড নেয়নি', 'the mail server does not take name and password'];
  if (/certificate|altnames/i.test(message))
    return ['মেইল সার্ভারের সার্টিফিকেট বিশ্বাস করা যায় না', 'the certificate of the mail server is not trusted'];
  return ['মেইল সার্ভার উত্তর দেয়নি', 'the mail server does not answer'];
}

async function checkMail({ config, db }: PerhapsWithoutDatabase): Promise<Words> {
  if (config.SMTP_URL === undefined)
    return formatFinding('পরীক্ষামূলক: একটি ফোল্ডারে লেখা হয়', 'sandbox: written to a folder');
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: config.SMTP_URL, ...limits });
  await transport
    .verify()
    .catch((error: Error) => fail(...describeMailFailure(error)))
    .finally(() => transport.close());
  if (db) await checkSent(config, db);
  return formatFinding('মেইল সার্ভার উত্তর দেয়', 'the server answers');
}

/** @throws CheckFailure if the sender's address isn't real, or mail isn't accepted */
async function checkSent(config: Config, db: Database): Promise<void> {
  const { sender, failing } = await readMail(db);
  if (isReservedDomain(sender ?? config.MAIL_FROM))
    warn(
      'প্রেরকের ঠিকানা আসল নয়: সেটিংসের ‘ইমেইল’ অংশে দোকানের ঠিকানা দিন',
      'the sender is no real address: set the shop’s own under Email in the settings',
    );
  if (failing > 0) fail('সার্ভার নেয়নি এমন ইমেইল: #টি', 'emails that the server has not taken: #', failing);
  const unsent = await countUnsent(db);
  if (unsent > 0)
    warn(
      'গত সাত দিনে #টি ইমেইল সময়মতো পাঠানো যায়নি, আর পাঠানো হবে না',
      'emails of the last seven days that did not go in time, and will not be sent: #',
      unsent,
    );
}

/** Accepts any response; wrong credentials show up in the jobs. */
async function checkAnswers(url: string): Promise<Words> {
  await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5_000) }).catch(() =>
    fail('উত্তর নেই', 'no answer'),
  );
  return formatFinding('উত্তর দেয়', 'answers');
}

async function checkPayments({ config, db }: CheckContext): Promise<Words> {
  const addressOf: Record<Config['PAYMENT_PROVIDERS'][number], string | undefined> = {
    sandbox: undefined,
    bkash: config.BKASH_URL,
  };
  let words = formatFinding('পরীক্ষামূলক', 'sandbox');
  for (const address of config.PAYMENT_PROVIDERS.flatMap((name) => addressOf[name] ?? []))
    words = await checkAnswers(address);
  const { payments } = await countMoneyWaiting(db);
  if (payments > 0) warn('#টি পেমেন্ট কারও সিদ্ধান্তের অপেক্ষায়', 'payments waiting for someone: #', payments);
  return words;
}

const checkRegistry = async ({ config }: CheckContext) =>
  config.REGISTRY_URL === undefined
    ? formatFinding('পরীক্ষামূলক', 'synthetic')
    : checkAnswers(config.REGISTRY_URL);

async function checkBackupSpace({ config, measure = measureSpace }: CheckContext): Promise<void> {
  const space = await readBackupSpace(config, measure, new Date());
  if (!space || !isLow(space)) return;
  const report = isCritical(space) ? fail : warn;
  report('ব্যাকআপের ডিস্কে মাত্র # জিবি খালি', 'only # GB free on the backup disk', inGigabytes(space.free));
}

async function checkBackups(context: CheckContext): Promise<Words> {
  const { config } = context;
  if (config.BACKUP_TO === undefined)
    return fail('কোথায় রাখা হবে তা বলা নেই, কিছুই রাখা হচ্ছে না', 'BACKUP_TO is unset: nothing is backed up');
  const destination = openDestination(config.BACKUP_TO, config);
  const read = () =>
    withDestinationTimeout(destination, async () => {
      await assertConnected(config, destination);
      return readStatus(destination, new Date());
    });
  const status = await read().catch((error) => {
    if (error instanceof NoRightError)
      fail('ব্যাকআপের জায়গায় লেখার অনুমতি পোর্টালের নেই', 'the portal may not write to the backup location');
    throw storeFailure(error.cause, 'ব্যাকআপের জায়গা পাওয়া যায়নি', 'the backup location cannot be reached');
  });
  const hours = status.newest ? Math.floor((Date.now() - status.newest.at.getTime()) / hourMs) : 0;
  switch (stateOf(status, new Date())) {
    case 'none':
      return fail('এখনো কোনো পুরো ব্যাকআপ নেই', 'there is no complete backup yet');
    case 'old':
      return fail('সবচেয়ে নতুনটি # ঘণ্টা আগের', 'the newest is # h old', hours);
    case 'failed':
      return fail('ফিরিয়ে আনার পরীক্ষায় টেকেনি', 'the newest did not pass its proof');
    case 'unproven':
      return formatFinding('# ঘণ্টা আগের, এখনো পরীক্ষা হয়নি', '# h old, not proven yet', hours);
    case 'well':
      if (status.proof?.lacking)
        warn(
          '#টি ফাইল ছাড়া: সেগুলো ফাইলের জায়গায় পাওয়া যায়নি',
          'files missing, lost by the storage: #',
          status.proof.lacking,
        );
      await checkBackupSpace(context);
      return formatFinding('# ঘণ্টা আগের, ফিরিয়ে এনে পরীক্ষা করা', '# h old, proven', hours);
  }
}

async function checkJobs({ db }: CheckContext): Promise<Words> {
  const jobs = await listJobs(db);
  const failing = jobs.filter(({ failures }) => failures >= failuresToMention);
  if (failing.length > 0)
    throw new CheckFailure({
      bn: formatFinding('#টি কাজ বারবার ব্যর্থ হচ্ছে', '', failing.length).bn,
      en: failing.map(({ name }) => name).join(', '),
    });
  return formatFinding('#টি কাজ ঠিকমতো চলছে', 'jobs running well: #', jobs.length);
}

async function checkErrors({ db }: CheckContext): Promise<Words> {
  const { count, newest } = await readErrors(db);
  if (count === 0) return formatFinding('গত সাত দিনে কোনোটি নেই', 'none in the last seven days');
  const words = formatFinding('গত সাত দিনে #টি; শেষগুলো: ', 'in the last seven days: #; the newest: ', count);
  const list = (language: Language) =>
    newest.map(({ reference, at, path }) => `${reference} (${formatDateTime(at, language)}, ${path})`);
  throw new CheckFailure(appendList(words, list), false);
}

/** Reads the last nightly audit, since a full audit takes minutes in a large shop. */
async function checkLastAudit({ db }: CheckContext): Promise<Words> {
  const last = await findLast(db);
  if (!last) return formatFinding('আজ রাতে প্রথমবার মেলানো হবে', 'to be audited tonight');
  if (last.findings > 0) fail('#টি গরমিল', 'findings: #', last.findings);
  return formatFinding('মিলেছে, #টি নিয়মে', 'balanced by # rules', last.rules ?? 0);
}

/** Reads the state of the nightly job that proves the audit log. */
async function checkLogProof({ db }: CheckContext): Promise<Words> {
  const job = (await listJobs(db)).find(({ name }) => name === 'prove the audit log');
  if (!job?.last_succeeded_at && !job?.failures)
    return formatFinding('আজ রাতে যাচাই হবে', 'to be proven tonight');
  if (job.failures > 0) fail('শেষ যাচাই টেকেনি', 'the last proof failed');
  return formatFinding('যাচাই করা', 'proven');
}

async function checkStorage({ db, storage, papers: count }: CheckContext): Promise<Words> {
  await storage.probe().catch((error) => {
    throw storeFailure(error, 'ফাইলের জায়গা কাজ করে না', 'the storage cannot be used');
  });
  const papers = await listPapers(db, count);
  let missing = 0;
  for (const { storage_key: key } of papers)
    await storage.get(key).catch(() => {
      missing += 1;
    });
  if (missing > 0)
    fail('#টির মধ্যে #টি কাগজ নেই বা নষ্ট', 'papers checked: #, missing or damaged: #', papers.length, missing);
  return formatFinding('#টি কাগজ দেখা হয়েছে', 'papers checked: #', papers.length);
}

async function checkReplica({ measureLag }: CheckContext): Promise<Words> {
  if (!measureLag) return formatFinding('নেই; সব মূলটি থেকে পড়া হয়', 'none; all is read from the primary');
  const lag = await measureLag();
  if (!lag) return warn('উত্তর দেয় না', 'does not answer');
  const seconds = Math.round(lag.seconds);
  if (seconds > maxReplicaLagSeconds) warn('# সেকেন্ড পিছিয়ে', '# s behind', seconds);
  return formatFinding('# সেকেন্ড পিছিয়ে', '# s behind', seconds);
}

async function checkLateOrders({ db }: CheckContext): Promise<Words> {
  const { overdue } = await readOpenOrders(db);
  if (overdue > 0) warn('#টি অর্ডারে দেরি হয়ে গেছে', 'overdue orders: #', overdue);
  return formatFinding('কোনোটিতে দেরি হয়নি', 'none is overdue');
}

export const checks: Readonly<Record<CheckupName, Check>> = {
  settings: checkSettings,
  disk: checkDisk,
  replica: checkReplica,
  clock: checkClock,
  certificate: checkCertificate,
  mail: checkMail,
  payments: checkPayments,
  registry: checkRegistry,
  backups: checkBackups,
  jobs: checkJobs,
  errors: checkErrors,
  books: checkLastAudit,
  audit_log: checkLogProof,
  stored_files: checkStorage,
  late_orders: checkLateOrders,
};
