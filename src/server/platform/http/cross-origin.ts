// Which other sites may make a browser call: web clients on allowed origins, with the Authorization header only; nobody else changes
// anything here or listens in.
import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';

/** @param origins that may call; with none there is nothing to answer, and browsers keep other origins out */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  await app.register(fastifyCors, {
    // A list of origins would tell the others which headers the portal takes.
    origin: (origin, decide) => decide(null, origin !== undefined && allowed.has(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'Accept-Language', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After', 'Content-Disposition'],
    maxAge: 600,
    strictPreflight: false,
  });
}

/** Whether a page of another site made the browser call. What is no browser says nothing of it and carries no cookie by itself. */
function isForeign({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && own.has(origin)) return false;
  // A form of ours names no origin, as its page tells none; the browser's word on the site counts first.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Signing in and out set a cookie, so that another site could change who somebody is; a web socket is not held by the browser's rules for calls. */
export function refuseForeignPages(app: FastifyInstance, origins: readonly string[]): void {
  const own = new Set(origins);
  app.addHook('onRequest', async (request) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (isReading && request.headers.upgrade === undefined) return;
    if (isForeign(request, own)) throw new Fault('not_allowed');
  });
}
