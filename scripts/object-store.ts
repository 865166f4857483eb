// An S3-compatible server for tests: put, get, head, delete and list (version 2), each only with a valid signature (AWS SigV4).
import { createHash, createHmac, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export const storeKeys = { access: 'AKINVENTED', secret: 'a secret of nobody/with+signs' };

/**
 * `cut` breaks the connection off, `silent` never answers, `slow` takes a fifth of a second, `refuses` answers 503. The others lie: `loses` stores nothing, `shortens` and
 * `garbles` store and return half of the bytes or changed ones, `forgets` says that nothing is there, `swaps` returns another object, `hides` lists nothing.
 */
export type StoreFault =
  | 'none'
  | 'cut'
  | 'silent'
  | 'slow'
  | 'refuses'
  | 'loses'
  | 'shortens'
  | 'garbles'
  | 'forgets'
  | 'swaps'
  | 'hides';

function change(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = changed[at]! + 1 + randomInt(255);
  return changed;
}

/** What is stored is altered, and what is returned once more. In two places: a second change of the same byte may be the first one's undoing. */
const stored: Partial<Record<StoreFault, (bytes: Buffer) => Buffer>> = {
  shortens: (bytes) => bytes.subarray(0, bytes.length >> 1),
  garbles: (bytes) => change(bytes, bytes.length >> 1),
};
const returned: typeof stored = {
  ...stored,
  garbles: (bytes) => change(bytes, bytes.length >> 2),
};

export interface ObjectStore {
  /** In the format of STORAGE_URL. */
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** Requests rejected for their signature. */
  refused: number;
  fault: StoreFault;
  /** Requests that a fault touched. */
  touched: number;
  stop(): Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** AWS Signature Version 4, "Authenticating Requests: Using the Authorization Header". */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const parts =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts || parts[1] !== storeKeys.access) return false;
  const [, , day, region, names, signature] = parts;
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const query = [...url.searchParams].map(([key, value]) => `${encode(key)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names!.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${storeKeys.secret}`, day!), region!), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature;
}

const another = (objects: ObjectStore['objects'], key: string) =>
  [...objects].find(([name]) => name !== key && name.startsWith(key.slice(0, 6)))?.[1];

export async function startObjectStore(bucket = 'papers', pageSize = 3): Promise<ObjectStore> {
  const objects: ObjectStore['objects'] = new Map();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://store');
    const answer = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(text);
    if (!isSigned(request, url, body)) {
      store.refused += 1;
      return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const [, named, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (named !== bucket) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const { fault } = store;
    if (fault !== 'none') store.touched += 1;
    if (fault === 'cut') return response.destroy();
    if (fault === 'silent') return;
    if (fault === 'slow') await new Promise((done) => setTimeout(done, 200));
    if (fault === 'refuses') return answer(503, '<Error><Code>SlowDown</Code></Error>');
    if (key === '') {
      if (request.method === 'HEAD') return answer(200);
      const from = url.searchParams.get('continuation-token') ?? '';
      const found = [...objects.keys()]
        .filter(
          (name) => fault !== 'hides' && name.startsWith(url.searchParams.get('prefix') ?? '') && name > from,
        )
        .sort();
      const page = found.slice(0, pageSize);
      const more = found.length > pageSize;
      return answer(
        200,
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}<KeyCount>${page.length}</KeyCount>${page
          .map((name) => {
            const { bytes, changedAt } = objects.get(name)!;
            return `<Contents><Key>${name}</Key><LastModified>${changedAt.toISOString()}</LastModified><ETag>"${sha256(bytes)}"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
          })
          .join('')}</ListBucketResult>`,
        { 'Content-Type': 'application/xml' },
      );
    }
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key))
        return answer(412, '<Error><Code>PreconditionFailed</Code></Error>');
      if (fault !== 'loses')
        objects.set(key, { bytes: stored[fault]?.(body) ?? body, changedAt: new Date() });
      return answer(200, '', { ETag: `"${sha256(body)}"` });
    }
    const object =
      fault === 'swaps' ? another(objects, key) : fault === 'forgets' ? undefined : objects.get(key);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (!object) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    const shown = returned[fault]?.(object.bytes) ?? object.bytes;
    return answer(200, request.method === 'HEAD' ? '' : shown, { ETag: `"${sha256(shown)}"` });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const store: ObjectStore = {
    url: `s3://${bucket}?endpoint=http://127.0.0.1:${port}&region=dhaka-1`,
    objects,
    refused: 0,
    fault: 'none',
    touched: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return store;
}
