// Recognises browsers by a cookie with a random value for each account that has logged in there, the latest first. A value means nothing to other
// accounts, and only values issued by a login are ever known, so planting one in a browser gains nothing. The cookie proves nothing: it only decides
// whether the owner is notified of a login.
import { randomBytes } from 'node:crypto';
import type { Reader } from '../../platform/database/connect.ts';
import { type Limit, networkOfAddress } from '../../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { RequestOrigin } from '../../platform/request/caller.ts';
import * as queries from './known-devices.queries.ts';
import { hashToken } from './tokens.ts';

/** Browsers cap the lifetime of cookies at 400 days. */
export const deviceCookieSeconds = 365 * 86_400;
/** A computer shared by many people remembers the latest ones. */
const maxAccounts = 10;
const cookieForm = new RegExp(`^[\\w-]{22}(?:\\.[\\w-]{22}){0,${maxAccounts - 1}}$`);

const day = 86_400;
/** The owner has been notified by then of a client, such as a script, that keeps logging in without the cookie. */
const emailsPerNetwork: Limit = [{ tries: 5, seconds: day }];
const emailsPerAccount: Limit = [{ tries: 20, seconds: day }];
/** One email is enough, since its link also ends the sessions of further logins with that password. */
const emailsPerBrowser: Limit = [{ tries: 1, seconds: 600 }];

export interface SentDevice {
  /** Value of the cookie as sent. */
  readonly cookie: string | undefined;
  /** True if the web client is on another host, for which the browser keeps no cookies; the User-Agent is used instead. */
  readonly keepsNone: boolean;
}

export interface Device {
  readonly hash: Buffer;
  /** New value of the cookie; undefined if the browser keeps none. */
  readonly cookie: string | undefined;
  readonly isNew: boolean;
}

/** Finds out which of the account's devices this is, and whether to notify the owner. Changes nothing. */
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

/** Takes from the limit of emails about logins. Without it, anyone who knows the password could trigger any number of them. */
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
