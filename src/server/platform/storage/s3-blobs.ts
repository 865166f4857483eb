// Sealed files in S3-compatible object storage, which sees only ciphertext and meaningless names.
import { S3mini } from 's3mini';
import { assertProbeIntact, probeBytes, probeName } from './probe.ts';
import { type BlobStore, isStorageKey, type StoreFault, UnusableStoreError } from './storage.ts';

export interface ObjectStorageAddress {
  /** `s3://bucket?endpoint=https://host&region=…&seconds=30`; `seconds` is the timeout. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const filesPrefix = 'files/';
const trashPrefix = 'trash/';
const usualSeconds = 30;

/** What the error codes mean. A 403 without a code may mean any of them. */
const refusals: Readonly<Record<string, StoreFault>> = {
  AuthorizationHeaderMalformed: 'region',
  InvalidRegionName: 'region',
  PermanentRedirect: 'region',
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  AccessDenied: 'rights',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
};

/** Reads a tag of the response body: the client parses it only if its Content-Type is exactly `application/xml`. */
const readXmlTag = (body: string | undefined, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(body ?? '')?.[1];

/** Explains an error to the owner, because the client's own messages name neither the store nor what to do. */
function explain(error: unknown, bucket: string, endpoint: string): UnusableStoreError {
  if (error instanceof UnusableStoreError) return error;
  const { name, status, body, cause, message, ...rest } = error as Error & {
    status?: number;
    body?: string;
    code?: string;
    cause?: { code?: string };
  };
  const code = readXmlTag(body, 'Code') ?? rest.code;
  const fault = (status === 404 ? 'bucket' : refusals[code ?? '']) ?? (status === 403 ? 'keys' : 'other');
  const region = readXmlTag(body, 'Region');
  const why =
    name === 'TimeoutError'
      ? 'it took too long'
      : (cause?.code ?? (typeof code === 'string' ? code : message));
  const answered = `${endpoint} answered ${status} (${code}) for the bucket ${bucket}`;
  const words: Readonly<Record<StoreFault, string>> = {
    keys: `${endpoint} does not take the access key and the secret key, or not for the bucket ${bucket}: correct them`,
    rights: `the access key lacks rights to the bucket ${bucket} at ${endpoint}: let it list, read, write and delete there, or correct the name of the bucket`,
    clock: `the clock of this machine is not that of ${endpoint}: set it right`,
    region: `the region of the bucket ${bucket} at ${endpoint} is another: ${region ? `write region=${region}` : 'correct region=…'} in its address`,
    bucket: `there is no bucket ${bucket} at ${endpoint}: make it, or correct its name`,
    full: `the bucket ${bucket} at ${endpoint} is full: let it hold more`,
    other:
      status === undefined
        ? `${endpoint} does not answer (${why}): look at the network, or correct the endpoint`
        : answered,
  };
  return new UnusableStoreError(words[fault], fault, error);
}

function connect({ url, accessKey, secretKey }: ObjectStorageAddress) {
  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint')!;
  const client = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    region: searchParams.get('region') ?? 'auto',
    requestAbortTimeout: Number(searchParams.get('seconds') ?? usualSeconds) * 1000,
  });
  return {
    client,
    request: <T>(question: () => Promise<T>): Promise<T> =>
      question().catch((error: unknown) => {
        throw explain(error, bucket, endpoint);
      }),
  };
}

/** Opens a bucket for objects with any name. Every failure is an `UnusableStoreError`. */
export function openBucket(address: ObjectStorageAddress) {
  const { client, request } = connect(address);

  async function put(name: string, bytes: Buffer): Promise<void> {
    await request(() => client.putObject(name, bytes));
  }

  const putNew = (name: string, bytes: Buffer): Promise<boolean> =>
    request(async () => {
      const ifNone: Record<string, string> = { 'If-None-Match': '*' };
      try {
        await client.putObject(name, bytes, undefined, undefined, ifNone);
        return true;
      } catch (error) {
        const { status } = error as { status?: number };
        if (status === 412) return false;
        // The store does not support the condition.
        if (status !== 501) throw error;
        if (await read(name)) return false;
        await put(name, bytes);
        return true;
      }
    });

  const read = (name: string): Promise<Buffer | undefined> =>
    request(async () => {
      try {
        return Buffer.from(await (await client.getObjectRaw(name)).arrayBuffer());
      } catch (error) {
        const { status, body } = error as { status?: number; body?: string };
        if (status === 404 && readXmlTag(body, 'Code') !== 'NoSuchBucket') return undefined;
        throw error;
      }
    });

  const listPage = (under: string, limit: number, from?: string) =>
    request(async () => {
      const page = await client.listObjectsPaged('/', under, limit, from);
      if (!page) throw Object.assign(new Error('No such bucket'), { status: 404 });
      return page;
    });

  async function* listNames(under: string): AsyncIterable<string> {
    let next: string | undefined;
    do {
      const page = await listPage(under, 1000, next);
      for (const { Key } of page.objects ?? []) yield Key;
      next = page.nextContinuationToken;
    } while (next);
  }

  return {
    put,
    putNew,
    read,
    listNames,
    async remove(name: string): Promise<void> {
      await request(() => client.deleteObject(name));
    },
    async check(): Promise<void> {
      await listPage('', 1);
    },
  };
}

export function createS3Blobs(address: ObjectStorageAddress): BlobStore {
  const { put, putNew, read, remove, listNames, check } = openBucket(address);

  /** Copies the object and reads the copy back before the original is removed. @returns false when there is nothing to move */
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
    async probe() {
      await put(probeName, probeBytes);
      assertProbeIntact(await read(probeName));
      await remove(probeName);
    },
  };
}
