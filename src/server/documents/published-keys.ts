// Publishes the public keys of signed statements and document seals, so that copies can be verified without the portal.
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { systemEndpoints } from '#contract/system.ts';
import type { SealKey } from '#engines/rendering/seal-key.ts';
import { type PublicKey, publicStatementKey } from '#engines/rendering/statement.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { listPublishedKeys } from './published-keys.queries.ts';

export const publishedKeysPath = systemEndpoints.publishedKeys.path;

/** Generates a private Ed25519 key in PEM. */
export function makeStatementKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Returns the public JWK of a statement key. */
export const publicStatementJwk = (privateKeyPem: string): PublicKey => ({
  ...publicStatementKey(privateKeyPem),
  use: 'sig',
  alg: 'EdDSA',
});

/** Returns the public key of a seal, with its certificate. */
export function publicSealKey(seal: Pick<SealKey, 'certificatePem'>): PublicKey {
  const certificate = new X509Certificate(seal.certificatePem);
  const kid = createHash('sha256').update(certificate.raw).digest('base64url').slice(0, 8);
  const rsa = certificate.publicKey.export({ format: 'jwk' }) as { kty: string };
  return { ...rsa, kid, use: 'sig', alg: 'RS256', x5c: [certificate.raw.toString('base64')] };
}

/** Serves a JWKS of every key that ever signed or sealed papers, including retired ones, so that old papers stay verifiable. */
export function publishedKeysRoutes(binder: Binder, db: Database): void {
  bind(binder, systemEndpoints.publishedKeys, async ({ reply }) =>
    reply.header('Cache-Control', 'public, max-age=300').send({ keys: await listPublishedKeys(db) }),
  );
}
