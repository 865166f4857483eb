// A proxy that is not believed makes all people one address: limits then shut out everybody at once, and the audit log names the proxy.
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

const hourMs = 3_600_000;

export function watchProxies(app: FastifyInstance, log: Log): { isUnbelieved(): boolean } {
  let seenAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    // Of a believed sender the addresses that it names stand beside its own.
    if (request.headers['x-forwarded-for'] === undefined || (request.ips?.length ?? 0) > 1) return;
    seenAt = performance.now();
    if (seenAt - toldAt < hourMs) return;
    toldAt = seenAt;
    log.error(
      'TRUST_PROXY: calls name another address in X-Forwarded-For, and their sender is not believed; everybody behind it counts as one. Name the proxy in TRUST_PROXY',
    );
  });
  return { isUnbelieved: () => performance.now() - seenAt < hourMs };
}
