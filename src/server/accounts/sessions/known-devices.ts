// By what a browser is known to the accounts that it has logged in to: a cookie with a random value for each of them, the latest first. A value
// of one account says nothing to another, and only values that a login has made are ever known: whoever plants theirs in a browser gains nothing.
// It proves nothing, and only decides whether the owner is told of a login.
import { randomBytes } from 'node:crypto';
import type { Reader } from '../../platform/database/connect.ts';
import { type Limit, networkOfAddress } from '../../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { RequestOrigin } from '../../platform/request/caller.ts';
import * as queries from './known-devices.queries.ts';
import { hashToken } from './tokens.ts';

/** Browsers keep a cookie for 400 days at most. */
export const deviceCookieSeconds = 365 * 86_400;
/** A computer that a whole shop shares remembers the last ones. */
const maxAccounts = 10;
const cookieForm = new RegExp(`^[\\w-]{22}(?:\\.[\\w-]{22}){0,${maxAccounts - 1}}$`);

const day = 86_400;
/** Who logs in again and again without the cookie, such as a script, has been told of. */
const emailsPerNetwork: Limit = [{ tries: 5, seconds: day }];
const emailsPerAccount: Limit = [{ tries: 20, seconds: day }];
/** The link of the first email ends what the next logins with that password began as well. */
const emailsPerBrowser: Limit = [{ tries: 1, seconds: 600 }];

export interface SentDevice {
  /** Value of its cookie, as it came. */
  readonly cookie: string | undefined;
  /** The browser neither keeps nor sends cookies for a client on another host: what it calls itself has to do. */
  readonly keepsNone: boolean;
}

export interface Device {
  readonly hash: Buffer;
  /** What its cookie is from now on; undefined where it keeps none. */
  readonly cookie: string | undefined;
  readonly isNew: boolean;
}

/** Which device this is to the account, and whether its owner has to be told. Changes nothing. */
export async function findDevice(
  reader: Reader,
  userId: number,
  { cookie = '', keepsNone }: SentDevice,
  { userAgent }: Pick<RequestOrigin, 'userAgent'>,
): Promise<Device> {
  const sent = keepsNone ? [`${userId} ${userAgent}`] : cookieForm.test(cookie) ? cookie.split('.') : [];
  const known = await queries.findKnown(reader, userId, sent.map(hashToken));
  const own = sent.find((value) => known?.equals(hashToken(value)));
  const isNew = own === undefined && (await queries.shouldNotifyOfDevice(reader, userId, userAgent));
  if (keepsNone) return { hash: hashToken(sent[0]!), cookie: undefined, isNew };
  const value = own ?? randomBytes(16).toString('base64url');
  const kept = [value, ...sent.filter((each) => each !== value)].slice(0, maxAccounts);
  return { hash: hashToken(value), cookie: kept.join('.'), isNew };
}

/** Whether one more email about a login may go. It carries a link, and whoever knows the password could send any number. */
export function mayNotifyOfLogin(
  limiter: Pick<RateLimiter, 'mayTake'>,
  user: { readonly id: number; readonly password_hash: string },
  { ip, userAgent }: Pick<RequestOrigin, 'ip' | 'userAgent'>,
): Promise<boolean> {
  const network = `${user.id} ${networkOfAddress(ip)}`;
  return limiter.mayTake(
    {
      purpose: 'told of a login from a browser',
      key: `${network} ${user.password_hash} ${userAgent}`,
      limit: emailsPerBrowser,
    },
    { purpose: 'told of a login from a network', key: network, limit: emailsPerNetwork },
    { purpose: 'told of a login', key: String(user.id), limit: emailsPerAccount },
  );
}
