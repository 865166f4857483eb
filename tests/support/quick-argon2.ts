// Replaces @node-rs/argon2 in test processes: the same hashes at a fraction of the work, which thousands of sign-ins would otherwise cost. Portals
// that tests start as processes of their own use the real library.
import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

/** The minimum that OWASP recommends for argon2id with one lane (Password Storage Cheat Sheet). */
const least = { memoryCost: 19_456, timeCost: 2 };

/** @throws Error if the portal asks for less work than is safe */
export async function hash(password: string, { memoryCost = 0, timeCost = 0, ...options }: Options) {
  if (memoryCost < least.memoryCost || timeCost < least.timeCost)
    throw new Error('Passwords are hashed with too little work.');
  return real.hash(password, { ...options, memoryCost: 64, timeCost: 1 });
}

export const { verify } = real;
