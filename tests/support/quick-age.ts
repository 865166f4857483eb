// Stands for age-encryption in test processes: a passphrase locks the same key with a fraction of the work, which every spelling of a wrong one spends again.
// Commands and portals that tests start as processes use the real one.
import { createRequire } from 'node:module';

const real = createRequire(import.meta.url)('age-encryption') as typeof import('age-encryption');

export class Encrypter extends real.Encrypter {
  constructor() {
    super();
    super.setScryptWorkFactor(10);
  }

  /** @throws Error since the portal leaves it at what age recommends */
  override setScryptWorkFactor(): never {
    throw new Error('The work of a passphrase is age’s own.');
  }
}

export const { Decrypter, generateX25519Identity, identityToRecipient } = real;
