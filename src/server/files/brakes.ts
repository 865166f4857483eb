// Guessing is slowed, using is not: a try counts before it is judged and comes back when it was good.
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Vault } from '../platform/vault.ts';
import * as queries from './brakes.queries.ts';

export type Brakes = ReturnType<typeof createBrakes>;

/** A person mistypes a code a few times; then one every ten seconds is let through. */
export const codeGuesses: queries.Allowance = { tries: 30, secondsEach: 10 };
/** Links are clicked, not typed. */
export const linkGuesses: queries.Allowance = { tries: 20, secondsEach: 30 };
export const pinGuesses: queries.Allowance = { tries: 5, secondsEach: 60 };
/** Of one link by all addresses together. */
export const pinGuessesOfAll: queries.Allowance = { tries: 30, secondsEach: 60 };
/** Drawing a page costs much more than asking for it. */
export const pagesDrawn: queries.Allowance = { tries: 80, secondsEach: 1 };

export function createBrakes(db: Database, vault: Vault) {
  const hashOf = (purpose: string, key: string) => vault.blindIndex(`${purpose} ${key}`, 'brake');
  return {
    /**
     * Takes a try of this address or link. @returns what gives it back
     * @throws Fault `too_many_requests` with the seconds to wait
     */
    async take(purpose: string, key: string, allowance: queries.Allowance): Promise<() => Promise<void>> {
      const hash = hashOf(purpose, key);
      const seconds = await queries.takeTry(db, hash, allowance);
      if (seconds !== undefined) throw new Fault('too_many_requests', { seconds }, seconds);
      return () => queries.giveBack(db, hash, allowance.secondsEach);
    },

    removeOld: () => queries.deleteOldBrakes(db),
  };
}
