// Mail: queued in the caller's transaction, sent after the commit, retried until delivered.
// Without SMTP_URL it is written to DATA_DIR/outbox as .eml.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { bindDeps } from './bind-deps.ts';
import type { Config } from './config.ts';
import type { Database, Reader } from './database/connect.ts';
import type { Log } from './log.ts';
import { inSeconds, readGauge } from './read-gauge.ts';
import type { Vault } from './vault.ts';
import { isLeaseLost } from './work/lease.ts';

export interface EmailTemplate {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What it says has no use later, and it is not sent then. */
  readonly usefulMinutes?: number;
}

interface LetterHead {
  readonly from: string | { name: string; address: string };
  /** Belongs to the shop. */
  readonly name: { readonly bn: string; readonly en: string };
}

export const mailPurpose = 'mail';

/** Finds a person's queued mail without opening it; and the purpose of that hash. */
export const recipientOf = (address: string): string => address.normalize('NFC').toLowerCase();
export const recipientPurpose = 'mail recipient';
/** As mail servers keep it: a shop's server may be away for a weekend, or refuse a password until somebody is back. */
const longestDays = 3;
/** Of one mail, whatever its server says meanwhile: less than the minute after which another process may take it. */
const longestMs = 45_000;
/** At a stop. */
const lastMs = 3_000;
/** Some mail servers defer everyone once or twice; from the third time on it is worth a look. */
const reportedAttempt = 3;
/** What a server answers about the address alone (RFC 3463): unknown, moved away, ill-formed, without a mail server, closed. */
const ofTheAddress = /^5\d\d[ -]5\.(?:1\.(?:[1236]|10)|2\.1)\b/;

export interface MailDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'DATA_DIR' | 'SMTP_URL' | 'PUBLIC_ORIGIN'>;
  readonly vault: Vault;
  readonly log: Log;
  /** Sender and signature, looked up for each mail. */
  readonly emailHeader: () => Promise<LetterHead>;
  /** Notified when a mail cannot be delivered; a few times per mail. */
  readonly notifyFailing: () => Promise<void>;
}

/** Milliseconds. */
interface Patience {
  readonly longestMs?: number;
  readonly lastMs?: number;
}

/** With the first mail: the portal starts sooner. */
async function openTransports({ SMTP_URL }: MailDeps['config']) {
  const { createTransport } = await import('nodemailer');
  return {
    smtp: SMTP_URL === undefined ? undefined : createTransport(SMTP_URL),
    compose: createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  };
}

function openContext(deps: MailDeps, patience: Patience) {
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
    /** Aborted when a stop has waited long enough. */
    end: new AbortController(),
    outbox: join(config.DATA_DIR, 'outbox'),
  };
}
type Context = ReturnType<typeof openContext>;

async function send(context: Context, { to, subject, text }: EmailTemplate): Promise<void> {
  const { config, end, outbox, sending } = context;
  const { from, name: shop } = await context.emailHeader();
  const signed = shop.bn === shop.en ? shop.bn : `${shop.bn} · ${shop.en}`;
  const message = {
    ...{ from, to, subject, text: `${text}\n-- \n${signed}\n${config.PUBLIC_ORIGIN}\n` },
    // So that nobody's absence is answered to it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  sending.transports ??= openTransports(config);
  const { smtp, compose } = await sending.transports;
  if (smtp) {
    // Its own limits hold only while a server says nothing at all.
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

/** What nodemailer says of a mail that did not go. Its message and answer may name people. */
interface SmtpError {
  readonly code?: string;
  /** The one that was refused, such as `RCPT TO`. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Claims one mail until its next attempt, sends it, removes it. @returns false when none is due */
async function sendOne(context: Context): Promise<boolean> {
  const { db, vault, log } = context;
  const { rows } = await sql<{ id: string; sealed_mail: Buffer; attempts: number; minutes: number }>`
    update mails set attempts = attempts + 1, next_attempt_at = now() + least(attempts + 1, 60) * interval '1 minute'
     where id = (select id from mails where next_attempt_at not between now() and now() + interval '2 hours'
                  order by next_attempt_at limit 1 for update skip locked)
    returning id, sealed_mail, attempts, extract(epoch from now() - created_at)::float8 / 60 as minutes`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return false;
  const remove = () => db.deleteFrom('mails').where('id', '=', row.id).execute();
  try {
    const letter = JSON.parse(vault.openText(row.sealed_mail, mailPurpose)) as EmailTemplate;
    if (letter.usefulMinutes === undefined || row.minutes < letter.usefulMinutes) await send(context, letter);
    await remove();
  } catch (error) {
    const { code, command, responseCode, response = '' } = error as SmtpError;
    const fault = { mail: row.id, attempts: row.attempts, fault: code, answer: responseCode };
    if (command !== 'MAIL FROM' && ofTheAddress.test(response)) {
      log.info(fault, 'a mail was refused for its address, and is not sent again');
      await remove();
      return true;
    }
    const isOver = row.minutes >= longestDays * 24 * 60;
    log.warn(fault, isOver ? 'a mail did not go, and is given up' : 'a mail did not go');
    if (isOver) await remove();
    if (isOver || row.attempts === reportedAttempt) await context.notifyFailing();
  }
  return true;
}

/** Queues a mail in the caller's transaction. */
export async function queueMail(
  { vault }: Pick<MailDeps, 'vault'>,
  reader: Reader,
  letter: EmailTemplate,
): Promise<void> {
  await reader
    .insertInto('mails')
    .values({
      id: randomUUID(),
      sealed_mail: vault.sealText(JSON.stringify(letter), mailPurpose),
      recipient_index: vault.blindIndex(recipientOf(letter.to), recipientPurpose),
    })
    .execute();
}

export async function sendDueMail(context: Context): Promise<void> {
  while (!context.sending.isStopping && !isLeaseLost() && (await sendOne(context)));
}

/** Makes the queue run now; call after the commit. */
export function wakeMail(context: Context): void {
  const { sending } = context;
  if (sending.running || sending.isStopping) return;
  sending.running = sendDueMail(context)
    .catch(() => undefined)
    .finally(() => {
      sending.running = undefined;
    });
}

/** No other mail is started. One that is being sent has a few seconds left; then it is broken off, and goes after the next start. */
export async function stopMail({ end, lastMs, sending }: Context): Promise<void> {
  sending.isStopping = true;
  setTimeout(() => end.abort(), lastMs).unref();
  await sending.running;
}

/** When the oldest mail that waits was written. */
async function readOldestMail({ db }: Context): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`select min(created_at) as oldest from mails`.execute(
    db,
  );
  return rows[0]!.oldest;
}

export type Mail = ReturnType<typeof createMail>;

export function createMail(deps: MailDeps, patience: Patience = {}) {
  const context = openContext(deps, patience);
  return {
    gauge: readGauge(
      'mail_oldest_timestamp_seconds',
      'When the oldest mail that waits to be sent was written',
      async () => inSeconds(await readOldestMail(context)),
    ),
    ...bindDeps(context, {
      queue: queueMail,
      wake: wakeMail,
      sendDue: sendDueMail,
      stop: stopMail,
    }),
  };
}
