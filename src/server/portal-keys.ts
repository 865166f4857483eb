// All keys of an installation: how the first start creates each, and how a portal loads them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealKey } from '#engines/rendering/seal-key.ts';
import { makeSigningKey } from './accounts/sessions/tokens.ts';
import { type AnchorPlaces, auditAnchorPurpose } from './audit-log/anchors.ts';
import { makeStatementKey, publicSealKey, publicStatementJwk } from './documents/published-keys.ts';
import type { Config } from './platform/config.ts';
import type { KeyMakers } from './platform/installation/key-files.ts';
import { type KeyKind, openKeyRing } from './platform/key-ring.ts';
import { derivationSecret, makeSecret, openVault } from './platform/keys.ts';
import type { BlobStore } from './platform/storage/storage.ts';
import type { Vault } from './platform/vault.ts';

/** Every key by the name of its kind's first file. The derivation secret comes first, because it may be a copy of an existing index secret. */
export const keyMakers = {
  [derivationSecret]: { make: copyIndexSecret },
  'master-key': { make: makeSecret },
  'index-secret': { make: makeSecret },
  'refresh-secret': { make: makeSecret },
  'token-signing-key.pem': { make: makeSigningKey },
  'document-seal.json': {
    // Loaded lazily, because it is needed only once in the life of an installation.
    make: async () => {
      const { generateSealKey } = await import('#engines/rendering/seal-key.ts');
      return JSON.stringify(await generateSealKey('Nothipotro'));
    },
    publicPart: (content: string) => publicSealKey(JSON.parse(content) as SealKey),
  },
  'statement-key.pem': { make: makeStatementKey, publicPart: publicStatementJwk },
} satisfies KeyMakers & Record<KeyKind, unknown>;

/** Before index secrets could be rotated, everything was derived from the index secret; older installations keep its value. */
async function copyIndexSecret(folder: string): Promise<string> {
  const earlier = await readFile(join(folder, 'index-secret'), 'utf8').catch(() => undefined);
  return earlier ?? makeSecret();
}

/** @param folder `keys/` of DATA_DIR; the start has checked that no key is missing */
export async function loadKeys(folder: string) {
  const { vault, masterKeys, indexSecrets } = await openVault(folder);
  const refreshSecrets = openKeyRing(folder, 'refresh-secret');
  const signingKeys = openKeyRing(folder, 'token-signing-key.pem');
  const seals = openKeyRing(folder, 'document-seal.json');
  const statementKeys = openKeyRing(folder, 'statement-key.pem');
  return {
    vault,
    folder,
    refreshSecrets,
    signingKeys,
    /** Returns the current keys for sealing and signing; to be called for each paper. */
    paperKeys: () => ({
      sealKey: JSON.parse(seals.current()) as SealKey,
      statementKeyPem: statementKeys.current(),
    }),
    rings: [masterKeys, indexSecrets, refreshSecrets, signingKeys, seals, statementKeys],
  };
}

export type Keys = Awaited<ReturnType<typeof loadKeys>>;

/** Returns the places outside the database to which the head of the audit log is written. */
export const openAnchorPlaces = (config: Config, blobs: BlobStore, vault: Vault): AnchorPlaces => ({
  blobs,
  file: join(config.DATA_DIR, 'anchors', 'trail.jsonl'),
  key: vault.derive(auditAnchorPurpose),
});
