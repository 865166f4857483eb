// Links that set a new password: requested ones, and those in emails by which the recipient can disown a login or a later change.
import { randomBytes } from 'node:crypto';
import type { Trx } from '../../platform/database/connect.ts';
import { hashToken } from '../sessions/tokens.ts';
import * as queries from './password-reset.queries.ts';

/** As long as a confirmation link, since people don't read their email every day. */
export const disownLinkMinutes = 3 * 24 * 60;

/** @returns the token of the new link */
export async function createResetLink(
  trx: Trx,
  link: { userId: number; requestedBy: number | undefined; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await queries.insertLink(trx, { ...link, tokenHash: hashToken(token), disowns: false });
  return token;
}

const addressOf = (publicOrigin: string, token: string) => `${publicOrigin}/not-me#token=${token}`;

/** Creates the link in the email about a login, by which the recipient can say that it was somebody else's. @returns its URL */
export async function createDisownLink(trx: Trx, userId: number, publicOrigin: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const link = { userId, requestedBy: undefined, minutes: disownLinkMinutes, disowns: true };
  await queries.insertLink(trx, { ...link, tokenHash: hashToken(token) });
  return addressOf(publicOrigin, token);
}

/**
 * Creates the link in the email about a change in a session that can still be disowned, with the same expiry. @returns its URL; undefined if no live
 * link disowns the session
 */
export async function duplicateDisownLink(
  trx: Trx,
  userId: number,
  sessionId: string,
  publicOrigin: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const isMade = await queries.duplicateDisownLink(trx, { userId, sessionId, tokenHash: hashToken(token) });
  return isMade ? addressOf(publicOrigin, token) : undefined;
}
