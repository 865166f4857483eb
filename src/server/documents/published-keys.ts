// The public halves of the keys that sign statements and seal documents, for whoever checks a copy without the portal.

import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { systemEndpoints } from '#contract/system.ts';
import type { SealKey } from './rendering/render-document.ts';
import { type PublishedKeys, publicStatementKey } from './rendering/statement.ts';

export const publishedKeysPath = systemEndpoints.publishedKeys.path;

/** A private Ed25519 key in PEM. */
export function makeStatementKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** JWKS: the statement's key, and the seal's with its certificate. */
export function publishKeys(statementKeyPem: string, seal: Pick<SealKey, 'certificatePem'>): PublishedKeys {
  const certificate = new X509Certificate(seal.certificatePem);
  const kid = createHash('sha256').update(certificate.raw).digest('base64url').slice(0, 8);
  const rsa = certificate.publicKey.export({ format: 'jwk' }) as { kty: string };
  return {
    keys: [
      { ...publicStatementKey(statementKeyPem), ...{ use: 'sig', alg: 'EdDSA' } },
      { ...rsa, kid, ...{ use: 'sig', alg: 'RS256' }, x5c: [certificate.raw.toString('base64')] },
    ],
  };
}
