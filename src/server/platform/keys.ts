// The instance's secrets: created once in DATA_DIR/keys with mode 0600, never stored in the database.
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { createVault, type Vault } from './vault.ts';

/**
 * Reads a secret file, or writes it with the result of `make`. Two processes that start at once end up with the same secret: only one can create
 * the file, and the other reads it.
 */
export async function loadOrCreate(
  folder: string,
  name: string,
  make: () => Promise<string> | string,
): Promise<string> {
  const path = join(folder, name);
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing) return existing;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const content = await make();
  // Written in full under a temporary name, then linked: a reader that finds the name finds the complete secret.
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(own, 'wx', 0o600);
  await file.writeFile(content);
  await file.sync();
  await file.close();
  try {
    await link(own, path);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  } finally {
    await unlink(own);
  }
}

/** 256 random bits, base64url. */
export const makeSecret = () => randomBytes(32).toString('base64url');

export async function loadOrCreateSecret(folder: string, name: string): Promise<Buffer> {
  return Buffer.from((await loadOrCreate(folder, name, makeSecret)).trim(), 'base64url');
}

const secretOf = (text: string) => Buffer.from(text.trim(), 'base64url');

/** Secret from which everything that never changes is derived: hashes and seals of the audit log, names of stored files. It is never replaced. */
export const derivationSecret = 'derivation-secret';

export interface OpenedVault {
  readonly vault: Vault;
  readonly folder: string;
  /** The keys in use that can be rotated: the master key, which seals, and the index secret. */
  readonly masterKeys: KeyRing;
  readonly indexSecrets: KeyRing;
}

/**
 * Opens the vault over all master keys and index secrets in the folder. A newer key is used for opening and searching as soon as it is there, and for
 * sealing and indexing only once it has been made the current one.
 * @throws Error if there is none: only the first start creates keys
 */
export async function openVault(folder: string): Promise<OpenedVault> {
  const masterKeys = openKeyRing(folder, 'master-key');
  const indexSecrets = openKeyRing(folder, 'index-secret');
  const lasting = secretOf(await readFile(join(folder, derivationSecret), 'utf8'));
  const keys = new Map<number, Buffer>();
  const readKeys = () => {
    masterKeys.refresh();
    for (const [id, key] of masterKeys.entries()) keys.set(id, secretOf(key));
  };
  readKeys();
  const vault = createVault(keys, lasting, {
    findKeys: readKeys,
    sealingKey: () => {
      if (!keys.has(masterKeys.currentId())) readKeys();
      return masterKeys.currentId();
    },
    indexSecrets: () => indexSecrets.all().map(secretOf),
  });
  return { vault, folder, masterKeys, indexSecrets };
}
