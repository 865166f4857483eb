// The instance's secrets: made once in DATA_DIR/keys with mode 0600, never in the database.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createVault, type Vault } from './vault.ts';

/**
 * Reads a secret file, or writes it with what `make` gives. Two processes that start at once
 * end with the same secret: only one can create the file, the other reads it.
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
  // Written whole beside it, then given its name: who finds the name finds all of the secret.
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

const masterKeyName = /^master-key-(\d{1,3})$/;
export const isMasterKeyFile = (name: string) => masterKeyName.test(name);
export const masterKeyFile = (id: number) => `master-key-${id}`;

function readMasterKeys(folder: string, into: Map<number, Buffer>): void {
  for (const name of readdirSync(folder)) {
    const id = Number(masterKeyName.exec(name)?.[1] ?? -1);
    if (id >= 0 && !into.has(id))
      into.set(id, Buffer.from(readFileSync(join(folder, name), 'utf8').trim(), 'base64url'));
  }
}

export interface OpenedVault {
  readonly vault: Vault;
  /** Takes up key files that have come since. */
  refresh(): void;
  /** Names of the master keys that are here. */
  heldKeys(): string[];
  /** Seals with this key from now on, when it is here. */
  sealWith(id: number): void;
  sealingKey(): number;
}

/**
 * The vault over all master keys of the folder. A newer key opens as soon as it is there; it seals when it is told to.
 * @throws Error when there is none: keys are made by the first start alone
 */
export async function openVault(folder: string): Promise<OpenedVault> {
  const keys = new Map<number, Buffer>();
  readMasterKeys(folder, keys);
  if (keys.size === 0) throw new Error(`There is no master key in ${folder}`);
  const indexSecret = await readFile(join(folder, 'index-secret'), 'utf8');
  const refresh = () => readMasterKeys(folder, keys);
  let sealing = Math.max(...keys.keys());
  const sealingKey = () => sealing;
  const vault = createVault(keys, Buffer.from(indexSecret.trim(), 'base64url'), refresh, sealingKey);
  return {
    vault,
    refresh,
    heldKeys: () => [...keys.keys()].map(masterKeyFile),
    sealWith(id) {
      if (!keys.has(id)) refresh();
      if (keys.has(id)) sealing = id;
    },
    sealingKey,
  };
}
