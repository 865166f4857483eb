// An encrypted store on the device. Its key never leaves the browser, and is removed with the store when the session ends.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/**
 * `kept`: copies of what the server has. `outbox`: what the server has not received yet; it survives a session that ended by itself. `drafts`: what
 * was typed and not sent; it survives such an end too. `shared`: a file from another app, until a form takes it.
 */
export type StoreName = 'kept' | 'outbox' | 'drafts' | 'shared';

/** Metadata that is readable without the key: nothing personal. */
export type Marks = Readonly<Record<string, string | number | boolean>>;

interface Item {
  name: string;
  /** When it was stored, in milliseconds. */
  at: number;
  marks: Marks;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

interface Contents extends DBSchema {
  /** `term` distinguishes two sign-ins of the same user: in between, another user may have taken over the store, and the key is different. */
  owner: { key: 'owner'; value: { id: number; key: CryptoKey; term: string } };
  items: { key: string; value: Item };
}

export interface Listed {
  name: string;
  at: number;
  marks: Marks;
}

/** Everything but `read` rejects once another user has taken over the store. */
export interface DeviceStore {
  readonly ownerId: number;
  /**
   * @param marks may depend on those of the item that it replaces
   * @throws a DOMException named QuotaExceededError if the device is full
   */
  put(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    marks?: Marks | ((before: Marks | undefined) => Marks),
  ): Promise<void>;
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  list(): Promise<Listed[]>;
  /**
   * Updates one item in one transaction: with new marks, or `remove`; undefined leaves it.
   * @returns what was chosen
   */
  update<D extends Marks | 'remove'>(
    name: string,
    choose: (marks: Marks) => D | undefined,
  ): Promise<D | undefined>;
  /**
   * Replaces an item in one transaction, if its marks still allow it.
   * @returns whether it did
   */
  replace(
    old: string,
    next: { name: string; bytes: Uint8Array<ArrayBuffer>; marks: Marks },
    allows: (marks: Marks) => boolean,
  ): Promise<boolean>;
  close(): void;
}

const databaseOf = (name: StoreName) => `device-${name}`;

/** Returns the key of this user. What another user left is removed together with its key. */
async function takeOver(database: IDBPDatabase<Contents>, ownerId: number) {
  const found = await database.get('owner', 'owner');
  if (found?.id === ownerId) return found;
  // A shared file does not belong to the user who was signed in before.
  if (found && database.name === databaseOf('outbox')) await deleteDB(databaseOf('shared'));
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const change = database.transaction(['owner', 'items'], 'readwrite');
  const owners = change.objectStore('owner');
  // Another tab may have been faster.
  const now = await owners.get('owner');
  const own = now?.id === ownerId ? now : { id: ownerId, key: fresh, term: crypto.randomUUID() };
  if (own !== now) {
    await change.objectStore('items').clear();
    await owners.put(own, 'owner');
  }
  await change.done;
  return own;
}

function openContents(name: StoreName) {
  return openDB<Contents>(databaseOf(name), 1, {
    upgrade(created) {
      created.createObjectStore('owner');
      created.createObjectStore('items', { keyPath: 'name' });
    },
    // The session has ended, here or in another tab: an open connection would block the removal.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
}

type Mode = 'readonly' | 'readwrite';

/** Starts a transaction if the store still belongs to this user. */
async function beginAs<M extends Mode>(database: IDBPDatabase<Contents>, term: string, mode: M) {
  const change = database.transaction(['owner', 'items'], mode);
  if ((await change.objectStore('owner').get('owner'))?.term === term) return change;
  await change.done;
  throw new Error('the store is somebody else’s now');
}

/** @throws if the browser has no such storage, as in some private windows */
export async function openDeviceStore(name: StoreName, ownerId: number): Promise<DeviceStore> {
  const database = await openContents(name);
  const { key, term } = await takeOver(database, ownerId);
  const begin = <M extends Mode>(mode: M) => beginAs(database, term, mode);
  // Bound to its name and its owner: a sealed item that is moved cannot be opened.
  const methodOf = (item: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${name} ${ownerId} ${item}`),
  });
  const seal = async (item: string, bytes: Uint8Array<ArrayBuffer>): Promise<Omit<Item, 'marks'>> => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(methodOf(item, iv), key, bytes);
    return { name: item, at: Date.now(), iv, sealed };
  };
  return {
    ownerId,
    async put(item, bytes, marks = {}) {
      const sealed = await seal(item, bytes);
      const change = await begin('readwrite');
      const items = change.objectStore('items');
      const before = typeof marks === 'function' ? await items.get(item) : undefined;
      await items.put({ ...sealed, marks: typeof marks === 'function' ? marks(before?.marks) : marks });
      await change.done;
    },
    async read(item) {
      const found = await database.get('items', item);
      if (!found) return undefined;
      try {
        return new Uint8Array(await crypto.subtle.decrypt(methodOf(item, found.iv), key, found.sealed));
      } catch {
        // It was sealed under a key that no longer exists.
        return undefined;
      }
    },
    async list() {
      const items = await (await begin('readonly')).objectStore('items').getAll();
      return items.map(({ name: item, at, marks }) => ({ name: item, at, marks }));
    },
    async update(item, choose) {
      const change = await begin('readwrite');
      const items = change.objectStore('items');
      const found = await items.get(item);
      const decided = found && choose(found.marks);
      if (found && decided === 'remove') await items.delete(item);
      else if (found && decided !== undefined) await items.put({ ...found, marks: decided as Marks });
      await change.done;
      return decided;
    },
    async replace(old, { name: item, bytes, marks }, allows) {
      const sealed = await seal(item, bytes);
      const change = await begin('readwrite');
      const items = change.objectStore('items');
      const found = await items.get(old);
      const isAllowed = found !== undefined && allows(found.marks);
      if (isAllowed) {
        await items.delete(old);
        await items.put({ ...sealed, marks, at: found.at });
      }
      await change.done;
      return isAllowed;
    },
    close: () => database.close(),
  };
}
