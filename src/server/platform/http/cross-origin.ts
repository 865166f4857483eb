// Which other sites may make a browser call the portal: web clients on allowed origins, with the Authorization header only. No other site can
// change or read anything here.
import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pagesHeader, viewingHeader } from '#contract/files/share-rules.ts';
import { Fault } from '../fault.ts';

/** @param origins that may call; if empty, nothing is answered and browsers block other origins */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  await app.register(fastifyCors, {
    // Listing the origins would tell the others which headers the portal accepts.
    origin: (origin, decide) => decide(null, origin !== undefined && allowed.has(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept',
      'Accept-Language',
      'Idempotency-Key',
      viewingHeader,
    ],
    exposedHeaders: [
      'Date',
      'Retry-After',
      'Content-Disposition',
      'Idempotent-Replayed',
      'Idempotent-Age',
      pagesHeader,
    ],
    maxAge: 600,
    strictPreflight: false,
  });
}

/**
 * Whether a page of another site made the browser call. Clients that are not browsers say nothing about it and send no cookie of their own accord.
 */
function isForeign({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && own.has(origin)) return false;
  // A form of ours sends no origin, since its page has no referrer; what the browser says about the site counts first.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether a web client hosted elsewhere calls: its calls carry no cookie, and the browser keeps none that they are answered with. */
export const isHostedElsewhere = (
  { headers: { origin, host } }: FastifyRequest,
  others: readonly string[],
): boolean => origin !== undefined && others.includes(origin) && new URL(origin).host !== host;

/**
 * Signing in and out sets a cookie, so another site could change who is signed in; and a web socket is not covered by the browser's rules for
 * calls.
 */
export function refuseForeignPages(app: FastifyInstance, origins: readonly string[]): void {
  const own = new Set(origins);
  app.addHook('onRequest', async (request) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (isReading && request.headers.upgrade === undefined) return;
    if (isForeign(request, own)) throw new Fault('not_allowed');
  });
}
