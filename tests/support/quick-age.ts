// Replaces age-encryption in test processes: a passphrase locks the same key with a fraction of the work, which every wrong spelling costs again.
// Commands and portals that tests start as processes use the real library.
import { createRequire } from 'node:module';

const real = createRequire(import.meta.url)('age-encryption') as typeof import('age-encryption');

export class Encrypter extends real.Encrypter {
  constructor() {
    super();
    super.setScryptWorkFactor(10);
  }

  /** @throws Error because the portal keeps the work factor that age recommends */
  override setScryptWorkFactor(): never {
    throw new Error('The work of a passphrase is age’s own.');
  }
}

export const { Decrypter, generateX25519Identity, identityToRecipient } = real;
