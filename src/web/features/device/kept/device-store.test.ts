import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { openDeviceStore } from './device-store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const words = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found);

/** Returns everything in the database, as somebody who holds the phone could read it. */
async function lookInside(): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('device-kept');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const items = await new Promise<{ name: string; sealed: ArrayBuffer }[]>((resolve) => {
    const request = database.transaction('items').objectStore('items').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return items.map(({ name, sealed }) => `${name} ${Buffer.from(sealed).toString('latin1')}`).join('\n');
}

beforeEach(async () => {
  await deleteDB('device-kept');
});

test('returns what was stored, and holds nothing that is readable without its key', async () => {
  const store = await openDeviceStore('kept', 7);
  await store.put('orders', bytes('Rahim 1990123456789'));
  expect(words(await store.read('orders'))).toBe('Rahim 1990123456789');
  const inside = await lookInside();
  expect(inside).toContain('orders ');
  expect(inside).not.toContain('Rahim');
  store.close();
  const again = await openDeviceStore('kept', 7);
  expect(words(await again.read('orders'))).toBe('Rahim 1990123456789');
  again.close();
});

test('another user finds nothing, and neither does the first one afterwards', async () => {
  const first = await openDeviceStore('kept', 7);
  await first.put('orders', bytes('Rahim'));
  first.close();
  const second = await openDeviceStore('kept', 8);
  expect(await second.list()).toEqual([]);
  expect(await lookInside()).toBe('');
  second.close();
  const back = await openDeviceStore('kept', 7);
  expect(await back.read('orders')).toBeUndefined();
  back.close();
});

test('can be removed while another tab has it open, which then writes nothing any more', async () => {
  const open = await openDeviceStore('kept', 7);
  await open.put('orders', bytes('Rahim'));
  await deleteDB('device-kept');
  await expect(open.put('orders', bytes('Rahim'))).rejects.toThrow();
  const later = await openDeviceStore('kept', 7);
  expect(await later.list()).toEqual([]);
  later.close();
});

test('an item moved to the name of another cannot be opened', async () => {
  const store = await openDeviceStore('kept', 7);
  await store.put('paper 1', bytes('first'));
  await store.put('paper 2', bytes('second'));
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('device-kept');
    request.onsuccess = () => resolve(request.result);
  });
  const items = database.transaction('items', 'readwrite').objectStore('items');
  await new Promise<void>((resolve) => {
    const request = items.get('paper 2');
    request.onsuccess = () => {
      items.put({ ...request.result, name: 'paper 1' }).onsuccess = () => resolve();
    };
  });
  database.close();
  expect(await store.read('paper 1')).toBeUndefined();
  expect(words(await store.read('paper 2'))).toBe('second');
  store.close();
});

test('updates an item once, however many callers try at the same moment', async () => {
  const one = await openDeviceStore('kept', 7);
  const other = await openDeviceStore('kept', 7);
  await one.put('entry', bytes('x'), { state: 'waiting' });
  const claim = (marks: { readonly state?: unknown }) =>
    marks.state === 'waiting' ? { state: 'sending' } : undefined;
  const claims = await Promise.all([one, other, one, other].map((store) => store.update('entry', claim)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect((await one.list())[0]?.marks).toEqual({ state: 'sending' });
  expect(await other.update('entry', () => 'remove')).toBe('remove');
  expect(await one.list()).toEqual([]);
  one.close();
  other.close();
});

test('nothing is written to a store that another user has taken over, nor after they have signed out', async () => {
  const first = await openDeviceStore('kept', 7);
  await first.put('orders', bytes('Rahim'));
  const second = await openDeviceStore('kept', 8);
  await expect(first.put('orders', bytes('Rahim'))).rejects.toThrow();
  await expect(first.list()).rejects.toThrow();
  second.close();
  const back = await openDeviceStore('kept', 7);
  // Sealed under the key of the first sign-in, it could never be read again.
  await expect(first.put('orders', bytes('Rahim'))).rejects.toThrow();
  expect(await back.list()).toEqual([]);
  first.close();
  back.close();
});

test('a file shared while another user was signed in is removed before the next user sees it', async () => {
  await deleteDB('device-shared');
  (await openDeviceStore('outbox', 7)).close();
  const worker = await openDeviceStore('shared', 0);
  await worker.put('file', bytes('%PDF of Rahim'), { type: 'application/pdf' });
  worker.close();
  (await openDeviceStore('outbox', 7)).close();
  const own = await openDeviceStore('shared', 0);
  expect(await own.list()).toHaveLength(1);
  own.close();
  (await openDeviceStore('outbox', 8)).close();
  const next = await openDeviceStore('shared', 0);
  expect(await next.list()).toEqual([]);
  next.close();
});

test('an item that replaces another keeps its time, so that it is sent in its turn', async () => {
  const store = await openDeviceStore('kept', 7);
  await store.put('old', bytes('first'), { state: 'asks' });
  const [before] = await store.list();
  await new Promise((done) => setTimeout(done, 5));
  const next = { name: 'new', bytes: bytes('second'), marks: { state: 'waiting' } };
  expect(await store.replace('old', next, ({ state }) => state === 'asks')).toBe(true);
  expect(await store.list()).toEqual([{ name: 'new', at: before!.at, marks: { state: 'waiting' } }]);
  store.close();
});
