// Passwords: argon2id off the event loop, parameters above OWASP's minimum (19 MiB, 2 passes, 1 lane).
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// 2 is Argon2id; the library's enum is a type only.
const parameters = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), parameters);
}

const nobodysHash = hashPassword('nobody has this password');

/** Without a hash it takes as long and is false, so that an unknown name can't be told from a wrong password. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password.normalize('NFC')).catch(
    () => false,
  );
  return matches && passwordHash !== undefined;
}

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Six characters that are easy to say on the telephone. Not derived from anything. */
export function makeSupportCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

export function makePassword(): string {
  return Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
}
