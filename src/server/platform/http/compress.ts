// Compresses pages and larger responses. Static files are served separately (web-client.ts), and pictures gain nothing.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const smallestBytes = 1024;
const compressible = /^(?:application\/(?:json|manifest\+json)|text\/(?:html|css|plain|csv))\b/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
// Fast enough to run for every response; stronger settings gain only a few percent.
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function findEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const names = new Set(
    (accepted ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim().toLowerCase()),
  );
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : undefined;
}

/** No response depends on a cookie that another site could make a browser send, so its length reveals nothing to that site. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallestBytes) return payload;
    if (reply.hasHeader('Content-Encoding') || !compressible.test(String(reply.getHeader('Content-Type'))))
      return payload;
    const varies = reply.getHeader('Vary');
    reply.header('Vary', varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`);
    const encoding = findEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return payload;
    const packed = encoding === 'br' ? await brotli(payload, brotliParams) : await zip(payload);
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    return packed;
  });
}
