// The signed-in person's own stores on this device, and what to say when it cannot keep anything.
import { ownerHere } from './owner-here.ts';
import { type DeviceStore, openDeviceStore, type StoreName } from './store.ts';

type OwnStore = Exclude<StoreName, 'shared'>;
const opened: Partial<Record<OwnStore, { ownerId: number; store: Promise<DeviceStore> }>> = {};

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
