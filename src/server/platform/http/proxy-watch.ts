// Detects a proxy that is not trusted. Everyone then shares its address: rate limits lock everyone out at once, and the audit log names the proxy.
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

const hourMs = 3_600_000;

export function watchProxies(app: FastifyInstance, log: Log): { isUntrusted(): boolean } {
  let seenAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    // If the sender is trusted, `ips` lists the forwarded addresses in addition to its own.
    if (request.headers['x-forwarded-for'] === undefined || (request.ips?.length ?? 0) > 1) return;
    seenAt = performance.now();
    if (seenAt - loggedAt < hourMs) return;
    loggedAt = seenAt;
    log.error(
      'TRUST_PROXY: calls name another address in X-Forwarded-For, and their sender is not believed; everybody behind it counts as one. Name the proxy in TRUST_PROXY',
    );
  });
  return { isUntrusted: () => performance.now() - seenAt < hourMs };
}
