// The short signed statement that the QR of a document or paper carries: a compact JWS (RFC 7515, EdDSA) over its number, code, version,
// date and the hash of what it shows. Ed25519 is deterministic: the same document gives the same statement.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What every record.json has, be it of a document or of a paper about money; all of it is signed. */
export interface StatedRecord {
  number: string;
  /** Papers have one version. */
  version: number;
  madeAt: string;
  verificationCode: string;
  statement?: string;
}

/** One letter each: every byte makes the QR finer. */
export interface StatementClaims {
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
  crv?: string;
  x?: string;
  /** Certificate of the seal, base64 DER. */
  x5c?: string[];
}
/** What stands at /.well-known/nothipotro-keys.json: JWKS (RFC 7517). */
export interface PublishedKeys {
  keys: PublicKey[];
}

/** Members in the order of their names, no blanks: one text for one content (RFC 8785, of whose numbers only whole ones occur). */
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

/** Of what the document shows; the statement itself is not part of it. */
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

/** Eight characters of the key's hash: enough to choose among the few keys of one portal. */
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

/** @param privateKeyPem Ed25519 */
export function createStatements(privateKeyPem: string): StateRecord {
  const privateKey = createPrivateKey(privateKeyPem);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const header = encode({ alg: 'EdDSA', kid: keyIdOf(createPublicKey(privateKey)) });
  return (record) => {
    const signed = `${header}.${encode(claimsOf(record))}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };
}

export type StatementVerdict =
  | 'fits'
  | 'absent'
  | 'unreadable'
  | 'unknown_key'
  | 'bad_signature'
  | 'other_data';

/** Whether the statement attached to a record is the portal's and says what the record says. */
export function checkStatement(record: StatedRecord, { keys }: PublishedKeys): StatementVerdict {
  if (record.statement === undefined) return 'absent';
  const [header = '', payload = '', signature = '', ...more] = String(record.statement).split('.');
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
  const key = keys.find((one) => one.kid === kid && one.kty === 'OKP' && one.crv === 'Ed25519');
  if (!key?.x) return 'unknown_key';
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
  const isSigned = verify(
    null,
    Buffer.from(`${header}.${payload}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'bad_signature';
  return canonical(claims) === canonical(claimsOf(record)) ? 'fits' : 'other_data';
}
