// The signed-in person's own stores on this device, and what to say when it cannot keep anything.
import { impersonation } from '../../lib/impersonation.ts';
import { session, tokenOwner } from '../../lib/session.ts';
import { type DeviceStore, openDeviceStore, type StoreName } from './store.ts';

type OwnStore = Exclude<StoreName, 'shared'>;
const opened: Partial<Record<OwnStore, { ownerId: number; store: Promise<DeviceStore> }>> = {};

/**
 * Who may keep something here: the person signed in themselves, never staff who look at the portal for them. The token is asked as well: another
 * tab may have signed out, or somebody else in, and this one hears of it a moment later.
 */
export function ownerHere(): number | undefined {
  const now = session();
  if (now.status !== 'signed_in' || now.isAdmin || impersonation()) return undefined;
  return tokenOwner() === now.user.id ? now.user.id : undefined;
}

/** @throws where the browser has no storage for it */
export async function myStore(name: OwnStore): Promise<DeviceStore | undefined> {
  const ownerId = ownerHere();
  if (ownerId === undefined) return undefined;
  const before = opened[name];
  if (before?.ownerId === ownerId) {
    try {
      const store = await before.store;
      // Removed meanwhile with an earlier session of the same person: it has to be opened anew.
      await store.list();
      return store;
    } catch {
      delete opened[name];
    }
  }
  const store = openDeviceStore(name, ownerId);
  opened[name] = { ownerId, store };
  const own = await store;
  if (ownerHere() === ownerId) return own;
  // The session ended meanwhile: opened after the removal, it would be filled again.
  own.close();
  return undefined;
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
