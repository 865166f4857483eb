// The key that seals documents: an own RSA key with a self-signed certificate that bears the portal's name. RSA with
// PKCS#1 v1.5 padding because its signatures are deterministic: the same document gives the byte-same sealed PDF.
import { createHash, generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { der, derOid, TAG } from './der.ts';

/** Two PEM texts; the private one is a secret of the portal. */
export interface SealKey {
  privateKeyPem: string;
  certificatePem: string;
}

const VALID_YEARS = 20;
const SHA256_WITH_RSA = der(TAG.sequence, derOid('1.2.840.113549.1.1.11'), Buffer.from([0x05, 0x00]));

/** Makes a 3072-bit key; takes up to a few seconds. `commonName` is shown by PDF readers as the signer. */
export async function generateSealKey(commonName: string, now: Date = new Date()): Promise<SealKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 });
  const publicKeyDer = publicKey.export({ type: 'spki', format: 'der' });
  const name = der(
    TAG.sequence,
    der(
      TAG.set,
      der(TAG.sequence, derOid('2.5.4.3'), der(TAG.utf8String, Buffer.from(commonName.normalize('NFC')))),
    ),
  );
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS);
  // RFC 5280: version 3, a positive serial, and extensions for a key that signs and does nothing else.
  const certified = der(
    TAG.sequence,
    der(TAG.context0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    SHA256_WITH_RSA,
    name,
    der(TAG.sequence, derTime(now), derTime(until)),
    name,
    publicKeyDer,
    der(
      TAG.context3,
      der(
        TAG.sequence,
        extension('2.5.29.19', true, der(TAG.sequence)),
        // digitalSignature and nonRepudiation
        extension('2.5.29.15', true, der(TAG.bitString, Buffer.from([6, 0xc0]))),
        extension(
          '2.5.29.14',
          false,
          der(TAG.octetString, createHash('sha256').update(publicKeyDer).digest().subarray(0, 20)),
        ),
      ),
    ),
  );
  const signature = sign('sha256', certified, privateKey);
  const certificate = der(
    TAG.sequence,
    certified,
    SHA256_WITH_RSA,
    der(TAG.bitString, Buffer.from([0]), signature),
  );
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: new X509Certificate(certificate).toString(),
  };
}

function extension(oid: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [der(TAG.boolean, Buffer.from([0xff]))] : [];
  return der(TAG.sequence, derOid(oid), ...flag, der(TAG.octetString, value));
}

/** UTCTime until 2049, GeneralizedTime after it (RFC 5280, 4.1.2.5). */
function derTime(moment: Date): Buffer {
  const digits = `${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(TAG.generalizedTime, Buffer.from(digits));
}
