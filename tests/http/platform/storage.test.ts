// One suite for every storage backend: the folder, and object storage over real HTTP.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityName } from '#server/platform/installation/identity.ts';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';
import { createS3Blobs } from '#server/platform/storage/s3-blobs.ts';
import { type BlobStore, createStorage, rewrapStored } from '#server/platform/storage/storage.ts';
import { createVault } from '#server/platform/vault.ts';
import { type ObjectStore, startObjectStore, storeKeys } from '../../../scripts/object-store.ts';
import { startTestPortal } from '../../support/portal.ts';
import { nidCalls, picture, record } from '../documents/nid-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'nothipotro-storage-'));
let objects: ObjectStore;
beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await objects.stop();
});

const key = (fill: number) => Buffer.alloc(32, fill);
const masterKeys = new Map([[1, key(1)]]);
const vault = createVault(masterKeys, key(9));
const unnoted = async () => undefined;
async function listed(blobs: BlobStore) {
  const keys: string[] = [];
  for await (const key of blobs.list()) keys.push(key);
  return keys.sort();
}

describe.each([
  ['a folder', () => createFolderBlobs(join(folder, 'files'))],
  [
    'a folder without hard links',
    () => {
      const refuse = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));
      return createFolderBlobs(join(folder, 'share'), { linkFile: refuse });
    },
  ],
  [
    'object storage',
    () => createS3Blobs({ url: objects.url, accessKey: storeKeys.access, secretKey: storeKeys.secret }),
  ],
])('files in %s', (_, open) => {
  let blobs: BlobStore;
  beforeAll(async () => {
    blobs = open();
    await blobs.check();
  });
  const storage = () => createStorage(blobs, vault, unnoted);

  it('pass two concurrent checks', async () => {
    for (let i = 0; i < 10; i++) {
      const { probe } = storage();
      await Promise.all([probe(), probe(), probe()]);
    }
  });

  it('are returned unchanged, and stored encrypted under a meaningless name', async () => {
    const bytes = Buffer.from('%PDF-1.7 গোপন কাগজ');
    const stored = await storage().put(bytes);
    expect((await storage().get(stored)).equals(bytes)).toBe(true);
    expect((await blobs.get(stored))!.includes('%PDF')).toBe(false);
    expect(stored).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{38}$/);
  });

  it('with the same bytes are one file, even if stored repeatedly and concurrently', async () => {
    const bytes = Buffer.from('একই কাগজ');
    const keys = await Promise.all(Array.from({ length: 12 }, () => storage().put(bytes)));
    expect(new Set(keys).size).toBe(1);
    expect((await storage().get(keys[0]!)).equals(bytes)).toBe(true);
    expect((await listed(blobs)).filter((name) => name === keys[0])).toHaveLength(1);
  });

  it('do not open if changed or swapped, or by a path that is not a key', async () => {
    const [one, two] = [await storage().put(Buffer.from('এক')), await storage().put(Buffer.from('দুই'))];
    await blobs.put(one, (await blobs.get(two))!);
    await expect(storage().get(one)).rejects.toThrow();
    await expect(storage().get('00/00000000000000000000000000000000000000')).rejects.toThrow();
    for (const path of ['../keys/secret', 'aa/../../keys/secret', '/etc/passwd', ''])
      await expect(storage().get(path)).rejects.toThrow('Not a storage key');
    await storage().put(Buffer.from('এক'));
    expect((await storage().get(one)).toString()).toBe('এক');
  });

  it('are restored from the trash, and read from it while a row still names them', async () => {
    const [one, two] = [
      await storage().put(Buffer.from('এক কাগজ')),
      await storage().put(Buffer.from('দুই কাগজ')),
    ];
    for (const name of [one, two]) await blobs.trash(name);
    await blobs.trash(one);
    expect(await listed(blobs)).not.toContain(one);
    expect((await storage().get(one)).toString()).toBe('এক কাগজ');
    expect(await listed(blobs)).toContain(one);
    await blobs.removeTrashed(two);
    expect(await blobs.untrash(two)).toBe(false);
    await expect(storage().get(two)).rejects.toThrow();
    expect(await blobs.readNamed('anything')).toBeUndefined();
    await blobs.writeNamed('anything', Buffer.from('ক'));
    expect((await blobs.readNamed('anything'))?.toString()).toBe('ক');
    expect(await listed(blobs)).not.toContain('anything');
    const wrote = await Promise.all(['খ', 'গ'].map((text) => blobs.writeNew('once', Buffer.from(text))));
    expect(wrote.sort()).toEqual([false, true]);
    const kept = await blobs.readNamed('once');
    expect(await blobs.writeNew('once', Buffer.from('ঘ'))).toBe(false);
    expect(await blobs.readNamed('once')).toEqual(kept);
  });

  it('are rewrapped under a new master key without being opened, and open after the old one is gone', async () => {
    const stored = await storage().put(Buffer.from('পুরোনো চাবির কাগজ'));
    const sealedBefore = (await blobs.get(stored))!;
    const both = createVault(new Map([...masterKeys, [2, key(2)]]), key(9));
    expect(await rewrapStored(blobs, both)).toBe((await listed(blobs)).length);
    expect(await rewrapStored(blobs, both)).toBe(0);
    const sealedAfter = (await blobs.get(stored))!;
    expect(sealedAfter.subarray(62).equals(sealedBefore.subarray(62))).toBe(true);
    const onlyNew = createStorage(blobs, createVault(new Map([[2, key(2)]]), key(9)), unnoted);
    expect((await onlyNew.get(stored)).toString()).toBe('পুরোনো চাবির কাগজ');
    await expect(storage().get(stored)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('key that is not here') },
    });
  });
});

describe('a folder', () => {
  it('makes files readable only by its owner, and sweeps partial files left by a crash', async () => {
    const place = join(folder, 'parts');
    const blobs = createFolderBlobs(place);
    await blobs.check();
    const stored = await createStorage(blobs, vault, unnoted).put(Buffer.from('ক'));
    expect(statSync(join(place, stored)).mode & 0o777).toBe(0o600);
    const part = join(place, `${stored}.abc.part`);
    writeFileSync(part, 'half');
    expect(await listed(blobs)).toEqual([stored]);
    expect(readFileSync(part, 'utf8')).toBe('half');
    utimesSync(part, new Date(0), new Date(0));
    await listed(blobs);
    expect(readdirSync(place, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual(
      [],
    );
  });
});

describe('object storage', () => {
  it('is refused with a wrong secret, and an interrupted write leaves no file and no row', async () => {
    const wrong = createS3Blobs({ url: objects.url, accessKey: storeKeys.access, secretKey: 'wrong' });
    const before = objects.refused;
    await expect(wrong.put('00/00000000000000000000000000000000000000', Buffer.from('x'))).rejects.toThrow();
    expect(objects.refused).toBeGreaterThan(before);
  });

  it('serves a whole portal: copies are made, opened, and not charged when the store fails', async () => {
    objects.objects.clear();
    const portal = await startTestPortal({
      STORAGE_URL: objects.url,
      STORAGE_ACCESS_KEY: storeKeys.access,
      STORAGE_SECRET_KEY: storeKeys.secret,
    });
    try {
      const listedObjects = () => [...objects.objects.keys()].filter((name) => name.startsWith('files/'));
      const { save, richCustomer } = nidCalls(portal);
      const person = await richCustomer('100');
      const body = { ...record, photo_base64: picture('image/jpeg') };
      objects.fault = 'cut';
      expect(await save(person, body)).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
      objects.fault = 'none';
      expect(listedObjects()).toEqual([]);
      const made = await save(person, body);
      expect(made.status).toBe(201);
      const opened = await portal.call('GET', made.body.data.open_path, { token: person.token });
      expect(opened.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect([...objects.objects.values()].some(({ bytes }) => bytes.includes('%PDF'))).toBe(false);
      expect(listedObjects()).toHaveLength(1);
      expect(await portal.portal.maintenance.sweepStorage({ seconds: -60 })).toMatchObject({
        held: undefined,
        unknown: 0,
      });
      expect(listedObjects()).toHaveLength(1);
      const identity = [...objects.objects].find(([name]) => name.endsWith(identityName))![1];
      const own = identity.bytes;
      identity.bytes = Buffer.from('another installation');
      expect(await portal.portal.maintenance.sweepStorage({ seconds: -60 })).toMatchObject({ held: 'store' });
      identity.bytes = own;
      expect((await portal.call('GET', '/health/ready')).status).toBe(200);
    } finally {
      await portal.stop();
    }
  });
});
