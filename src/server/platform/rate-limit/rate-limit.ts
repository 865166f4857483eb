// Limits guessing, but not normal use: a try is taken before it is judged, and given back if it was right. Each take commits on its own, so concurrent
// tries, on any number of processes, get no more than sequential ones.
import type { Reader } from '../database/connect.ts';
import { Fault } from '../fault.ts';
import type { Vault } from '../vault.ts';
import * as queries from './rate-limit.queries.ts';
import { type Limit, secondsUntilRoom } from './rate-limit.rules.ts';

export interface Claim {
  /** What is being tried. */
  readonly purpose: string;
  /** Who or what it counts against. */
  readonly key: string;
  readonly limit: Limit;
}

export interface Taken {
  /** The try was right: it does not count. */
  giveBack(): Promise<void>;
  /** Tries of the fullest claim that count, this one included. */
  readonly count: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter(db: Reader, vault: Vault) {
  const hashOf = ({ purpose, key }: Pick<Claim, 'purpose' | 'key'>) =>
    vault.lastingHash(`${purpose} ${key}`, 'rate limit');

  /** Takes one try of every claim, or none. @throws Fault `too_many_requests` with the seconds to wait */
  async function take(...claims: readonly Claim[]): Promise<Taken> {
    const keyed = claims.map((claim) => ({ ...claim, hash: hashOf(claim) }));
    const taken = await queries.takeTries(db, keyed);
    if (taken.length < keyed.length) {
      if (taken.length > 0) await queries.giveBack(db, taken);
      const waits = await Promise.all(
        keyed.map(async ({ hash, limit }) => secondsUntilRoom(await queries.listAges(db, hash), limit)),
      );
      const seconds = Math.max(1, ...waits);
      throw new Fault('too_many_requests', { seconds }, seconds);
    }
    let isGivenBack = false;
    return {
      count: Math.max(0, ...taken.map(({ count }) => count)),
      async giveBack() {
        if (isGivenBack) return;
        await queries.giveBack(db, taken);
        isGivenBack = true;
      },
    };
  }

  return {
    take,

    /**
     * Judges what a try was taken for. A right one does not count, nor does one that could not be judged.
     * @returns the verdict
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

    /** Takes a try if there is room, for work that is otherwise skipped silently. @returns whether it was taken */
    async mayTake(...claims: readonly Claim[]): Promise<boolean> {
      try {
        await take(...claims);
        return true;
      } catch (error) {
        if (error instanceof Fault && error.code === 'too_many_requests') return false;
        throw error;
      }
    },

    /** Forgets the tries counted against a key. @returns whether there were any */
    forget: (claim: Pick<Claim, 'purpose' | 'key'>): Promise<boolean> => queries.forget(db, hashOf(claim)),

    removeOld: (): Promise<void> => queries.deleteOld(db),
  };
}
