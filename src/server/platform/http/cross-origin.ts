// Lets web clients on other origins call the API: with the Authorization header only, never with cookies.
import type { FastifyInstance } from 'fastify';

const sentHeaders = 'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key';
const readHeaders = 'Retry-After, Content-Disposition';

/** @param origins that may call; with none there is nothing to answer, and browsers keep other origins out */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readHeaders });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return;
    return reply
      .status(204)
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': sentHeaders,
        'Access-Control-Max-Age': '600',
      })
      .send();
  });
}
