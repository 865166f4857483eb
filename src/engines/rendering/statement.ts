// The short signed statement in the QR code of a document or paper: its number, version, date and the hash of what it shows, signed together with
// its code. It is written in decimal digits, which a QR code packs most tightly: every byte makes its squares finer. Ed25519 is deterministic: the
// same document gives the same statement. Papers of the first form carry a compact JWS (RFC 7515).
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Members of every record.json, of a document or of a paper about money; all of it is signed. */
export interface StatedRecord {
  number: string;
  /** Papers have one version. */
  version: number;
  madeAt: string;
  verificationCode: string;
  statement?: string;
}

/** Claims of the first form. */
interface StatementClaims {
  /** Document number. */
  n: string;
  /** Verification code. */
  c: string;
  /** Version. */
  v: number;
  /** When it was made, in seconds since 1970. */
  d: number;
  /** SHA-256 of the canonical record, base64url. */
  h: string;
}

export interface PublicKey {
  kid: string;
  kty: string;
  use?: string;
  alg?: string;
  crv?: string;
  x?: string;
  /** Certificate of the seal, base64 DER. */
  x5c?: string[];
}
/** The content of /.well-known/nothipotro-keys.json: JWKS (RFC 7517). */
export interface PublishedKeys {
  keys: PublicKey[];
}

/** Serialises canonically, with sorted members and no whitespace (RFC 8785; only integers occur). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Hashes what the document shows, without the statement itself. */
function hashOf({ statement: _, ...shown }: StatedRecord): string {
  return createHash('sha256').update(canonical(shown)).digest('base64url');
}

const claimsOf = (record: StatedRecord): StatementClaims => ({
  n: record.number,
  c: record.verificationCode,
  v: record.version,
  d: Math.floor(Date.parse(record.madeAt) / 1000),
  h: hashOf(record),
});

/** Returns eight characters of the key's hash, which is enough to choose among a portal's few keys. */
function keyIdOf(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(x!).digest('base64url').slice(0, 8);
}

export function publicStatementKey(privateKeyPem: string): PublicKey {
  const key = createPublicKey(privateKeyPem);
  const { x } = key.export({ format: 'jwk' });
  return { kid: keyIdOf(key), kty: 'OKP', crv: 'Ed25519', x: x! };
}

export type StateRecord = (record: StatedRecord) => string;

/** First byte of the form; it also protects the digits from losing a leading zero. */
const form = 2;
const hashBytes = 12;
const signatureBytes = 64;
const headBytes = 1 + 6 + 4 + 2 + hashBytes;
const digitsOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString();

/** Returns form, key, seconds since 1970, version, the beginning of the record's hash, and number. The code is in the address of the QR code. */
function statedBytes(record: StatedRecord, kid: string): Buffer {
  const { n, v, d, h } = claimsOf(record);
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(form, 0);
  head.write(kid, 1, 6, 'base64url');
  head.writeUInt32BE(d, 7);
  head.writeUInt16BE(v, 11);
  Buffer.from(h, 'base64url').copy(head, 13, 0, hashBytes);
  return Buffer.concat([head, Buffer.from(n)]);
}

const signedBytes = (code: string, stated: Uint8Array) =>
  Buffer.concat([Buffer.from(`nothipotro statement\n${code}\n`), stated]);

/** @param privateKeyPem Ed25519 */
export function createStatements(privateKeyPem: string): StateRecord {
  const privateKey = createPrivateKey(privateKeyPem);
  const kid = keyIdOf(createPublicKey(privateKey));
  return (record) => {
    const stated = statedBytes(record, kid);
    const signature = sign(null, signedBytes(record.verificationCode, stated), privateKey);
    return digitsOf(Buffer.concat([stated, signature]));
  };
}

export type StatementVerdict =
  | 'fits'
  | 'absent'
  | 'unreadable'
  | 'unknown_key'
  | 'bad_signature'
  | 'other_data';

const findKey = (kid: unknown, { keys }: PublishedKeys): KeyObject | undefined => {
  const key = keys.find((one) => one.kid === kid && one.kty === 'OKP' && one.crv === 'Ed25519');
  return key?.x
    ? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' })
    : undefined;
};

/** Whether the statement attached to a record is the portal's and agrees with the record. */
export function checkStatement(record: StatedRecord, published: PublishedKeys): StatementVerdict {
  if (record.statement === undefined) return 'absent';
  const statement = String(record.statement);
  return /^\d+$/.test(statement)
    ? checkDigits(record, statement, published)
    : checkFirstForm(record, statement, published);
}

/** More digits than any statement has; longer numbers are not parsed. */
const maxDigits = 1_000;

function checkDigits(record: StatedRecord, digits: string, published: PublishedKeys): StatementVerdict {
  if (digits.length > maxDigits) return 'unreadable';
  const hex = BigInt(digits).toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (bytes.length <= headBytes + signatureBytes || bytes[0] !== form) return 'unreadable';
  const stated = bytes.subarray(0, -signatureBytes);
  const kid = stated.subarray(1, 7).toString('base64url');
  const key = findKey(kid, published);
  if (!key) return 'unknown_key';
  const expected = statedBytes(record, kid);
  const isSigned = verify(
    null,
    signedBytes(record.verificationCode, stated),
    key,
    bytes.subarray(-signatureBytes),
  );
  if (!isSigned) return 'bad_signature';
  return expected.equals(stated) ? 'fits' : 'other_data';
}

function checkFirstForm(record: StatedRecord, statement: string, published: PublishedKeys): StatementVerdict {
  const [header = '', payload = '', signature = '', ...more] = statement.split('.');
  let kid: unknown;
  let claims: Partial<StatementClaims>;
  try {
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const head = read(header) as { alg?: unknown; kid?: unknown };
    claims = read(payload) as Partial<StatementClaims>;
    kid = head.kid;
    if (head.alg !== 'EdDSA' || more.length > 0) return 'unreadable';
  } catch {
    return 'unreadable';
  }
  const key = findKey(kid, published);
  if (!key) return 'unknown_key';
  const isSigned = verify(
    null,
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'bad_signature';
  return canonical(claims) === canonical(claimsOf(record)) ? 'fits' : 'other_data';
}
