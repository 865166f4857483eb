// Every key of an installation: how each is made at the first start, and what a portal reads of them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSigningKey } from './accounts/tokens.ts';
import { makeStatementKey } from './documents/published-keys.ts';
import { generateSealKey, type SealKey } from './documents/rendering/render-document.ts';
import type { Config } from './platform/config.ts';
import { makeSecret, openVault } from './platform/keys.ts';
import type { BlobStore } from './platform/storage.ts';
import type { Vault } from './platform/vault.ts';
import { type AnchorPlaces, trailAnchorPurpose } from './trail/trail-anchors.ts';

/** Every key of an installation but the master keys, by the name of its file. */
export const keyMakers = {
  'index-secret': makeSecret,
  'refresh-secret': makeSecret,
  'token-signing-key.pem': makeSigningKey,
  'document-seal.json': async () => JSON.stringify(await generateSealKey('Nothipotro')),
  'statement-key.pem': makeStatementKey,
};

/** @param folder `keys/` of DATA_DIR, where the start has made sure that none is missing */
export async function loadKeys(folder: string) {
  const opened = await openVault(folder);
  const read = (name: keyof typeof keyMakers) => readFile(join(folder, name), 'utf8');
  return {
    vault: opened.vault,
    opened,
    refreshSecret: Buffer.from((await read('refresh-secret')).trim(), 'base64url'),
    signingKey: await read('token-signing-key.pem'),
    sealKey: JSON.parse(await read('document-seal.json')) as SealKey,
    statementKeyPem: await read('statement-key.pem'),
  };
}

/** Where the head of the trail is written outside the database. */
export const openAnchorPlaces = (config: Config, blobs: BlobStore, vault: Vault): AnchorPlaces => ({
  blobs,
  file: join(config.DATA_DIR, 'anchors', 'trail.jsonl'),
  key: vault.derive(trailAnchorPurpose),
});
