// Sealed files in S3-compatible object storage; the store sees ciphertext and names that say nothing.
import { S3mini } from 's3mini';
import type { BlobStore } from './storage.ts';

export interface ObjectStorageAddress {
  /** `s3://bucket?endpoint=https://host&region=…` */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const prefix = 'files/';
const requestMilliseconds = 30_000;

export function createS3Blobs({ url, accessKey, secretKey }: ObjectStorageAddress): BlobStore {
  const { hostname: bucket, searchParams } = new URL(url);
  const client = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${searchParams.get('endpoint')!.replace(/\/$/, '')}/${bucket}`,
    region: searchParams.get('region') ?? 'auto',
    requestAbortTimeout: requestMilliseconds,
  });
  return {
    async put(key, bytes) {
      const answer = await client.putObject(`${prefix}${key}`, bytes);
      if (!answer.ok) throw new Error(`The object storage answered ${answer.status}`);
    },
    async get(key) {
      const bytes = await client.getObjectArrayBuffer(`${prefix}${key}`);
      if (bytes === null) throw new Error('No such object');
      return Buffer.from(bytes);
    },
    async remove(key) {
      await client.deleteObject(`${prefix}${key}`);
    },
    async *list() {
      let next: string | undefined;
      do {
        const page = await client.listObjectsPaged('/', prefix, 1000, next);
        for (const { Key, LastModified } of page?.objects ?? [])
          yield { key: Key.slice(prefix.length), changedAt: new Date(LastModified) };
        next = page?.nextContinuationToken;
      } while (next);
    },
    async check() {
      if (!(await client.bucketExists())) throw new Error('The bucket of STORAGE_URL is not there');
    },
  };
}
