// Calls a portal over real HTTP.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import type { Answer, CallOptions } from './portal.ts';

/** The headers that Node's `fetch` adds, except the one for compressed responses. */
const ofFetch = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
const unpack: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

/** Does not use `fetch`, whose streams take as long as the portal takes for a short response. */
export async function callOver(
  origin: string,
  method: string,
  path: string,
  { body, form, token, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const encoded = form && new Response(form);
  const sent = new Headers(ofFetch);
  if (encoded) sent.set('content-type', encoded.headers.get('content-type')!);
  else if (body !== undefined) sent.set('content-type', 'application/json');
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const response = await request(new URL(path, origin), {
    method: method as Dispatcher.HttpMethod,
    headers: sent,
    body: encoded
      ? Buffer.from(await encoded.arrayBuffer())
      : typeof body === 'string' || body === undefined
        ? (body ?? null)
        : JSON.stringify(body),
  });
  const answered = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one);
  const packed = Buffer.from(await response.body.arrayBuffer());
  const unpackNow = packed.length > 0 ? unpack[answered.get('content-encoding') ?? ''] : undefined;
  const bytes = unpackNow?.(packed) ?? packed;
  const isJson = (answered.get('content-type') ?? '').includes('json');
  return {
    status: response.statusCode,
    headers: answered,
    bytes,
    body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(),
  };
}
