// Opens the stores of the signed-in user on this device.
import { fetchCode } from '../../../lib/loading/code.ts';
import { deviceOwnerId } from '../device-owner.ts';
import type { DeviceStore, StoreName } from './device-store.ts';

/** Loads the code of the stores with the first store that is opened, after the page. */
export async function openStore(name: StoreName, ownerId: number): Promise<DeviceStore> {
  const { openDeviceStore } = await fetchCode(
    () => import('./device-store.ts'),
    () => false,
  );
  return openDeviceStore(name, ownerId);
}

type OwnStore = Exclude<StoreName, 'shared'>;
const opened: Partial<Record<OwnStore, { ownerId: number; store: Promise<DeviceStore> }>> = {};

/** @throws if the browser has no storage for it */
export async function openUserStore(name: OwnStore): Promise<DeviceStore | undefined> {
  const ownerId = deviceOwnerId();
  if (ownerId === undefined) return undefined;
  const before = opened[name];
  if (before?.ownerId === ownerId) {
    try {
      const store = await before.store;
      // It was removed with an earlier session of the same user and has to be opened again.
      await store.list();
      return store;
    } catch {
      delete opened[name];
    }
  }
  const store = openStore(name, ownerId);
  opened[name] = { ownerId, store };
  const own = await store;
  if (deviceOwnerId() === ownerId) return own;
  // The session ended meanwhile: a store opened after the removal would be filled again.
  own.close();
  return undefined;
}

export const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
