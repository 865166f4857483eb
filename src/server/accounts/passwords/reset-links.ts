// Links that set a new password: one that somebody asked for, and those of emails about a login or what was done after it, for whoever did neither.
import { randomBytes } from 'node:crypto';
import type { Trx } from '../../platform/database/connect.ts';
import { hashToken } from '../sessions/tokens.ts';
import * as queries from './password-reset.queries.ts';

/** As long as a confirmation link: emails are not read every day. */
export const disownLinkMinutes = 3 * 24 * 60;

/** @returns the token of a new link */
export async function createResetLink(
  trx: Trx,
  link: { userId: number; requestedBy: number | undefined; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await queries.insertLink(trx, { ...link, tokenHash: hashToken(token), disowns: false });
  return token;
}

const addressOf = (publicOrigin: string, token: string) => `${publicOrigin}/not-me#token=${token}`;

/** For the email about a login: where its reader says that somebody else logged in. @returns an address */
export async function createDisownLink(trx: Trx, userId: number, publicOrigin: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const link = { userId, requestedBy: undefined, minutes: disownLinkMinutes, disowns: true };
  await queries.insertLink(trx, { ...link, tokenHash: hashToken(token) });
  return addressOf(publicOrigin, token);
}

/**
 * For the email about what was done in a session that can still be disowned, for as long as that. @returns an address; undefined where no live link
 * disowns it
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
