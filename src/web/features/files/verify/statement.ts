// The signed statement that a QR carries behind the address: it never goes to the server, the browser checks it itself.
import { readVerificationCode } from '#contract/codes.ts';
import type { Verification } from '#contract/files/calls.ts';
import { onApiHost } from '../../../lib/new-tab.ts';

/** `unchecked`: this browser cannot, or the keys could not be fetched. */
export type StatementState = 'absent' | 'holds' | 'broken' | 'unchecked';

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
const read = (part: string) => JSON.parse(new TextDecoder().decode(bytesOf(part))) as Record<string, unknown>;

async function findKey(kid: unknown): Promise<CryptoKey | undefined> {
  const answer = await fetch(onApiHost('/.well-known/nothipotro-keys.json'), {
    credentials: 'omit',
    // A paper of today may be signed with a key of today.
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

/** @param shown the portal's answer about the code in the address */
export async function checkStatement(
  fragment: string,
  shown: Verification,
  code: string,
): Promise<StatementState> {
  const [header, payload, signature, ...more] = fragment.replace(/^#/, '').split('.');
  if (!header || !payload || !signature || more.length > 0) return fragment.length > 1 ? 'broken' : 'absent';
  let head: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let signed: Uint8Array<ArrayBuffer>;
  try {
    [head, claims, signed] = [read(header), read(payload), bytesOf(signature)];
  } catch {
    return 'broken';
  }
  try {
    const key = await findKey(head.kid);
    if (!key || head.alg !== 'EdDSA') return 'broken';
    const text = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, signed, text))) return 'broken';
  } catch {
    return 'unchecked';
  }
  const isOfThis =
    readVerificationCode(String(claims.c)) === code &&
    claims.n === shown.number &&
    claims.v === shown.version &&
    claims.d === Math.floor(Date.parse(shown.made_at) / 1000);
  return isOfThis ? 'holds' : 'broken';
}
