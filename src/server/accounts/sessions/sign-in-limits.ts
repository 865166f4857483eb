// How many passwords and codes are judged: few from one place, few on one account from places that it was never entered
// from, and those from where somebody signed in before are counted apart, so that no stranger locks anybody out.
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
/** Whoever sends a code knows the password already. */
const codesFromStrangers: Limit = [
  { tries: 10, seconds: 900 },
  { tries: 20, seconds: day },
];
/** A whole town may share an address: this one only stops who tries many accounts. */
const fromOneNetwork: Limit = [{ tries: 300, seconds: 900 }];

export interface Attempt extends Taken {
  /** It was the right one: what stands from this place is forgotten. */
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
    const taken = await limiter.take(here, ...(known ? [] : strangers));
    return {
      ...taken,
      async succeed() {
        await taken.giveBack();
        await limiter.forget(here);
      },
    };
  }

  return {
    /** Before a password is judged; the same work whether the name is known. @throws Fault `too_many_requests` */
    takePassword(name: string, ip: string, userId: number | undefined): Promise<Attempt> {
      const account = name.toLowerCase();
      return take(`sign-in of ${account}`, ip, userId, [
        { purpose: 'sign-in by strangers', key: account, limit: fromStrangers },
        { purpose: 'sign-in', key: networkOfAddress(ip), limit: fromOneNetwork },
      ]);
    },

    /** Before a code of the second factor is judged at a sign-in. @throws Fault `too_many_requests` */
    takeCode: (userId: number, ip: string): Promise<Attempt> =>
      take(`code of ${userId}`, ip, userId, [
        { purpose: 'code by strangers', key: String(userId), limit: codesFromStrangers },
      ]),

    /** Who has proved to own the account's mailbox need not wait for what strangers did. */
    forgetStrangers: (name: string): Promise<void> =>
      limiter.forget({ purpose: 'sign-in by strangers', key: name.toLowerCase() }),
  };
}
