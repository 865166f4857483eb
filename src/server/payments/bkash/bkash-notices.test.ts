import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createNoticeReader, signedText } from './bkash-notices.ts';

const topic = 'arn:aws:sns:ap-southeast-1:111111111111:ours';
const sns = 'https://sns.ap-southeast-1.amazonaws.com';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Every URL returns the matching key, so the tests show which URLs are fetched at all. */
const fetched = vi.fn(
  async (_url: string) => new Response(publicKey.export({ type: 'spki', format: 'pem' })),
);
vi.stubGlobal('fetch', fetched);
beforeEach(() => fetched.mockClear());
afterAll(() => vi.unstubAllGlobals());

function read(fields: Record<string, string>) {
  const envelope: Record<string, string> = {
    ...{ Type: 'Notification', MessageId: 'm', TopicArn: topic, Timestamp: 't', SignatureVersion: '2' },
    Message: JSON.stringify({ merchantInvoiceNumber: 'NP1', trxID: 'T1', amount: '90', saleAmount: '100' }),
    SigningCertURL: `${sns}/SimpleNotificationService-1.pem`,
    ...fields,
  };
  const signature = sign('RSA-SHA256', Buffer.from(signedText(envelope)), privateKey).toString('base64');
  const reader = createNoticeReader(
    { topic, trustedOrigin: undefined },
    createLog('silent', { write: () => undefined }),
  );
  return reader({ ...envelope, Signature: signature });
}

it('a notice says what was asked for, which with a coupon is more than what was paid', async () => {
  expect(await read({})).toMatchObject({ invoice: 'NP1', transactionId: 'T1', amountPaisa: 10_000n });
});

it.each([
  'http://sns.ap-southeast-1.amazonaws.com/a.pem',
  'https://sns.ap-southeast-1.amazonaws.com:8443/a.pem',
  'https://sns@sns.ap-southeast-1.amazonaws.com/a.pem',
  'https://sns.ap-southeast-1.amazonaws.com.example.com/a.pem',
  'https://sns.a.b.amazonaws.com/a.pem',
  'https://s3.amazonaws.com/a.pem',
  'https://sns.ap-southeast-1.amazonaws.com/a?.pem',
  'https://sns.ap-southeast-1.amazonaws.com/a/b.pem',
])('its key is never fetched from %s', async (SigningCertURL) => {
  await expect(read({ SigningCertURL })).rejects.toMatchObject({ code: 'not_allowed' });
  expect(fetched).not.toHaveBeenCalled();
});

it('a subscription is confirmed where Amazon confirms them, and nowhere else', async () => {
  const confirm = async (SubscribeURL: string) => {
    expect(await read({ Type: 'SubscriptionConfirmation', Token: 'x', SubscribeURL })).toBeUndefined();
    return fetched.mock.calls.map(([url]) => url);
  };
  const rest = '?Action=ConfirmSubscription';
  expect(await confirm(`https://example.com/${rest}`)).toEqual([expect.stringContaining('.pem')]);
  expect(await confirm(`${sns}/other/${rest}`)).not.toContain(`${sns}/other/${rest}`);
  expect(await confirm(`${sns}/${rest}`)).toContain(`${sns}/${rest}`);
});
