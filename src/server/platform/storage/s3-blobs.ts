// Sealed files in S3-compatible object storage; the store sees only ciphertext and meaningless names.
import { S3mini } from 's3mini';
import { type BlobStore, isStorageKey } from './storage.ts';

export interface ObjectStorageAddress {
  /** `s3://bucket?endpoint=https://host&region=…&seconds=30`, the last for how long an answer is waited for. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const filesPrefix = 'files/';
const trashPrefix = 'trash/';
const usualSeconds = 30;

/** For the owner: the client's own words name neither the store nor what to do. */
function sayFault(error: unknown, bucket: string, endpoint: string): string {
  const { status, code, cause, message } = error as Error & {
    status?: number;
    code?: string;
    cause?: { code?: string };
  };
  if (status === 403)
    return `${endpoint} does not take the access key and the secret key, or not for the bucket ${bucket}: correct them`;
  if (status === 404) return `there is no bucket ${bucket} at ${endpoint}: make it, or correct its name`;
  if (status !== undefined) return `${endpoint} answered ${status} for the bucket ${bucket}`;
  return `${endpoint} does not answer (${cause?.code ?? code ?? message}): look at the network, or correct the endpoint`;
}

/** A bucket's objects under any name. */
export function openBucket({ url, accessKey, secretKey }: ObjectStorageAddress) {
  const { hostname: bucket, searchParams } = new URL(url);
  const explain = (error: unknown) => sayFault(error, bucket, searchParams.get('endpoint')!);
  const client = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${searchParams.get('endpoint')!.replace(/\/$/, '')}/${bucket}`,
    region: searchParams.get('region') ?? 'auto',
    requestAbortTimeout: Number(searchParams.get('seconds') ?? usualSeconds) * 1000,
  });
  async function put(name: string, bytes: Buffer): Promise<void> {
    const answer = await client.putObject(name, bytes);
    if (!answer.ok) throw new Error(`The object storage answered ${answer.status}`);
  }

  async function putNew(name: string, bytes: Buffer): Promise<boolean> {
    const ifNone: Record<string, string> = { 'If-None-Match': '*' };
    try {
      await client.putObject(name, bytes, undefined, undefined, ifNone);
      return true;
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 412) return false;
      // A store that does not know the condition.
      if (status !== 501) throw error;
      if (await read(name)) return false;
      await put(name, bytes);
      return true;
    }
  }

  async function read(name: string): Promise<Buffer | undefined> {
    const bytes = await client.getObjectArrayBuffer(name);
    return bytes === null ? undefined : Buffer.from(bytes);
  }

  async function* listNames(under: string): AsyncIterable<string> {
    let next: string | undefined;
    do {
      const page = await client.listObjectsPaged('/', under, 1000, next);
      for (const { Key } of page?.objects ?? []) yield Key;
      next = page?.nextContinuationToken;
    } while (next);
  }

  return {
    put,
    putNew,
    read,
    listNames,
    async remove(name: string): Promise<void> {
      await client.deleteObject(name);
    },
    explain,
    /** @throws Error when it cannot be used, with what to do */
    async check(): Promise<void> {
      try {
        if (await client.bucketExists()) return;
        // Why not is only in the answer to another question.
        if (await client.listObjectsPaged('/', '', 1)) return;
      } catch (error) {
        throw new Error(explain(error), { cause: error });
      }
      throw new Error(explain({ status: 404 }));
    },
  };
}

export function createS3Blobs(address: ObjectStorageAddress): BlobStore {
  const { put, putNew, read, remove, listNames, check } = openBucket(address);

  /** Copied to its new place, and read there, before the old one is removed. @returns false when there is nothing to move */
  async function move(from: string, to: string): Promise<boolean> {
    const bytes = await read(from);
    if (!bytes) return false;
    await put(to, bytes);
    if (!(await read(to))?.equals(bytes))
      throw new Error('The object storage did not keep what it was given');
    await remove(from);
    return true;
  }

  async function* listKeys(under: string): AsyncIterable<string> {
    for await (const name of listNames(under)) {
      const key = name.slice(under.length);
      if (isStorageKey(key)) yield key;
    }
  }

  return {
    put: (key, bytes) => put(`${filesPrefix}${key}`, bytes),
    get: (key) => read(`${filesPrefix}${key}`),
    list: () => listKeys(filesPrefix),
    async trash(key) {
      await move(`${filesPrefix}${key}`, `${trashPrefix}${key}`);
    },
    untrash: (key) => move(`${trashPrefix}${key}`, `${filesPrefix}${key}`),
    async removeTrashed(key) {
      await remove(`${trashPrefix}${key}`);
    },
    listTrash: () => listKeys(trashPrefix),
    readNamed: read,
    writeNamed: put,
    writeNew: putNew,
    check,
  };
}
