// The key that seals documents: a separate RSA key with a self-signed certificate in the portal's name. RSA with PKCS#1 v1.5 padding because its
// signatures are deterministic: the same document gives a byte-identical sealed PDF.
import { createHash, generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** Two PEM texts; the private one is a secret of the portal. */
export interface SealKey {
  privateKeyPem: string;
  certificatePem: string;
}

const VALID_YEARS = 20;
const COMMON_NAME = '2.5.4.3';
const SHA256_WITH_RSA = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null });

/** Makes a 3072-bit key; takes up to a few seconds. PDF readers show `commonName` as the signer. */
export async function generateSealKey(commonName: string, now: Date = new Date()): Promise<SealKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 });
  const publicKeyDer = publicKey.export({ type: 'spki', format: 'der' });
  const name = new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new AttributeValue({ utf8String: commonName.normalize('NFC') }),
      }),
    ]),
  ]);
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS);
  // RFC 5280: version 3, a positive serial, and extensions for a key that only signs.
  const certified = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    signature: SHA256_WITH_RSA,
    issuer: name,
    validity: new Validity({ notBefore: now, notAfter: until }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(publicKeyDer, SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints()),
      extension(
        id_ce_keyUsage,
        true,
        new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
      ),
      extension(
        id_ce_subjectKeyIdentifier,
        false,
        new SubjectKeyIdentifier(createHash('sha256').update(publicKeyDer).digest().subarray(0, 20)),
      ),
    ]),
  });
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(certified)), privateKey);
  const certificate = AsnConvert.serialize(
    new Certificate({
      tbsCertificate: certified,
      signatureAlgorithm: SHA256_WITH_RSA,
      signatureValue: bytesOf(signature),
    }),
  );
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: new X509Certificate(new Uint8Array(certificate)).toString(),
  };
}

function extension(extnID: string, critical: boolean, value: object): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** A copy: a small buffer is a window into a larger one. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;
