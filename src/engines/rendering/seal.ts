// The seal of a finished PDF (PAdES B-B, ETSI EN 319 142-1) and its check. It proves one thing only: that the file
// has not changed since the portal made it.
import { createHash, createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';
import { type DerElement, der, derOid, readDer, readFirstDer, TAG } from './der.ts';
import type { SealKey } from './seal-key.ts';

/** Room for the signature container: 3072-bit signature and one certificate need about 2,300 bytes. */
const RESERVED_BYTES = 4096;

/** Throws when the two parts of a key are damaged or do not belong together. */
export function assertSealKey(key: SealKey): void {
  const certificate = new X509Certificate(key.certificatePem);
  if (!certificate.checkPrivateKey(createPrivateKey(key.privateKeyPem))) {
    throw new Error('The certificate of the seal key belongs to another private key.');
  }
}

export type Sealer = (pdf: Uint8Array, sealedAt: Date) => Promise<Uint8Array>;

/** The same file, key and time give the same bytes. */
export function createSealer(key: SealKey): Sealer {
  const privateKey = createPrivateKey(key.privateKeyPem);
  const signer: Signer = {
    certificate: new Uint8Array(new X509Certificate(key.certificatePem).raw),
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async (data, algorithm) => new Uint8Array(sign(algorithm, data, privateKey)),
  };
  return async (pdf, sealedAt) => {
    const file = await PDF.load(pdf);
    // Whole seconds: the container knows no finer time.
    const signingTime = new Date(Math.floor(sealedAt.getTime() / 1000) * 1000);
    const { bytes } = await file.sign({
      signer,
      signingTime,
      level: 'B-B',
      fieldName: 'PortalSeal',
      estimatedSize: RESERVED_BYTES,
    });
    return bytes;
  };
}

/** True only if the last seal covers the whole file, nothing changed, and it was made with the certificate's key. */
export function hasIntactSeal(pdf: Uint8Array, certificatePem: string): boolean {
  try {
    const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    const sealed = findSealedParts(file);
    return sealed !== undefined && checkContainer(sealed.container, sealed.content, certificatePem);
  } catch (error) {
    // Broken DER or a cut file is an unsealed file, not a fault of ours.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_'))
      return false;
    throw error;
  }
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
  // Only the container itself may lie outside what is signed.
  if (!coversAll || !/^<(?:[0-9A-F]*|[0-9a-f]*)>$/.test(hexadecimal)) return undefined;
  const reserved = Buffer.from(hexadecimal.slice(1, -1), 'hex');
  const container = readFirstDer(reserved).whole;
  if (reserved.subarray(container.length).some((byte) => byte !== 0)) return undefined;
  return { content: Buffer.concat([file.subarray(0, firstLength), file.subarray(second)]), container };
}

/** Walks ContentInfo → SignedData → SignerInfo (RFC 5652, 5.1 to 5.4). */
function checkContainer(container: Buffer, content: Buffer, certificatePem: string): boolean {
  const signedData = readDer(child(child(readFirstDer(container), TAG.context0), TAG.sequence).content);
  const signerInfo = readDer(signedData.at(-1)!.content)[0]!;
  const parts = readDer(signerInfo.content);
  const attributes = parts.find((part) => part.tag === TAG.context0);
  const signature = parts.find((part) => part.tag === TAG.octetString);
  if (!attributes || !signature) return false;
  const digest = findAttribute(attributes, '1.2.840.113549.1.9.4');
  const expected = createHash('sha256').update(content).digest();
  if (!digest?.content.equals(expected)) return false;
  // The signature covers the attributes in their form as a SET.
  const signedAttributes = der(TAG.set, attributes.content);
  const { publicKey } = new X509Certificate(certificatePem);
  return verify('sha256', signedAttributes, publicKey, signature.content);
}

function child(parent: DerElement, tag: number): DerElement {
  const found = readDer(parent.content).find((element) => element.tag === tag);
  if (!found) throw new RangeError('The signature container lacks a part.');
  return found;
}

function findAttribute(attributes: DerElement, oid: string): DerElement | undefined {
  const wanted = derOid(oid);
  for (const attribute of readDer(attributes.content)) {
    const [type, values] = readDer(attribute.content);
    if (type?.whole.equals(wanted) && values) return readDer(values.content)[0];
  }
  return undefined;
}
