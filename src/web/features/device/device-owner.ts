// Who may keep data on this device.
import { impersonation } from '../../lib/impersonation.ts';
import { session, tokenOwner } from '../../lib/session.ts';

/**
 * Returns the id of the user who may keep data here: the signed-in customer, never staff who impersonate them. The token is checked as well, because
 * another tab may have signed out or signed somebody else in, and this tab learns of it a moment later.
 */
export function deviceOwnerId(): number | undefined {
  const now = session();
  if (now.status !== 'signed_in' || now.isAdmin || impersonation()) return undefined;
  return tokenOwner() === now.user.id ? now.user.id : undefined;
}
