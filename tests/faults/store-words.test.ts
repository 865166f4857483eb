// Errors of unusable object storage say why and what to do: wrong key, missing rights, wrong clock or name, unreachable or missing endpoint, full bucket.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDestination } from '#server/backup/destination.ts';
import { makeIdentity } from '#server/backup/encryption.ts';
import { storeFailure } from '#server/checkup/finding.ts';
import { createS3Blobs } from '#server/platform/storage/s3-blobs.ts';
import { createStorage } from '#server/platform/storage/storage.ts';
import { createVault } from '#server/platform/vault.ts';
import {
  type ObjectStore,
  type StoreRight,
  startObjectStore,
  storeKeys,
} from '../../scripts/object-store.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, refusal, run, startPortal } from './process.ts';

let store: ObjectStore;
const dataDir = makeDataDir();
const settingsOf = (url: string, secret: string) => ({
  STORAGE_URL: url,
  STORAGE_ACCESS_KEY: storeKeys.access,
  STORAGE_SECRET_KEY: secret,
  LOG_LEVEL: 'error',
});
beforeAll(async () => {
  store = await startObjectStore();
  const shop = await startPortal(dataDir, settingsOf(store.url, storeKeys.secret));
  await shop.stop();
});
afterEach(() => {
  store.rights = ['list', 'read', 'write', 'delete'];
  store.clockAhead = 0;
  store.fault = 'none';
  store.region = undefined;
  store.xmlType = 'application/xml';
});
afterAll(() => store.stop());

const endpoint = () => new URL(store.url).searchParams.get('endpoint')!;

/** Causes the fault. @returns the address of the store, the secret, the expected error, and the text that `npm run doctor` shows in brackets */
const faults: Readonly<
  Record<string, () => Promise<[url: string, secret: string, reason: string, brief: string]>>
> = {
  'wrong key': async () => [
    store.url,
    'another',
    `${endpoint()} does not take the access key and the secret key, or not for the bucket papers: correct them`,
    'wrong keys',
  ],
  'key without rights': async () => {
    store.rights = ['read', 'write'];
    return [
      store.url,
      storeKeys.secret,
      `the access key lacks rights to the bucket papers at ${endpoint()}: let it list, read, write and delete there, or correct the name of the bucket`,
      'the keys lack rights',
    ];
  },
  'wrong clock': async () => {
    store.clockAhead = 20 * 60_000;
    return [
      store.url,
      storeKeys.secret,
      `the clock of this machine is not that of ${endpoint()}: set it right`,
      'the clock of this machine is wrong',
    ];
  },
  'wrong region': async () => {
    store.region = 'ap-south-1';
    return [
      store.url,
      storeKeys.secret,
      `the region of the bucket papers at ${endpoint()} is another: write region=ap-south-1 in its address`,
      'wrong region',
    ];
  },
  'key without rights, in an answer of another type': async () => {
    store.xmlType = 'text/xml; charset=utf-8';
    return faults['key without rights']!();
  },
  'wrong bucket': async () => [
    store.url.replace('papers', 'nowhere'),
    storeKeys.secret,
    `there is no bucket nowhere at ${endpoint()}: make it, or correct its name`,
    'there is no such bucket',
  ],
  'wrong endpoint': async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    return [
      `s3://papers?endpoint=${away}`,
      storeKeys.secret,
      `${away} does not answer (ECONNREFUSED): look at the network, or correct the endpoint`,
      'no answer',
    ];
  },
  'silent store': async () => {
    store.fault = 'silent';
    return [
      `${store.url}&seconds=1`,
      storeKeys.secret,
      `${endpoint()} does not answer (it took too long): look at the network, or correct the endpoint`,
      'no answer',
    ];
  },
};

describe.each(Object.keys(faults))('a %s', (kind) => {
  it('of the backup place is reported with what to do', async () => {
    const [url, secret, reason] = await faults[kind]!();
    const place = openDestination(url, { BACKUP_ACCESS_KEY: storeKeys.access, BACKUP_SECRET_KEY: secret });
    const refused = `The backup place s3://${new URL(url).hostname} cannot be used: ${reason}.`;
    await expect(place.check()).rejects.toThrow(refused);
    await expect(place.read('installation')).rejects.toThrow(refused);
    await expect(place.list('backups/')[Symbol.asyncIterator]().next()).rejects.toThrow(refused);
  });

  it('of the stored files refuses the start of a shop, and the health check is brief about it', async () => {
    const [url, secretKey, reason, brief] = await faults[kind]!();
    const settings = { DATA_DIR: dataDir, PORT: '0', ...settingsOf(url, secretKey) };
    expect(await refusal(settings)).toBe(`The stored files cannot be reached: ${reason}.`);
    const error = await createS3Blobs({ url, accessKey: storeKeys.access, secretKey })
      .check()
      .catch((thrown: unknown) => thrown);
    expect(storeFailure(error, 'বন্ধ', 'shut').words.en).toBe(`shut (${brief})`);
  });
});

it('reports storage errors from commands in the same words as from the start', async () => {
  const [url, secret, reason, brief] = await faults['wrong key']!();
  const settings = { DATA_DIR: dataDir, PORT: '0', ...settingsOf(url, secret) };
  expect(await run('storage-sweep.ts', settings)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The stored files cannot be reached: ${reason}.\n`,
  });
  const { stdout } = await run('doctor.ts', settings);
  expect(stdout.split('\n').filter((line) => line.includes(`the storage cannot be used (${brief})`))).toEqual(
    [expect.stringContaining('audit log'), expect.stringContaining('stored files')],
  );
});

it('refuses a first start with a wrong key', async () => {
  const [url, secret, reason] = await faults['wrong key']!();
  const line = await refusal({ DATA_DIR: makeDataDir(), PORT: '0', ...settingsOf(url, secret) });
  expect(line).toBe(
    `The stored files cannot be reached, so the first start must wait: ${reason}. Nothing was changed.`,
  );
});

it('reports that there is nothing to restore in a bucket that is empty or missing', async () => {
  const restoreFrom = (url: string) =>
    run('restore.ts', {
      DATA_DIR: makeDataDir(),
      BACKUP_TO: url,
      BACKUP_ACCESS_KEY: storeKeys.access,
      BACKUP_SECRET_KEY: storeKeys.secret,
    });
  expect(await restoreFrom(store.url)).toMatchObject({
    code: 1,
    stderr:
      'There is no whole backup in s3://papers: is it the bucket that BACKUP_TO names, in which backups/ lies?\n',
  });
  expect(await restoreFrom(store.url.replace('papers', 'nowhere'))).toMatchObject({
    code: 1,
    stderr: `The backup place s3://nowhere cannot be used: there is no bucket nowhere at ${endpoint()}: make it, or correct its name.\n`,
  });
});

it.each<[StoreRight[]]>([[['list', 'read']], [['list', 'read', 'write']]])(
  'reports keys that may only %s in the health check of a running shop',
  async (rights) => {
    const { access: accessKey, secret: secretKey } = storeKeys;
    const storage = createStorage(
      createS3Blobs({ url: store.url, accessKey, secretKey }),
      createVault(new Map([[1, randomBytes(32)]]), randomBytes(32)),
      async () => undefined,
    );
    const before = [...store.objects.keys()];
    store.rights = rights;
    await storage.check();
    for (let times = 0; times < 3; times += 1) {
      const error = await storage.probe().catch((thrown: unknown) => thrown);
      expect(storeFailure(error, 'বন্ধ', 'shut').words.en).toBe('shut (the keys lack rights)');
    }
    expect(store.objects.size - before.length).toBe(rights.includes('write') ? 1 : 0);
    store.rights = ['list', 'read', 'write', 'delete'];
    await storage.probe();
    expect([...store.objects.keys()]).toEqual(before);
    // A passed check is not repeated within minutes.
    store.rights = ['list', 'read'];
    await storage.probe();
  },
);

it('makes a backup with a key that may not delete, and reports what it could not do', async () => {
  const { access, secret } = storeKeys;
  const { recipient } = await makeIdentity();
  const settings = {
    DATA_DIR: dataDir,
    ...settingsOf(store.url, secret),
    BACKUP_TO: store.url,
    BACKUP_ACCESS_KEY: access,
    BACKUP_SECRET_KEY: secret,
    BACKUP_RECIPIENT: recipient,
  };
  // The first and the newest backup of a day are kept.
  for (let made = 0; made < 2; made += 1)
    expect(await run('backup.ts', settings)).toMatchObject({ code: 0, stderr: '' });
  store.rights = ['list', 'read', 'write'];
  // Left by an interrupted backup.
  const broken = 'backups/2026-01-01T00-00-00Z/database.tar.gz.age';
  store.objects.set(broken, { bytes: Buffer.from('x'), changedAt: new Date() });
  const before = [...store.objects.keys()].filter((name) => name.endsWith('manifest.json'));
  for (let made = 1; made <= 2; made += 1) {
    const { code, stdout, stderr } = await run('backup.ts', settings);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Older backups were not removed: the keys of this place may not delete\. /);
    const [, id] = /^Backup (\S+):/.exec(stdout)!;
    const manifests = [...store.objects.keys()].filter((name) => name.endsWith('manifest.json'));
    expect(manifests).toContain(`backups/${id}/manifest.json`);
    expect(manifests).toHaveLength(before.length + made);
  }
  store.rights = ['list', 'read', 'write', 'delete'];
  expect(await run('backup.ts', settings)).toMatchObject({ code: 0, stderr: '' });
  expect([...store.objects.keys()]).not.toContain(broken);
  expect([...store.objects.keys()].filter((name) => name.endsWith('manifest.json'))).toHaveLength(2);
});

it('reports a full bucket', async () => {
  store.fault = 'full';
  const blobs = createS3Blobs({
    url: store.url,
    accessKey: storeKeys.access,
    secretKey: storeKeys.secret,
  });
  await expect(blobs.put(`00/${'0'.repeat(38)}`, Buffer.from('x'))).rejects.toThrow(
    `the bucket papers at ${endpoint()} is full: let it hold more`,
  );
  const { access, secret } = storeKeys;
  const place = openDestination(store.url, { BACKUP_ACCESS_KEY: access, BACKUP_SECRET_KEY: secret });
  await expect(place.write('installation', Buffer.from('x'))).rejects.toThrow(
    `The backup place s3://papers cannot be used: the bucket papers at ${endpoint()} is full: let it hold more.`,
  );
});

it('refuses a first start with a key that may not write', async () => {
  store.objects.clear();
  store.rights = ['list', 'read'];
  const line = await refusal({
    DATA_DIR: makeDataDir(),
    PORT: '0',
    ...settingsOf(store.url, storeKeys.secret),
  });
  expect(line).toMatch(
    /^The stored files cannot be reached: the access key lacks rights to the bucket papers at /,
  );
});

it('rejects a place without its endpoint, which a shell cuts off at an unquoted &', () => {
  expect(() => openDestination('s3://papers', {})).toThrow(
    "s3://papers names no endpoint. Write it whole and between quotation marks: 's3://bucket?endpoint=https://host&region=…'",
  );
});
