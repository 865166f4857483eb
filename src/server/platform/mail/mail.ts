// Mail: queued in the caller's transaction, sent after the commit, retried until delivered.
// Without SMTP_URL it is written to DATA_DIR/outbox as .eml files.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bindDeps } from '../bind-deps.ts';
import { createComputedGauge, toUnixSeconds } from '../computed-gauge.ts';
import type { Config } from '../config.ts';
import type { Database, Reader } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { Vault } from '../vault.ts';
import { isLeaseLost } from '../work/lease.ts';
import {
  type ClaimedMail,
  claimMail,
  countUnsent,
  discardExpired,
  discardUndeliverable,
  insertMail,
  postponeMail,
  readOldestMail,
  removeMail,
} from './mail.queries.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** After this time the mail is useless and not sent; until then it is sent before other mail. */
  readonly usefulMinutes?: number;
}

interface Letterhead {
  readonly from: { name: string; address: string };
  /** Name of the shop. */
  readonly name: { readonly bn: string; readonly en: string };
}

export const mailPurpose = 'mail';

/** The value of the keyed hash by which a person's queued mail is found without opening it, and the hash's purpose. */
export const recipientOf = (address: string): string => address.normalize('NFC').toLowerCase();
export const recipientPurpose = 'mail recipient';
/** Time limit for one mail, whatever its server does: less than the minute after which another process may claim it. */
const longestMs = 45_000;
/** Time limit for the mail being sent at a stop. */
const lastMs = 3_000;
/** Some mail servers defer every mail once or twice; the third failure is worth a notice. */
const notifyAfterAttempts = 3;
/** A server's reply that only the address is at fault (RFC 3463): unknown, moved, malformed, without a mail server, closed. */
const addressRefusal = /^5\d\d[ -]5\.(?:1\.(?:[1236]|10)|2\.1)\b/;

export interface MailDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'DATA_DIR' | 'SMTP_URL' | 'PUBLIC_ORIGIN'>;
  readonly vault: Vault;
  readonly log: Log;
  /** Sender and signature, looked up for each mail. */
  readonly emailHeader: () => Promise<Letterhead>;
  /** Called when a mail cannot be delivered, a few times per mail. */
  readonly notifyFailing: () => Promise<void>;
}

/** In milliseconds. */
interface Timeouts {
  readonly longestMs?: number;
  readonly lastMs?: number;
}

/** Loaded with the first mail, so that the portal starts sooner. */
async function openTransports({ SMTP_URL }: MailDeps['config']) {
  const { createTransport } = await import('nodemailer');
  return {
    smtp: SMTP_URL === undefined ? undefined : createTransport(SMTP_URL),
    compose: createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  };
}

function openContext(deps: MailDeps, patience: Timeouts) {
  const { config } = deps;
  const sending: {
    isStopping: boolean;
    running: Promise<void> | undefined;
    transports: ReturnType<typeof openTransports> | undefined;
  } = { isStopping: false, running: undefined, transports: undefined };
  return {
    ...deps,
    longestMs,
    lastMs,
    ...patience,
    sending,
    /** Aborted when a stop no longer waits. */
    end: new AbortController(),
    outbox: join(config.DATA_DIR, 'outbox'),
  };
}
type Context = ReturnType<typeof openContext>;

async function send(context: Context, { to, subject, text }: Email): Promise<void> {
  const { config, end, outbox, sending } = context;
  const { from, name: shop } = await context.emailHeader();
  const signed = shop.bn === shop.en ? shop.bn : `${shop.bn} · ${shop.en}`;
  const message = {
    ...{ from, to, subject, text: `${text}\n-- \n${signed}\n${config.PUBLIC_ORIGIN}\n` },
    // Keeps out-of-office replies away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  sending.transports ??= openTransports(config);
  const { smtp, compose } = await sending.transports;
  if (smtp) {
    // The transport's own timeouts apply only while a server sends nothing at all.
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(context.longestMs)]);
    await smtp.sendMail({ ...message, signal });
    return;
  }
  const composed = await compose.sendMail(message);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(outbox, `${name}.part`), composed.message as Buffer, { mode: 0o600 });
  await rename(join(outbox, `${name}.part`), join(outbox, name));
}

/** An error of nodemailer. Its message and response may contain personal data. */
interface SmtpError {
  readonly code?: string;
  /** The command that was refused, such as `RCPT TO`. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Whether the server could not be reached or used at all, so that no other mail could be sent either. */
function isServerUnusable({ code, command = '', responseCode }: SmtpError): boolean {
  const isOfServer = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH)\b/.test(command) || responseCode === 421;
  return isOfServer || code === 'EAUTH' || code === 'EABORT';
}

async function handleFailed(
  { db, log, notifyFailing, sending }: Context,
  row: ClaimedMail,
  error: SmtpError,
): Promise<'next' | 'wait'> {
  const { code, command, responseCode, response = '' } = error;
  const fault = { mail: row.id, attempts: row.attempts, fault: code, answer: responseCode };
  if (command !== 'MAIL FROM' && addressRefusal.test(response)) {
    log.info(fault, 'a mail was refused for its address, and is not sent again');
    await removeMail(db, row.id);
    return 'next';
  }
  log.warn(fault, 'a mail did not go');
  // At a stop the mail is aborted, which says nothing about the server.
  const isServerAway = isServerUnusable(error) && !sending.isStopping;
  const mails = await discardUndeliverable(db, row.id, isServerAway);
  if (mails > 0) log.warn({ mails }, 'mail that did not go for three days is given up');
  const isReported = isServerAway
    ? await postponeMail(db, row.id, notifyAfterAttempts)
    : row.attempts === notifyAfterAttempts;
  if (mails > 0 || isReported) await notifyFailing();
  return isServerAway ? 'wait' : 'next';
}

/** Claims one mail until its next attempt, sends it and removes it. @returns false when none is due or none could be sent */
async function sendOne(context: Context): Promise<boolean> {
  const { db, vault } = context;
  const row = await claimMail(db);
  if (!row) return false;
  try {
    await send(context, JSON.parse(vault.openText(row.sealed_mail, mailPurpose)) as Email);
    await removeMail(db, row.id);
  } catch (error) {
    return (await handleFailed(context, row, error as SmtpError)) === 'next';
  }
  return true;
}

/** Queues a mail in the caller's transaction. */
export async function queueMail(
  { vault }: Pick<MailDeps, 'vault'>,
  reader: Reader,
  letter: Email,
): Promise<void> {
  await insertMail(reader, {
    id: randomUUID(),
    sealedMail: vault.sealText(JSON.stringify(letter), mailPurpose),
    recipientIndex: vault.blindIndex(recipientOf(letter.to), recipientPurpose),
    usefulMinutes: letter.usefulMinutes,
  });
}

export async function sendDueMail(context: Context): Promise<void> {
  const { db, log, sending } = context;
  const mails = await discardExpired(db);
  if (mails > 0) log.warn({ mails }, 'mail that ended before it could be sent is given up');
  while (!sending.isStopping && !isLeaseLost() && (await sendOne(context)));
}

/** Sends due mail now; to be called after the commit. */
export function wakeMail(context: Context): void {
  const { sending } = context;
  if (sending.running || sending.isStopping) return;
  sending.running = sendDueMail(context)
    .catch(() => undefined)
    .finally(() => {
      sending.running = undefined;
    });
}

/** Starts no further mail. One that is being sent has a few seconds left; then it is aborted, and sent after the next start. */
export async function stopMail({ end, lastMs, sending }: Context): Promise<void> {
  sending.isStopping = true;
  setTimeout(() => end.abort(), lastMs).unref();
  await sending.running;
}

export type Mail = ReturnType<typeof createMail>;

export function createMail(deps: MailDeps, patience: Timeouts = {}) {
  const context = openContext(deps, patience);
  return {
    gauges: [
      createComputedGauge(
        'mail_oldest_timestamp_seconds',
        'When the oldest mail that waits to be sent was written',
        async () => toUnixSeconds(await readOldestMail(context.db)),
      ),
      createComputedGauge('mail_unsent_last_week', 'Mails of the last seven days that were given up', () =>
        countUnsent(context.db),
      ),
    ],
    ...bindDeps(context, {
      queue: queueMail,
      wake: wakeMail,
      sendDue: sendDueMail,
      stop: stopMail,
    }),
  };
}
