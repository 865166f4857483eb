// Liveness, readiness, metrics. Labels are path patterns and codes, never anything of a person.

import { collectDefaultMetrics, type Gauge, Histogram, Registry } from 'prom-client';
import { systemEndpoints } from '#contract/system.ts';
import { bind } from './bind.ts';
import type { Binder } from './door.ts';

export interface Readiness {
  readonly name: string;
  check(): Promise<void>;
}

export function observe(binder: Binder, parts: readonly Readiness[], gauges: readonly Gauge[] = []): void {
  const { app } = binder;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by path pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  for (const gauge of gauges) registry.registerMetric(gauge);
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  bind(binder, systemEndpoints.live, async () => ({ status: 'ok' as const }));
  bind(binder, systemEndpoints.ready, async ({ reply }) => {
    const results = await Promise.all(
      parts.map(
        async ({ name, check }) =>
          [
            name,
            await check().then(
              () => true,
              () => false,
            ),
          ] as const,
      ),
    );
    const isReady = !isStopping && results.every(([, isGood]) => isGood);
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'unavailable',
      parts: Object.fromEntries(results.map(([name, good]) => [name, good ? 'ok' : 'failed'])),
    });
  });
  bind(binder, systemEndpoints.metrics, async ({ reply }) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
