// Object storage that cannot be used says why and what to do: with a wrong key, a wrong name, an endpoint that is away or was left out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace } from '#server/backup/place.ts';
import { type ObjectStore, startObjectStore, storeKeys } from '../../scripts/object-store.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, refusal } from './process.ts';

let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.stop());

const endpoint = () => new URL(store.url).searchParams.get('endpoint')!;
const wrong = async (kind: string): Promise<{ url: string; secret: string; said: string }> => {
  const { secret } = storeKeys;
  if (kind === 'key')
    return {
      url: store.url,
      secret: 'another',
      said: `${endpoint()} does not take the access key and the secret key, or not for the bucket papers: correct them`,
    };
  if (kind === 'bucket')
    return {
      url: store.url.replace('papers', 'nowhere'),
      secret,
      said: `there is no bucket nowhere at ${endpoint()}: make it, or correct its name`,
    };
  const away = `http://127.0.0.1:${await freePort()}`;
  return {
    url: `s3://papers?endpoint=${away}`,
    secret,
    said: `${away} does not answer (ECONNREFUSED): look at the network, or correct the endpoint`,
  };
};

describe.each(['key', 'bucket', 'endpoint'])('a wrong %s', (kind) => {
  it('of the backups', async () => {
    const { url, secret, said } = await wrong(kind);
    const place = openPlace(url, { BACKUP_ACCESS_KEY: storeKeys.access, BACKUP_SECRET_KEY: secret });
    const refused = `The backup place s3://${new URL(url).hostname} cannot be used: ${said}.`;
    await expect(place.check()).rejects.toThrow(refused);
    if (kind === 'bucket') return;
    await expect(place.read('installation')).rejects.toThrow(refused);
    await expect(place.list('backups/')[Symbol.asyncIterator]().next()).rejects.toThrow(refused);
  });

  it('of the stored files refuses a first start', async () => {
    const { url, secret, said } = await wrong(kind);
    const line = await refusal({
      DATA_DIR: makeDataDir(),
      PORT: '0',
      STORAGE_URL: url,
      STORAGE_ACCESS_KEY: storeKeys.access,
      STORAGE_SECRET_KEY: secret,
      LOG_LEVEL: 'error',
    });
    expect(line).toBe(
      `The stored files cannot be reached, so the first start must wait: ${said}. Nothing was changed.`,
    );
  });
});

it('a place without its endpoint, as a shell leaves it at an &', () => {
  expect(() => openPlace('s3://papers', {})).toThrow(
    "s3://papers names no endpoint. Write it whole and between quotation marks: 's3://bucket?endpoint=https://host&region=…'",
  );
});
