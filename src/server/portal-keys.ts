// Every key of an installation: how each is made at the first start, and what a portal reads from it.
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

/** Every key of an installation by the name of its (first) file. The derivation secret comes first: beside an index secret it is a copy. */
export const keyMakers = {
  [derivationSecret]: { make: copyIndexSecret },
  'master-key': { make: makeSecret },
  'index-secret': { make: makeSecret },
  'refresh-secret': { make: makeSecret },
  'token-signing-key.pem': { make: makeSigningKey },
  'document-seal.json': {
    // Loaded once in the life of an installation, not at every start.
    make: async () => {
      const { generateSealKey } = await import('#engines/rendering/seal-key.ts');
      return JSON.stringify(await generateSealKey('Nothipotro'));
    },
    publicPart: (content: string) => publicSealKey(JSON.parse(content) as SealKey),
  },
  'statement-key.pem': { make: makeStatementKey, publicPart: publicStatementJwk },
} satisfies KeyMakers & Record<KeyKind, unknown>;

/** In installations from before index secrets could be changed, everything was derived from it. */
async function copyIndexSecret(folder: string): Promise<string> {
  const earlier = await readFile(join(folder, 'index-secret'), 'utf8').catch(() => undefined);
  return earlier ?? makeSecret();
}

/** @param folder `keys/` of DATA_DIR, where the start has made sure that none is missing */
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
    /** The current keys that seal and sign papers, looked up for each paper. */
    paperKeys: () => ({
      sealKey: JSON.parse(seals.current()) as SealKey,
      statementKeyPem: statementKeys.current(),
    }),
    rings: [masterKeys, indexSecrets, refreshSecrets, signingKeys, seals, statementKeys],
  };
}

export type Keys = Awaited<ReturnType<typeof loadKeys>>;

/** Where the head of the audit log is written outside the database. */
export const openAnchorPlaces = (config: Config, blobs: BlobStore, vault: Vault): AnchorPlaces => ({
  blobs,
  file: join(config.DATA_DIR, 'anchors', 'trail.jsonl'),
  key: vault.derive(auditAnchorPurpose),
});
