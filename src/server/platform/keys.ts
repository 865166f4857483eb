// The instance's secrets: made once in DATA_DIR/keys with mode 0600, never in the database.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(content);
    await file.sync();
    await file.close();
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  }
}

/** 256 random bits, base64url, kept in a file. */
export async function loadOrCreateSecret(folder: string, name: string): Promise<Buffer> {
  const text = await loadOrCreate(folder, name, () => randomBytes(32).toString('base64url'));
  return Buffer.from(text.trim(), 'base64url');
}
