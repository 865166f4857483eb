// Decides which other sites may make a browser call the portal: web clients on allowed origins, with the Authorization header only. No other site can
// read or change anything.
import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pagesHeader, viewingHeader } from '#contract/files/share-rules.ts';
import { Fault } from '../fault.ts';

/** @param origins that may call; if empty, no CORS headers are sent and browsers block other origins */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  await app.register(fastifyCors, {
    // A list of origins would reveal to other origins which headers the portal accepts.
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
 * Whether a page of another site made the browser send the request. Clients that are not browsers send neither header, and no cookie unasked.
 */
function isForeign({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && own.has(origin)) return false;
  // The portal's own forms send no origin, because its pages set no referrer; so Sec-Fetch-Site is checked first.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether a web client hosted elsewhere sent the request: it carries no cookie, and the browser stores none from the response. */
export const isHostedElsewhere = (
  { headers: { origin, host } }: FastifyRequest,
  others: readonly string[],
): boolean => origin !== undefined && others.includes(origin) && new URL(origin).host !== host;

/**
 * Refuses requests from pages of other sites. Signing in and out sets a cookie, so another site could change who is signed in; and browsers do not
 * apply CORS to web sockets.
 */
export function refuseForeignPages(app: FastifyInstance, origins: readonly string[]): void {
  const own = new Set(origins);
  app.addHook('onRequest', async (request) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (isReading && request.headers.upgrade === undefined) return;
    if (isForeign(request, own)) throw new Fault('not_allowed');
  });
}
