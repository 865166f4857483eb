// The seal of a finished PDF (PAdES B-B, ETSI EN 319 142-1) and its check. It proves one thing only: that the file has not changed since the portal
// made it.
import { createHash, createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';
import { Attribute, ContentInfo, id_messageDigest, SignedData } from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnParser, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { fromBER } from 'asn1js';
import type { SealKey } from './seal-key.ts';

/** Room for the signature container: a 3072-bit signature and one certificate need about 2,300 bytes. */
const RESERVED_BYTES = 4096;

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
    // Whole seconds: the container has no finer resolution.
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
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const sealed = findSealedParts(file);
  const signed = sealed && readContainer(sealed.container);
  if (!sealed || !signed?.digest.equals(createHash('sha256').update(sealed.content).digest())) return false;
  const { publicKey } = new X509Certificate(certificatePem);
  return verify('sha256', signed.attributes, publicKey, signed.signature);
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
  if (!coversAll || !/^<(?:[0-9A-F]*|[0-9a-f]*)>$/.test(hexadecimal)) return undefined;
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
}

/** ContentInfo → SignedData → SignerInfo (RFC 5652, 5.1 to 5.4). Broken bytes mean an unsealed file, not an error of ours. */
function readContainer(container: Buffer): Signed | undefined {
  try {
    const { offset, result } = fromBER(container);
    // The unused room of the container is filled with zeros.
    if (offset < 0 || container.subarray(offset).some((byte) => byte !== 0)) return undefined;
    const { content } = AsnParser.fromASN(result, ContentInfo);
    const [signer] = AsnConvert.parse(content, SignedData).signerInfos;
    const digest = signer?.signedAttrs?.find(({ attrType }) => attrType === id_messageDigest)?.attrValues[0];
    if (!signer || !digest) return undefined;
    const attributes = Buffer.from(AsnConvert.serialize(new SignedAttributes(signer.signedAttrs)));
    // Apart from their tag they are used as they appear in the container: the parser accepts forms that are not DER.
    if (!container.includes(attributes.subarray(1))) return undefined;
    return {
      digest: Buffer.from(AsnConvert.parse(digest, OctetString).buffer),
      attributes,
      signature: Buffer.from(signer.signature.buffer),
    };
  } catch {
    return undefined;
  }
}
