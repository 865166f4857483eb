// Mail: queued in the transaction that wants it, sent after the commit, tried again until it has gone.
// Without SMTP_URL it is written to DATA_DIR/outbox as .eml.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { Database, Reader } from './database/connect.ts';
import type { Log } from './log.ts';
import type { Vault } from './vault.ts';

export interface EmailTemplate {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface LetterHead {
  readonly from: string | { name: string; address: string };
  /** Of the shop. */
  readonly name: { readonly bn: string; readonly en: string };
}

export interface Mail {
  /** Queues a letter in the caller's transaction. */
  queue(reader: Reader, letter: EmailTemplate): Promise<void>;
  /** Lets the queue be looked at now; call it after the commit. */
  wake(): void;
  sendDue(): Promise<void>;
  /** The letter under way goes out whole; no other is begun. */
  stop(): Promise<void>;
}

export const mailPurpose = 'mail';

/** By what letters that wait for somebody are found without being opened, and what that is hashed for. */
export const recipientOf = (address: string): string => address.normalize('NFC').toLowerCase();
export const recipientPurpose = 'mail recipient';
const maxAttempts = 12;
/** Some mail servers let everybody wait once or twice; from the third time on it is worth a look. */
const tellingAttempts = [3, maxAttempts];

/**
 * @param emailHeader who the mail is from and what signs it, asked for each letter
 * @param tellFailing that a letter does not go; called a few times a letter
 */
export function createMail(
  db: Database,
  config: Config,
  vault: Vault,
  log: Log,
  emailHeader: () => Promise<LetterHead>,
  tellFailing: () => Promise<void>,
): Mail {
  const outbox = join(config.DATA_DIR, 'outbox');
  const smtp = config.SMTP_URL === undefined ? undefined : createTransport(config.SMTP_URL);
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function send(letter: EmailTemplate): Promise<void> {
    const { from, name: shop } = await emailHeader();
    const signed = shop.bn === shop.en ? shop.bn : `${shop.bn} · ${shop.en}`;
    const message = { from, ...letter, text: `${letter.text}\n-- \n${signed}\n${config.PUBLIC_ORIGIN}\n` };
    if (smtp) {
      await smtp.sendMail(message);
      return;
    }
    const composed = await compose.sendMail(message);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(outbox, `${name}.part`), composed.message as Buffer, { mode: 0o600 });
    await rename(join(outbox, `${name}.part`), join(outbox, name));
  }

  /** Claims one letter until its next attempt, sends it, removes it. @returns false when none is due */
  async function sendOne(): Promise<boolean> {
    const { rows } = await sql<{ id: string; sealed_mail: Buffer; attempts: number }>`
      update mails set attempts = attempts + 1, next_attempt_at = now() + least(attempts + 1, 60) * interval '1 minute'
       where id = (select id from mails where next_attempt_at <= now() and attempts < ${maxAttempts}
                    order by next_attempt_at limit 1 for update skip locked)
      returning id, sealed_mail, attempts`.execute(db);
    const row = rows[0];
    if (!row) return false;
    try {
      await send(JSON.parse(vault.openText(row.sealed_mail, mailPurpose)) as EmailTemplate);
      await db.deleteFrom('mails').where('id', '=', row.id).execute();
    } catch (error) {
      log.warn(
        { mail: row.id, attempts: row.attempts, fault: (error as { code?: string }).code },
        'a mail did not go',
      );
      if (tellingAttempts.includes(row.attempts)) await tellFailing();
    }
    return true;
  }

  let isStopping = false;
  let sending: Promise<void> | undefined;
  const sendDue = async () => {
    while (!isStopping && (await sendOne()));
  };

  return {
    async queue(reader, letter) {
      await reader
        .insertInto('mails')
        .values({
          id: randomUUID(),
          sealed_mail: vault.sealText(JSON.stringify(letter), mailPurpose),
          recipient_index: vault.blindIndex(recipientOf(letter.to), recipientPurpose),
        })
        .execute();
    },
    wake() {
      if (sending || isStopping) return;
      sending = sendDue()
        .catch(() => undefined)
        .finally(() => {
          sending = undefined;
        });
    },
    sendDue,
    async stop() {
      isStopping = true;
      await sending;
    },
  };
}
