// Passwords: argon2id off the event loop, at OWASP's minimum (19 MiB, 2 passes, 1 lane).
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Fault } from '../../platform/fault.ts';

// 2 is Argon2id; the library's enum is a type only.
const parameters = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing shares four threads with file access and DNS lookups, so one stays free. */
const maxAtOnce = Math.min(3, Math.max(2, availableParallelism()));
const maxWaiting = 200;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work when a slot is free. @throws Fault `busy` if too many are waiting already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw new Fault('busy', {}, 2);
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot goes to the longest waiter, or becomes free.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @throws Fault `busy` */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), parameters));
}

const nobodysHash = hashPassword('nobody has this password');

/** Verifies a password. Without a hash it takes as long and returns false, so that an unknown name looks like a wrong password. @throws Fault `busy` */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash || (await nobodysHash);
  const matches = await inTurn(() => verify(against, password.normalize('NFC')).catch(() => false));
  return matches && !!passwordHash;
}

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Makes a code of six random characters that are easy to read out over the phone. */
export function makeSupportCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

export function makePassword(): string {
  return Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
}
