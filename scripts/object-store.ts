// An S3-compatible server for tests: put, get, head, delete and list (version 2), each only with a valid signature (AWS SigV4). Its responses have the
// statuses, codes and XML of Ceph's gateway.
import { createHash, createHmac, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export const storeKeys = { access: 'AKINVENTED', secret: 'a secret of nobody/with+signs' };

/**
 * `cut` breaks the connection off, `silent` never answers, `slow` takes a fifth of a second, `refuses` answers 503, `full` takes nothing more. The others lie: `loses` stores nothing, `shortens` and
 * `garbles` store and return half of the bytes or changed ones, `forgets` says that nothing is there, `swaps` returns another object, `hides` lists nothing.
 */
export type StoreFault =
  | 'none'
  | 'cut'
  | 'silent'
  | 'slow'
  | 'refuses'
  | 'full'
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

export type StoreRight = 'list' | 'read' | 'write' | 'delete';
const rightOf: Readonly<Record<string, StoreRight>> = { PUT: 'write', DELETE: 'delete' };
const allRights: readonly StoreRight[] = ['list', 'read', 'write', 'delete'];
const clockMayDiffer = 15 * 60_000;

export interface ObjectStore {
  /** In the format of STORAGE_URL. */
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** Requests rejected for their signature. */
  refused: number;
  fault: StoreFault;
  /** What the keys may do. */
  rights: readonly StoreRight[];
  /** Milliseconds that its clock is ahead. */
  clockAhead: number;
  /** Another than that of `url` is refused, as by AWS; undefined takes any, as Ceph does. */
  region: string | undefined;
  /** Content-Type of what is XML. */
  xmlType: string;
  /** Requests that a fault touched. */
  touched: number;
  stop(): Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** AWS Signature Version 4, "Authenticating Requests: Using the Authorization Header". @returns the code of a refusal */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer, now: number): string | undefined {
  const parts =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts) return 'AccessDenied';
  if (parts[1] !== storeKeys.access) return 'InvalidAccessKeyId';
  const [, , day, region, names, signature] = parts;
  const date = String(request.headers['x-amz-date'] ?? '');
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  if (!(Math.abs(at - now) <= clockMayDiffer)) return 'RequestTimeTooSkewed';
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
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
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${storeKeys.secret}`, day!), region!), 's3'), 'aws4_request');
  if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  return payload === 'UNSIGNED-PAYLOAD' || payload === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
}

const another = (objects: ObjectStore['objects'], key: string) =>
  [...objects].find(([name]) => name !== key && name.startsWith(key.slice(0, 6)))?.[1];

const statusOf: Readonly<Record<string, number>> = {
  XAmzContentSHA256Mismatch: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  MethodNotAllowed: 405,
  PreconditionFailed: 412,
  SlowDown: 503,
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
const tag = (name: string, value: string | number | boolean) =>
  `<${name}>${escapeXml(String(value))}</${name}>`;
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

const xmlType = 'application/xml';
type Answer = [status: number, body?: string | Buffer, headers?: Record<string, string>];
const xml = (status: number, text: string): Answer => [
  status,
  `<?xml version="1.0" encoding="UTF-8"?>${text}`,
  { 'Content-Type': xmlType },
];

/** 403 unless the code requires another status. */
const refuse = (code: string, bucket?: string): Answer =>
  xml(
    statusOf[code] ?? 403,
    `<Error>${tag('Code', code)}<Message></Message>${bucket === undefined ? '' : tag('BucketName', bucket)}${tag('RequestId', 'tx1')}${tag('HostId', 'store')}</Error>`,
  );

function listObjects({ objects, fault }: ObjectStore, query: URLSearchParams, bucket: string, most: number) {
  const [prefix, from] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const wanted = Number(query.get('max-keys') ?? 1000);
  const found = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > from).sort();
  const page = fault === 'hides' ? [] : found.slice(0, Math.min(wanted, most));
  const isTruncated = page.length > 0 && page.length < found.length;
  const contents = page.map((name) => {
    const { bytes, changedAt } = objects.get(name)!;
    return `<Contents>${tag('Key', name)}${tag('LastModified', changedAt.toISOString())}${tag('ETag', etagOf(bytes))}${tag('Size', bytes.length)}${tag('StorageClass', 'STANDARD')}${tag('Type', 'Normal')}</Contents>`;
  });
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${tag('Name', bucket)}${tag('Prefix', prefix)}${tag('MaxKeys', wanted)}${tag('IsTruncated', isTruncated)}${contents.join('')}${isTruncated ? tag('NextContinuationToken', page.at(-1)!) : ''}${tag('KeyCount', page.length)}</ListBucketResult>`,
  );
}

function answerObject(
  { objects, fault, rights }: ObjectStore,
  { method, headers }: IncomingMessage,
  key: string,
  body: Buffer,
): Answer {
  if (!rights.includes(rightOf[method!] ?? 'read')) return refuse('AccessDenied');
  switch (method) {
    case 'PUT':
      if (fault === 'full') return refuse('QuotaExceeded');
      if (headers['if-none-match'] === '*' && objects.has(key)) return refuse('PreconditionFailed');
      if (fault !== 'loses')
        objects.set(key, { bytes: stored[fault]?.(body) ?? body, changedAt: new Date() });
      return [200, '', { ETag: etagOf(body) }];
    case 'DELETE':
      objects.delete(key);
      return [204];
    case 'GET':
    case 'HEAD': {
      const object =
        fault === 'swaps' ? another(objects, key) : fault === 'forgets' ? undefined : objects.get(key);
      // Who may not list does not learn what is there.
      if (!object) return refuse(rights.includes('list') ? 'NoSuchKey' : 'AccessDenied');
      const shown = returned[fault]?.(object.bytes) ?? object.bytes;
      return [
        200,
        shown,
        {
          ETag: etagOf(shown),
          'Last-Modified': object.changedAt.toUTCString(),
          'Content-Type': 'binary/octet-stream',
        },
      ];
    }
    default:
      return refuse('MethodNotAllowed');
  }
}

export async function startObjectStore(bucket = 'papers', pageSize = 3): Promise<ObjectStore> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://store');
    const answer = ([status, text = '', headers = {}]: Answer) =>
      response
        .writeHead(status, {
          ...headers,
          ...(headers['Content-Type'] === xmlType ? { 'Content-Type': store.xmlType } : {}),
          ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(text) }),
        })
        .end(request.method === 'HEAD' ? '' : text);
    const refusal = refusalOf(request, url, body, Date.now() + store.clockAhead);
    if (refusal !== undefined) {
      store.refused += 1;
      return answer(refuse(refusal));
    }
    const region = /Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '')?.[1];
    if (store.region !== undefined && region !== store.region)
      return answer(
        xml(
          400,
          `<Error>${tag('Code', 'AuthorizationHeaderMalformed')}<Message></Message>${tag('Region', store.region)}</Error>`,
        ),
      );
    const [, named, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (named !== bucket) return answer(refuse('NoSuchBucket', named));
    const { fault } = store;
    if (fault !== 'none') store.touched += 1;
    if (fault === 'cut') return response.destroy();
    if (fault === 'silent') return;
    if (fault === 'slow') await new Promise((done) => setTimeout(done, 200));
    if (fault === 'refuses') return answer(refuse('SlowDown'));
    if (key !== '') return answer(answerObject(store, request, key, body));
    if (!store.rights.includes('list')) return answer(refuse('AccessDenied', bucket));
    return answer(request.method === 'HEAD' ? [200] : listObjects(store, url.searchParams, bucket, pageSize));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const store: ObjectStore = {
    url: `s3://${bucket}?endpoint=http://127.0.0.1:${port}&region=dhaka-1`,
    objects: new Map(),
    refused: 0,
    fault: 'none',
    rights: allRights,
    clockAhead: 0,
    region: undefined,
    xmlType: 'application/xml',
    touched: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return store;
}
