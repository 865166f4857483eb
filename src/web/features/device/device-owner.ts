// Whose things may be kept on this device.
import { impersonation } from '../../lib/impersonation.ts';
import { session, tokenOwner } from '../../lib/session.ts';

/**
 * Who may keep something here: the person signed in themselves, never staff who look at the portal for them. The token is asked as well: another
 * tab may have signed out, or somebody else in, and this one hears of it a moment later.
 */
export function deviceOwnerId(): number | undefined {
  const now = session();
  if (now.status !== 'signed_in' || now.isAdmin || impersonation()) return undefined;
  return tokenOwner() === now.user.id ? now.user.id : undefined;
}
