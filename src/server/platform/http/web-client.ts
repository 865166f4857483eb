// Serves the built web client: hashed assets for a year, the page itself never from a cache.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Paths that are pages of the client; any other address is a page that does not exist. */
const pages =
  /^\/(?:|login|signup|forgot-password|reset-password|verify(?:\/[^/]*)?|change-password|(?:app|admin)(?:\/.*)?)\/?$/;

function wantsPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

/**
 * @param folder output of the client's build
 * @param answerMissing what a call gets for an unknown address
 */
export async function serveWebClient(
  app: FastifyInstance,
  folder: string,
  answerMissing: (request: FastifyRequest, reply: import('fastify').FastifyReply) => unknown,
): Promise<void> {
  const indexPath = join(folder, 'index.html');
  if (!existsSync(indexPath)) {
    app.setNotFoundHandler((request, reply) => answerMissing(request, reply));
    return;
  }
  const index = readFileSync(indexPath);
  // The front page has its text in it; drawn at build time, see docs/decisions/0011-front-page.md.
  const frontPath = join(folder, 'landing.html');
  const front = existsSync(frontPath) ? readFileSync(frontPath) : index;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return answerMissing(request, reply);
    const path = request.url.split('?')[0] ?? '/';
    return reply
      .status(pages.test(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(path === '/' ? front : index);
  });
}
