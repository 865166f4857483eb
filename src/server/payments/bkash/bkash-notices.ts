// bKash's instant payment notifications, sent through Amazon SNS. Accepted only with a valid signature and from our own topic.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { parseTaka } from '#contract/money.ts';
import { Fault } from '../../platform/fault.ts';
import type { Log } from '../../platform/log.ts';
import type { ProviderNotification } from '../provider.ts';

export interface NoticeSettings {
  /** Name of our topic. Without it every notification is rejected, since anyone can sign with a topic of their own. */
  readonly topic: string | undefined;
  /** Origin of a simulator on this machine, whose keys are trusted too. */
  readonly trustedOrigin: string | undefined;
}

const Envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Message: z.string().max(60_000),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type Envelope = z.output<typeof Envelope>;

const Payment = z.object({
  merchantInvoiceNumber: z.string().max(255).default(''),
  trxID: z.string().max(100).default(''),
  amount: z.coerce.string().default(''),
  saleAmount: z.coerce.string().optional(),
  currency: z.string().max(10).default(''),
  transactionStatus: z.string().max(60).default(''),
});

/** Builds the signed text: each field's name and value on separate lines, in the order that Amazon prescribes. */
export function signedText(envelope: Record<string, string | undefined>): string {
  const names =
    envelope.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  return names
    .flatMap((name) => (envelope[name] === undefined ? [] : [`${name}\n${envelope[name]}\n`]))
    .join('');
}

interface ReaderDeps {
  readonly settings: NoticeSettings;
  readonly log: Log;
  /** Keyed by certificate URL. */
  readonly keys: Map<string, KeyObject>;
}

function isTrusted(
  { trustedOrigin }: NoticeSettings,
  address: string | undefined,
  path: RegExp,
): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (trustedOrigin !== undefined && url.origin === trustedOrigin) return true;
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com$/.test(url.hostname) &&
    path.test(url.pathname)
  );
}

async function getKey({ keys }: ReaderDeps, address: string): Promise<KeyObject> {
  const known = keys.get(address);
  if (known) return known;
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(8_000) });
  const key = createPublicKey((await response.text()).slice(0, 20_000));
  if (keys.size > 20) keys.clear();
  keys.set(address, key);
  return key;
}

async function isSigned(deps: ReaderDeps, envelope: Envelope): Promise<boolean> {
  if (!isTrusted(deps.settings, envelope.SigningCertURL, /^\/[\w.-]+\.pem$/)) return false;
  try {
    return verify(
      envelope.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256',
      Buffer.from(signedText(envelope)),
      await getKey(deps, envelope.SigningCertURL),
      Buffer.from(envelope.Signature, 'base64'),
    );
  } catch {
    return false;
  }
}

/** @throws Fault `invalid_request` */
function readPayment({ MessageId, Message }: Envelope): ProviderNotification {
  let content: unknown;
  try {
    content = JSON.parse(Message);
  } catch {
    throw new Fault('invalid_request');
  }
  const payment = Payment.safeParse(content);
  if (!payment.success) throw new Fault('invalid_request');
  const { data } = payment;
  return {
    messageId: MessageId,
    invoice: data.merchantInvoiceNumber,
    transactionId: data.trxID,
    // With a coupon, the sale amount is what was requested.
    amountPaisa: parseTaka(data.saleAmount || data.amount),
    currency: data.currency,
    status: data.transactionStatus,
  };
}

/** @returns undefined if it is not a payment notification. @throws Fault `not_found`, `invalid_request`, `not_allowed` */
export async function readNotification(
  deps: ReaderDeps,
  message: unknown,
): Promise<ProviderNotification | undefined> {
  const { settings, log } = deps;
  if (settings.topic === undefined) throw new Fault('not_found');
  const parsed = Envelope.safeParse(message);
  if (!parsed.success) throw new Fault('invalid_request');
  const envelope = parsed.data;
  if (envelope.TopicArn !== settings.topic || !(await isSigned(deps, envelope))) {
    log.warn('a notice without a good signature was refused');
    throw new Fault('not_allowed');
  }
  if (envelope.Type === 'SubscriptionConfirmation') {
    if (isTrusted(settings, envelope.SubscribeURL, /^\/$/))
      await fetch(envelope.SubscribeURL, { redirect: 'error', signal: AbortSignal.timeout(8_000) });
    return undefined;
  }
  return envelope.Type === 'Notification' ? readPayment(envelope) : undefined;
}

export function createNoticeReader(settings: NoticeSettings, log: Log) {
  const deps: ReaderDeps = { settings, log, keys: new Map() };
  return (message: unknown) => readNotification(deps, message);
}
