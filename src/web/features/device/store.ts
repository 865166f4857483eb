// An encrypted store on the device. Its key never leaves the browser, and goes with the store when the session ends.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * `kept`: copies of what the server has. `outbox`: what it has not got yet, so that it outlives a session that ended by itself. `shared`: a file from
 * another app, until a form takes it.
 */
export type StoreName = 'kept' | 'outbox' | 'shared';

/** What may be read without the key: nothing personal. */
export type Marks = Readonly<Record<string, string | number | boolean>>;

interface Item {
  name: string;
  /** When it was put there, in milliseconds. */
  at: number;
  marks: Marks;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

interface Contents extends DBSchema {
  owner: { key: 'owner'; value: { id: number; key: CryptoKey } };
  items: { key: string; value: Item };
}

export interface Listed {
  name: string;
  at: number;
  marks: Marks;
}

export interface DeviceStore {
  /** @throws a DOMException named QuotaExceededError when the device is full */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, marks?: Marks): Promise<void>;
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  list(): Promise<Listed[]>;
  /** Decides over one item in one transaction: new marks, `remove`, or undefined to leave it. @returns what was decided */
  decide<D extends Marks | 'remove'>(
    name: string,
    choose: (marks: Marks) => D | undefined,
  ): Promise<D | undefined>;
  /** Puts another item in the place of one, in one transaction, while its marks allow it. @returns whether it did */
  replace(
    old: string,
    next: { name: string; bytes: Uint8Array<ArrayBuffer>; marks: Marks },
    allows: (marks: Marks) => boolean,
  ): Promise<boolean>;
  close(): void;
}

const databaseOf = (name: StoreName) => `device-${name}`;

/** The key of this person. Whatever somebody else left is removed with its key. */
async function takeOver(database: IDBPDatabase<Contents>, ownerId: number): Promise<CryptoKey> {
  const found = await database.get('owner', 'owner');
  if (found?.id === ownerId) return found.key;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const change = database.transaction(['owner', 'items'], 'readwrite');
  const owners = change.objectStore('owner');
  // Another tab may have been quicker.
  const now = await owners.get('owner');
  const key = now?.id === ownerId ? now.key : fresh;
  if (key === fresh) {
    await change.objectStore('items').clear();
    await owners.put({ id: ownerId, key }, 'owner');
  }
  await change.done;
  return key;
}

/** @throws where the browser has no such storage, as in some private windows */
export async function openDeviceStore(name: StoreName, ownerId: number): Promise<DeviceStore> {
  const database = await openDB<Contents>(databaseOf(name), 1, {
    upgrade(created) {
      created.createObjectStore('owner');
      created.createObjectStore('items', { keyPath: 'name' });
    },
    // The session ended, here or in another tab: an open connection would hold the removal up.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
  const key = await takeOver(database, ownerId);
  // Bound to its place and its owner: a sealed item put elsewhere does not open.
  const methodOf = (item: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${name} ${ownerId} ${item}`),
  });
  const seal = async (item: string, bytes: Uint8Array<ArrayBuffer>, marks: Marks): Promise<Item> => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(methodOf(item, iv), key, bytes);
    return { name: item, at: Date.now(), marks, iv, sealed };
  };
  return {
    async put(item, bytes, marks = {}) {
      await database.put('items', await seal(item, bytes, marks));
    },
    async read(item) {
      const found = await database.get('items', item);
      if (!found) return undefined;
      try {
        return new Uint8Array(await crypto.subtle.decrypt(methodOf(item, found.iv), key, found.sealed));
      } catch {
        // Sealed under a key that is gone.
        return undefined;
      }
    },
    async list() {
      const items = await database.getAll('items');
      return items.map(({ name: item, at, marks }) => ({ name: item, at, marks }));
    },
    async decide(item, choose) {
      const change = database.transaction('items', 'readwrite');
      const found = await change.store.get(item);
      const decided = found && choose(found.marks);
      if (found && decided === 'remove') await change.store.delete(item);
      else if (found && decided !== undefined) await change.store.put({ ...found, marks: decided as Marks });
      await change.done;
      return decided;
    },
    async replace(old, { name: item, bytes, marks }, allows) {
      const sealed = await seal(item, bytes, marks);
      const change = database.transaction('items', 'readwrite');
      const found = await change.store.get(old);
      const isAllowed = found !== undefined && allows(found.marks);
      if (isAllowed) {
        await change.store.delete(old);
        await change.store.put({ ...sealed, at: found.at });
      }
      await change.done;
      return isAllowed;
    },
    close: () => database.close(),
  };
}
