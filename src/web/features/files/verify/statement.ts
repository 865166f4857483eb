// The signed statement in a QR code's URL fragment: it is never sent to the server, and the browser checks it.
import { readVerificationCode } from '#contract/codes.ts';
import type { Verification } from '#contract/files/calls.ts';
import { onApiHost } from '../../../lib/new-tab.ts';

/** `unchecked`: this browser cannot check it, or the keys could not be fetched. */
export type StatementState = 'absent' | 'holds' | 'broken' | 'unchecked';

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
const read = (part: string) => JSON.parse(new TextDecoder().decode(bytesOf(part))) as Record<string, unknown>;

async function findKey(kid: unknown): Promise<CryptoKey | undefined> {
  const answer = await fetch(onApiHost('/.well-known/nothipotro-keys.json'), {
    credentials: 'omit',
    // A paper made today may be signed with a key made today.
    cache: 'no-cache',
  });
  if (!answer.ok) throw new Error('no keys');
  const { keys } = (await answer.json()) as {
    keys: { kid: string; kty: string; crv?: string; x?: string }[];
  };
  const key = keys.find((one) => one.kid === kid && one.crv === 'Ed25519');
  if (!key?.x) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
  return crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
}

interface ReadStatement {
  readonly kid: unknown;
  readonly number: unknown;
  readonly version: unknown;
  /** In seconds since 1970. */
  readonly madeAt: unknown;
  /** The code in the statement. The format in digits leaves it to the URL next to it, and signs both. */
  readonly code: string | undefined;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

const signatureBytes = 64;
const numberFrom = 25;

/** The format of the engine's `statement.ts`: format, key, seconds, version, hash, number, signature. */
function readDigits(digits: string, code: string): ReadStatement {
  const hex = BigInt(digits).toString(16);
  const bytes = Uint8Array.from((hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g)!, (pair) =>
    Number.parseInt(pair, 16),
  );
  const stated = bytes.slice(0, -signatureBytes);
  if (stated[0] !== 2 || stated.length <= numberFrom) throw new Error('no statement');
  const view = new DataView(stated.buffer);
  const prefix = new TextEncoder().encode(`nothipotro statement\n${code}\n`);
  const signed = new Uint8Array(prefix.length + stated.length);
  signed.set(prefix);
  signed.set(stated, prefix.length);
  return {
    kid: btoa(String.fromCharCode(...stated.slice(1, 7)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_'),
    madeAt: view.getUint32(7),
    version: view.getUint16(11),
    number: new TextDecoder().decode(stated.slice(numberFrom)),
    code,
    signed,
    signature: bytes.slice(-signatureBytes),
  };
}

/** Papers in the first format have a compact JWS. */
function readFirstForm(fragment: string): ReadStatement {
  const [header, payload, signature, ...more] = fragment.split('.');
  if (!header || !payload || !signature || more.length > 0) throw new Error('no statement');
  const [head, claims] = [read(header), read(payload)];
  if (head.alg !== 'EdDSA') throw new Error('no statement');
  return {
    kid: head.kid,
    madeAt: claims.d,
    version: claims.v,
    number: claims.n,
    code: readVerificationCode(String(claims.c)),
    signed: new TextEncoder().encode(`${header}.${payload}`),
    signature: bytesOf(signature),
  };
}

/** @param shown the portal's response about the code in the URL */
export async function checkStatement(
  fragment: string,
  shown: Verification,
  code: string,
): Promise<StatementState> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return 'absent';
  let stated: ReadStatement;
  try {
    stated = /^\d{1,1000}$/.test(text) ? readDigits(text, code) : readFirstForm(text);
  } catch {
    return 'broken';
  }
  try {
    const key = await findKey(stated.kid);
    if (!key) return 'broken';
    if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, stated.signature, stated.signed)))
      return 'broken';
  } catch {
    return 'unchecked';
  }
  const isOfThis =
    stated.code === code &&
    stated.number === shown.number &&
    stated.version === shown.version &&
    stated.madeAt === Math.floor(Date.parse(shown.made_at) / 1000);
  return isOfThis ? 'holds' : 'broken';
}
