// Rate limits of passwords and codes: few per network, and few per account from networks it was never used
// from. Networks with earlier sign-ins are counted separately, so that strangers can't lock anyone out.
import type { Database } from '../../platform/database/connect.ts';
import { type Limit, networkOfAddress } from '../../platform/rate-limit/rate-limit.rules.ts';
import type { Claim, RateLimiter, Taken } from '../../platform/rate-limit/rate-limit.ts';
import * as queries from '../accounts.queries.ts';

const day = 86_400;
const fromOnePlace: Limit = [
  { tries: 5, seconds: 60 },
  { tries: 10, seconds: 900 },
  { tries: 40, seconds: day },
];
const fromStrangers: Limit = [
  { tries: 20, seconds: 900 },
  { tries: 100, seconds: day },
];
/** Whoever sends a code already knows the password. */
const codesFromStrangers: Limit = [
  { tries: 10, seconds: 900 },
  { tries: 20, seconds: day },
];
/** A whole town may share an IP address, so this only stops attempts on many accounts. */
const fromOneNetwork: Limit = [{ tries: 300, seconds: 900 }];

/** Never reached, because `fromOnePlace` is reached first. */
const unlimited: Limit = [{ tries: 1_000_000, seconds: 900 }];

const passwordOf = (account: string) => `sign-in of ${account}`;
const codeOf = (userId: number) => `code of ${userId}`;
const strangersWithPassword = (account: string) => ({ purpose: 'sign-in by strangers', key: account });
const strangersWithCode = (userId: number) => ({ purpose: 'code by strangers', key: String(userId) });

export interface Attempt extends Taken {
  /** Marks the attempt as right, and clears the count of this network. */
  succeed(): Promise<void>;
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;

export function createSignInLimits(db: Database, limiter: RateLimiter) {
  async function isKnown(userId: number | undefined, network: string): Promise<boolean> {
    const addresses = await queries.listRecentAddresses(db, userId);
    return addresses.some((address) => networkOfAddress(address) === network);
  }

  async function take(name: string, ip: string, userId: number | undefined, strangers: readonly Claim[]) {
    const network = networkOfAddress(ip);
    const here: Claim = { purpose: name, key: network, limit: fromOnePlace };
    const known = await isKnown(userId, network);
    // Known networks are counted too, separately and without a limit, because fewer statements would reveal by their timing that the account
    // exists.
    const counted = strangers.map((claim) =>
      known ? { purpose: `known ${claim.purpose}`, key: `${name} ${network}`, limit: unlimited } : claim,
    );
    const taken = await limiter.take(here, ...counted);
    return {
      ...taken,
      async succeed() {
        await taken.giveBack();
        await limiter.forget(here);
      },
    };
  }

  return {
    /** Call before checking a password; does the same work whether or not the name is known. @throws Fault `too_many_requests` */
    takePassword(name: string, ip: string, userId: number | undefined): Promise<Attempt> {
      const account = name.toLowerCase();
      return take(passwordOf(account), ip, userId, [
        { ...strangersWithPassword(account), limit: fromStrangers },
        { purpose: 'sign-in', key: networkOfAddress(ip), limit: fromOneNetwork },
      ]);
    },

    /** Call before checking a second-factor code at sign-in. @throws Fault `too_many_requests` */
    takeCode: (userId: number, ip: string): Promise<Attempt> =>
      take(codeOf(userId), ip, userId, [{ ...strangersWithCode(userId), limit: codesFromStrangers }]),

    /** Clears strangers' attempts once the user has proved that they own the account's mailbox. */
    forgetStrangers: (name: string): Promise<boolean> =>
      limiter.forget(strangersWithPassword(name.toLowerCase())),

    /** Clears every attempt at this account from any network; the totals of networks over many accounts stay. */
    async forgetAll(name: string, userId: number): Promise<void> {
      const account = name.toLowerCase();
      const refused = await queries.listRefusedAddresses(db, userId);
      const known = await queries.listRecentAddresses(db, userId);
      for (const network of new Set([...refused, ...known].map(networkOfAddress))) {
        await limiter.forget({ purpose: passwordOf(account), key: network });
        await limiter.forget({ purpose: codeOf(userId), key: network });
      }
      await limiter.forget(strangersWithPassword(account));
      await limiter.forget(strangersWithCode(userId));
    },
  };
}
