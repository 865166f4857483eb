// Access tokens (signed, 10 minutes) and refresh tokens (opaque, derived, one for each generation of a session).
import { createHash, createHmac, createPublicKey, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose';

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

export interface Tokens {
  signAccess(user: TokenUser, sessionId: string, now: Date): Promise<string>;
  /** @returns undefined for anything but a token of ours that has not run out */
  readAccess(token: string, now: Date): Promise<AccessClaims | undefined>;
  refreshFor(sessionId: string, salt: Buffer, generation: number): string;
  /** Splits a refresh token without judging it. */
  readRefresh(token: string): { sessionId: string; generation: number } | undefined;
  isRefresh(token: string, sessionId: string, salt: Buffer, generation: number): boolean;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A private key in PEM for signing access tokens. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export async function createTokens(
  privatePem: string,
  refreshSecret: Buffer,
  issuer: string,
): Promise<Tokens> {
  const privateKey = await importPKCS8(privatePem, algorithm);
  const publicPem = createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = await importSPKI(publicPem, algorithm, { extractable: true });
  const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));

  // A signature once checked need not be checked again at every call; whether the session lives is asked each time.
  const read = new Map<string, { claims: AccessClaims; expiresAtMs: number }>();

  const secretOf = (sessionId: string, salt: Buffer, generation: number) =>
    createHmac('sha256', refreshSecret).update(salt).update(`${sessionId}.${generation}`).digest('base64url');
  const refreshFor: Tokens['refreshFor'] = (sessionId, salt, generation) =>
    `${sessionId}.${generation}.${secretOf(sessionId, salt, generation)}`;

  return {
    signAccess: (user, sessionId, now) => {
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
    },
    async readAccess(token, now) {
      const known = read.get(token);
      if (known) return known.expiresAtMs > now.getTime() ? known.claims : undefined;
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          issuer,
          algorithms: [algorithm],
          currentDate: now,
        });
        const userId = Number(payload.sub);
        if (!Number.isSafeInteger(userId) || typeof payload.sid !== 'string') return undefined;
        const claims = { userId, sessionId: payload.sid };
        if (read.size >= rememberedTokens) read.clear();
        read.set(token, { claims, expiresAtMs: (payload.exp ?? 0) * 1000 });
        return claims;
      } catch {
        return undefined;
      }
    },
    refreshFor,
    readRefresh(token) {
      const match = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]{43}$/.exec(token);
      return match ? { sessionId: match[1]!, generation: Number(match[2]) } : undefined;
    },
    isRefresh(token, sessionId, salt, generation) {
      const expected = Buffer.from(refreshFor(sessionId, salt, generation));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
