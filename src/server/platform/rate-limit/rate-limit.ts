// Guessing is limited, using is not: a try is taken before it is judged and comes back when it was a good one.
// Takes commit on their own, so that many at once, on any number of processes, get no more than one after the other.
import { type Database, inTransaction } from '../database/connect.ts';
import { Fault } from '../fault.ts';
import type { Vault } from '../vault.ts';
import * as queries from './rate-limit.queries.ts';
import { type Limit, secondsUntilRoom } from './rate-limit.rules.ts';

export interface Claim {
  /** What is tried. */
  readonly purpose: string;
  /** By whom, from where, or on what. */
  readonly key: string;
  readonly limit: Limit;
}

export interface Taken {
  /** The try was a good one: it does not count. */
  giveBack(): Promise<void>;
  /** How many of the fullest claim stand, this one included. */
  readonly standing: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter(db: Database, vault: Vault) {
  const hashOf = ({ purpose, key }: Pick<Claim, 'purpose' | 'key'>) =>
    vault.lastingHash(`${purpose} ${key}`, 'rate limit');

  /** Takes one try of every claim, or of none. @throws Fault `too_many_requests` with the seconds to wait */
  async function take(...claims: readonly Claim[]): Promise<Taken> {
    // In one order everywhere, so that no two wait for each other.
    const keyed = claims
      .map((claim) => ({ ...claim, hash: hashOf(claim) }))
      .sort((one, other) => one.hash.compare(other.hash));
    const taken = await inTransaction(db, async (trx) => {
      const tries: { hash: Buffer; at: string; standing: number }[] = [];
      for (const { hash, limit } of keyed) {
        const one = await queries.takeTry(trx, hash, limit);
        if (!one) {
          const seconds = Math.max(1, secondsUntilRoom(await queries.listAges(trx, hash), limit));
          throw new Fault('too_many_requests', { seconds }, seconds);
        }
        tries.push({ hash, ...one });
      }
      return tries;
    });
    return {
      standing: Math.max(0, ...taken.map(({ standing }) => standing)),
      giveBack: () =>
        inTransaction(db, async (trx) => {
          for (const { hash, at } of taken) await queries.giveBack(trx, hash, at);
        }),
    };
  }

  return {
    take,

    /**
     * Judges what a try was taken for. A good one does not count, nor does one that could not be judged.
     * @returns what the judge says
     */
    async judge(taken: Pick<Taken, 'giveBack'>, isGood: () => Promise<boolean>): Promise<boolean> {
      let isIt = true;
      try {
        isIt = await isGood();
      } finally {
        if (isIt) await taken.giveBack();
      }
      return isIt;
    },

    /** Whether there was room; for what is left undone without a word. */
    async mayTake(...claims: readonly Claim[]): Promise<boolean> {
      try {
        await take(...claims);
        return true;
      } catch (error) {
        if (error instanceof Fault && error.code === 'too_many_requests') return false;
        throw error;
      }
    },

    /** What stands against a key is forgotten. */
    forget: (claim: Pick<Claim, 'purpose' | 'key'>): Promise<void> => queries.forget(db, hashOf(claim)),

    removeOld: (): Promise<void> => queries.deleteOld(db),
  };
}
