// Signed notifications in the format of Amazon SNS, with the simulator's own key.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { SimulatedPayment } from './books.ts';

export const topic = 'arn:aws:sns:ap-southeast-1:000000000000:bkash-simulator';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const signingPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

export interface NoticeChange {
  messageId?: string;
  isForged?: boolean;
  topic?: string;
  certUrl?: string;
  /** Replaces fields of the notification. */
  content?: Record<string, string>;
}

export function makeNotice(payment: SimulatedPayment, origin: string, change: NoticeChange = {}) {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: change.messageId ?? randomUUID(),
    TopicArn: change.topic ?? topic,
    Message: JSON.stringify({
      dateTime: new Date().toISOString().replace(/[-:T]/g, '').slice(0, 14),
      debitMSISDN: '01770618575',
      creditOrganizationName: 'Nothipotro',
      creditShortCode: '50001',
      trxID: payment.trxID,
      transactionStatus: 'Completed',
      transactionType: '10002294',
      amount: payment.amount,
      currency: 'BDT',
      transactionReference: payment.invoice,
      merchantInvoiceNumber: payment.invoice,
      ...change.content,
    }),
    Timestamp: new Date().toISOString(),
  };
  const text = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type']
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  const signature = sign('RSA-SHA1', Buffer.from(text), privateKey);
  if (change.isForged) signature[0]! ^= 1;
  return {
    ...message,
    SignatureVersion: '1',
    Signature: signature.toString('base64'),
    SigningCertURL: change.certUrl ?? `${origin}/signing.pem`,
    UnsubscribeURL: `${origin}/unsubscribe`,
  };
}
