// Access tokens (signed, 10 minutes) and refresh tokens (opaque, derived, one per generation of a session).
import { createHash, createHmac, createPublicKey, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  importPKCS8,
  importSPKI,
  jwtVerify,
  SignJWT,
} from 'jose';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { isUuid } from '../../platform/request/uuid.ts';

export const accessTokenSeconds = 600;
const algorithm = 'ES256';
const rememberedTokens = 10_000;

export interface AccessClaims {
  readonly userId: number;
  readonly sessionId: string;
}

export interface TokenUser {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  readonly profileImage: string | null;
}

export type Tokens = ReturnType<typeof createTokens>;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Generates a private key in PEM for signing access tokens. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface OpenedKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function openSigningKey(privatePem: string): Promise<OpenedKey> {
  const publicPem = createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = await importSPKI(publicPem, algorithm, { extractable: true });
  return {
    keyId: await calculateJwkThumbprint(await exportJWK(publicKey)),
    privateKey: await importPKCS8(privatePem, algorithm),
    publicKey,
  };
}

/** The current key signs tokens; all keys verify them. */
type Keys = Pick<KeyRing, 'current' | 'all'>;

export interface TokensDeps {
  /** Private keys in PEM. */
  readonly signingKeys: Keys;
  /** Secrets that refresh tokens are derived from, in base64url. */
  readonly refreshSecrets: Keys;
  readonly issuer: string;
}

function openContext(deps: TokensDeps) {
  const openedKeys = new Map<string, Promise<OpenedKey>>();
  // Caches verified signatures; whether the session is live is still checked on every request.
  const read = new Map<string, { claims: AccessClaims; expiresAtMs: number; keyId: string }>();
  return { ...deps, openedKeys, read };
}
type Context = ReturnType<typeof openContext>;

function opened(context: Context, pem: string) {
  const { openedKeys } = context;
  const key = openedKeys.get(pem) ?? openSigningKey(pem);
  openedKeys.set(pem, key);
  return key;
}

async function findKey(context: Context, keyId: string | undefined): Promise<OpenedKey | undefined> {
  const { signingKeys } = context;
  const held = await Promise.all(signingKeys.all().map((pem) => opened(context, pem)));
  return held.find((key) => key.keyId === keyId);
}

const secretUnder = (secret: string, sessionId: string, salt: Buffer, generation: number) =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(salt)
    .update(`${sessionId}.${generation}`)
    .digest('base64url');

const tokenUnder = (secret: string, sessionId: string, salt: Buffer, generation: number) =>
  `${sessionId}.${generation}.${secretUnder(secret, sessionId, salt, generation)}`;

export async function signAccessToken(
  context: Context,
  user: TokenUser,
  sessionId: string,
  now: Date,
): Promise<string> {
  const { signingKeys, issuer } = context;
  const { keyId, privateKey } = await opened(context, signingKeys.current());
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    user_id: user.id,
    email: user.email,
    username: user.username,
    roles: [...user.roles],
    is_admin: user.isAdmin,
    profile: { profile_image: user.profileImage },
    sid: sessionId,
  })
    .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuer(issuer)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenSeconds)
    .sign(privateKey);
}

/** @returns undefined unless it is an unexpired token of this issuer */
export async function readAccessToken(
  context: Context,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  const { read, issuer } = context;
  const known = read.get(token);
  try {
    const key = await findKey(context, known?.keyId ?? decodeProtectedHeader(token).kid);
    if (!key) return undefined;
    if (known) return known.expiresAtMs > now.getTime() ? known.claims : undefined;
    const { payload } = await jwtVerify(token, key.publicKey, {
      issuer,
      algorithms: [algorithm],
      currentDate: now,
    });
    const userId = Number(payload.sub);
    if (!Number.isSafeInteger(userId) || typeof payload.sid !== 'string') return undefined;
    const claims = { userId, sessionId: payload.sid };
    if (read.size >= rememberedTokens) read.clear();
    read.set(token, { claims, expiresAtMs: (payload.exp ?? 0) * 1000, keyId: key.keyId });
    return claims;
  } catch {
    return undefined;
  }
}

export const makeRefreshToken = (
  context: Context,
  sessionId: string,
  salt: Buffer,
  generation: number,
): string => tokenUnder(context.refreshSecrets.current(), sessionId, salt, generation);

/** Parses a refresh token without verifying it. */
export function readRefreshToken(token: string) {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]{43}$/.exec(token);
  return match && isUuid(match[1]!) ? { sessionId: match[1]!, generation: Number(match[2]) } : undefined;
}

export function isRefreshToken(
  context: Context,
  token: string,
  sessionId: string,
  salt: Buffer,
  generation: number,
): boolean {
  const { refreshSecrets } = context;
  const received = Buffer.from(token);
  return refreshSecrets.all().some((secret) => {
    const expected = Buffer.from(tokenUnder(secret, sessionId, salt, generation));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

export function createTokens(deps: TokensDeps) {
  const context = openContext(deps);
  return bindDeps(context, {
    signAccess: signAccessToken,
    readAccess: readAccessToken,
    refreshFor: makeRefreshToken,
    isRefresh: isRefreshToken,
  });
}
