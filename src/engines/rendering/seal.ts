// The seal of a finished PDF (PAdES B-B, ETSI EN 319 142-1) and its check. It proves one thing only: that the file has not changed since the portal
// made it.
import { createHash, createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import type { Signer } from '@libpdf/core';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_data,
  id_messageDigest,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnParser, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { fromBER } from 'asn1js';
import { openObjects } from './pdf-objects.ts';
import type { SealKey } from './seal-key.ts';

/** Returns a file that Typst wrote with a seal. */
export type Sealer = (pdf: Uint8Array, sealedAt: Date) => Promise<Uint8Array>;

/** The same file, key and time give the same bytes. */
export function createSealer(key: SealKey): Sealer {
  const privateKey = createPrivateKey(key.privateKeyPem);
  let mould: SealTemplate | undefined;
  return async (pdf, sealedAt) => {
    mould ??= await makeSealTemplate(key, privateKey);
    return sealWith(mould, privateKey, pdf, sealedAt);
  };
}

/** The signature container of a key, which is the same for each paper except for three parts of constant length. */
interface SealTemplate {
  readonly container: Buffer;
  readonly timeAt: number;
  readonly digestAt: number;
  readonly signatureAt: number;
  /** The signed attributes, without their tag. */
  readonly attributes: { readonly from: number; readonly until: number };
}

const anyTime = new Date('2026-11-21T08:30:00Z');
/** Space for the library's container: a 3072-bit signature and one certificate need about 2,300 bytes. */
const roomBytes = 4096;
const digitsOf = (time: Date) => time.toISOString().replace(/\D/g, '').slice(0, 14);
/** UTCTime, which has two digits for the year. */
const shortTime = (time: Date) => `${digitsOf(time).slice(2)}Z`;

/** Lets the library seal an empty page once: building the container for each file takes five times as long as the signature. */
async function makeSealTemplate(key: SealKey, privateKey: KeyObject): Promise<SealTemplate> {
  const { PDF } = await import('@libpdf/core');
  const file = PDF.create();
  file.addPage();
  const signer: Signer = {
    certificate: new Uint8Array(new X509Certificate(key.certificatePem).raw),
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async (data, algorithm) => new Uint8Array(sign(algorithm, data, privateKey)),
  };
  const { bytes } = await file.sign({ signer, signingTime: anyTime, level: 'B-B', estimatedSize: roomBytes });
  const sealed = findSealedParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))!;
  const { digest, attributes, signature, length } = readContainer(sealed.container)!;
  const container = sealed.container.subarray(0, length);
  const from = container.indexOf(attributes.subarray(1));
  return {
    container,
    timeAt: container.indexOf(shortTime(anyTime), from),
    digestAt: container.indexOf(digest, from),
    signatureAt: container.lastIndexOf(signature),
    attributes: { from, until: from + attributes.length - 1 },
  };
}

/** What the signature covers begins with the tag of a SET (RFC 5652, 5.4). */
const setTag = Buffer.from([0x31]);

function sealWith(mould: SealTemplate, privateKey: KeyObject, pdf: Uint8Array, sealedAt: Date): Uint8Array {
  const container = Buffer.from(mould.container);
  const { file, from, until } = addSignatureField(pdf, container.length, sealedAt);
  const digest = createHash('sha256').update(file.subarray(0, from)).update(file.subarray(until)).digest();
  container.write(shortTime(sealedAt), mould.timeAt, 'latin1');
  digest.copy(container, mould.digestAt);
  const attributes = container.subarray(mould.attributes.from, mould.attributes.until);
  sign('sha256', Buffer.concat([setTag, attributes]), privateKey).copy(container, mould.signatureAt);
  file.write(container.toString('hex').toUpperCase(), from + 1, 'latin1');
  return file;
}

/**
 * Adds the field of the seal to the end of a file, with room for its container between `from` and `until`.
 * @throws when the file is not as Typst writes it
 */
function addSignatureField(pdf: Uint8Array, containerBytes: number, sealedAt: Date) {
  const objects = openObjects(pdf);
  const catalog = objects.read(objects.root);
  const end = catalog.lastIndexOf('>>');
  const [page] = objects.pages();
  if (end < 0 || page === undefined || catalog.includes('/AcroForm'))
    throw new Error('The file has no place for a seal.');
  const [signature, field] = [objects.reserve(), objects.reserve()];
  const room = ''.padEnd(30);
  const write = (number: number, body: string) => objects.replace(number, Buffer.from(body, 'latin1'));
  write(
    objects.root,
    `${catalog.slice(0, end)}  /AcroForm <<\n    /Fields [${field} 0 R]\n    /SigFlags 3\n  >>\n>>\n`,
  );
  write(
    signature,
    `<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/M (D:${digitsOf(sealedAt)}Z)\n` +
      `/ByteRange [0${room}]\n/Contents <${''.padEnd(2 * containerBytes, '0')}>\n>>\n`,
  );
  write(
    field,
    `<<\n/FT /Sig\n/T (PortalSeal)\n/V ${signature} 0 R\n/Type /Annot\n/Subtype /Widget\n/F 132\n/P ${page} 0 R\n/Rect [0 0 0 0]\n>>\n`,
  );
  const file = objects.append();
  const contents = '/Contents ';
  const from = file.lastIndexOf(`${contents}<0`) + contents.length;
  const until = from + 2 * containerBytes + 2;
  const range = `0 ${from} ${until} ${file.length - until}`;
  file.write(range, file.lastIndexOf(`/ByteRange [0${room}]`) + '/ByteRange ['.length, 'latin1');
  return { file, from, until };
}

/** True only if the last seal covers the whole file, nothing changed in file or seal, and it was made with the certificate's key. */
export function hasIntactSeal(pdf: Uint8Array, certificatePem: string): boolean {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const sealed = findSealedParts(file);
  const signed = sealed && readContainer(sealed.container);
  if (!sealed || !signed?.digest.equals(createHash('sha256').update(sealed.content).digest())) return false;
  const certificate = new X509Certificate(certificatePem);
  return (
    containerOf(certificate, signed).equals(sealed.container.subarray(0, signed.length)) &&
    verify('sha256', signed.attributes, certificate.publicKey, signed.signature)
  );
}

function findSealedParts(file: Buffer): { content: Buffer; container: Buffer } | undefined {
  const at = file.lastIndexOf('/ByteRange');
  if (at < 0) return undefined;
  const match = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    file.toString('latin1', at, at + 200),
  );
  if (!match) return undefined;
  const [start, firstLength, second, secondLength] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const hexadecimal = file.toString('latin1', firstLength, second);
  const coversAll = start === 0 && second > firstLength && second + secondLength === file.length;
  // Only the container itself may be outside the signed range.
  if (!coversAll || !/^<[0-9A-F]*>$/.test(hexadecimal)) return undefined;
  return {
    content: Buffer.concat([file.subarray(0, firstLength), file.subarray(second)]),
    container: Buffer.from(hexadecimal.slice(1, -1), 'hex'),
  };
}

/** What the signature covers: the attributes re-encoded as a SET, in DER (RFC 5652, 5.4). */
class SignedAttributes extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes);

interface Signed {
  /** The content's digest, as stated in the attributes. */
  digest: Buffer;
  attributes: Buffer;
  signature: Buffer;
  /** The container without its unused space. */
  length: number;
}

const sha256 = '2.16.840.1.101.3.4.2.1';
const sha256WithRsa = '1.2.840.113549.1.1.11';

/** Rebuilds the container of a seal. Its signature covers only the attributes, so the check compares everything else with this. */
function containerOf({ raw }: X509Certificate, { attributes, signature }: Signed): Buffer {
  const certificate = AsnConvert.parse(raw, Certificate);
  const { issuer, serialNumber } = certificate.tbsCertificate;
  const version = CMSVersion.v1;
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: sha256 });
  const signer = new SignerInfo({
    version,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    }),
    digestAlgorithm,
    signedAttrs: AsnConvert.parse(attributes, SignedAttributes),
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: sha256WithRsa }),
    signature: new OctetString(signature),
  });
  const signed = new SignedData({
    version,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([signer]),
  });
  return Buffer.from(
    AsnConvert.serialize(
      new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) }),
    ),
  );
}

/** ContentInfo → SignedData → SignerInfo (RFC 5652, 5.1 to 5.4). Broken bytes mean an unsealed file, not an error of ours. */
function readContainer(container: Buffer): Signed | undefined {
  try {
    const { offset, result } = fromBER(container);
    // The unused space of the container is filled with zeros.
    if (offset < 0 || container.subarray(offset).some((byte) => byte !== 0)) return undefined;
    const { content } = AsnParser.fromASN(result, ContentInfo);
    const [signer] = AsnConvert.parse(content, SignedData).signerInfos;
    const digest = signer?.signedAttrs?.find(({ attrType }) => attrType === id_messageDigest)?.attrValues[0];
    if (!signer || !digest) return undefined;
    return {
      digest: Buffer.from(AsnConvert.parse(digest, OctetString).buffer),
      attributes: Buffer.from(AsnConvert.serialize(new SignedAttributes(signer.signedAttrs))),
      signature: Buffer.from(signer.signature.buffer),
      length: offset,
    };
  } catch {
    return undefined;
  }
}
