// Liveness, readiness and metrics. Labels are path patterns and codes, never personal data.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Counter, collectDefaultMetrics, type Gauge, Histogram, Registry } from 'prom-client';
import { systemEndpoints } from '#contract/system.ts';
import { Fault } from '../fault.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../work/with-timeout.ts';
import type { Binder } from './admission.ts';
import { bind } from './bind.ts';
import { watchProxies } from './proxy-watch.ts';

export interface Readiness {
  readonly name: string;
  check(): Promise<void>;
  /** False if the portal works without it: a failure is then reported but leaves the portal ready. */
  readonly isNeeded?: boolean;
}

export interface Observed {
  readonly parts: readonly Readiness[];
  readonly gauges: readonly (Gauge | Counter)[];
  /** Bearer token with which the metrics may be read from other machines. */
  readonly metricsToken: string | undefined;
}

/** Within this time the parts are checked at most `maxChecks` times, however often readiness is requested; other requests get the last result. */
const windowMs = 2_000;
const maxChecks = 4;
/** Timeout for parts that the portal works without: load balancers would otherwise consider the portal itself down. */
const longestMs = 1_500;

const loopback = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** Headers that proxies add to the requests they forward. */
const proxyHeaders =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|(?:x-)?client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether the request comes from this machine itself, not through a local proxy, or carries the token. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const isForwarded = Object.keys(headers).some((name) => proxyHeaders.test(name));
  if (!isForwarded && loopback.test(socket.remoteAddress ?? '')) return true;
  if (token === undefined) return false;
  const received = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return received.length === wanted.length && timingSafeEqual(received, wanted);
}

const check = (part: Readiness): Promise<void> =>
  part.isNeeded === false
    ? withTimeout(
        () => part.check(),
        longestMs,
        () => new Error('no answer'),
      )
    : part.check();

type Results = readonly (readonly [part: Readiness, isGood: boolean])[];

function createReadinessCheck(parts: readonly Readiness[]): () => Promise<Results> {
  let last: Promise<Results> | undefined;
  let checkedAt: number[] = [];
  return () => {
    const now = performance.now();
    checkedAt = checkedAt.filter((at) => now - at < windowMs);
    if (last && checkedAt.length >= maxChecks) return last;
    last = Promise.all(
      parts.map(async (part) => {
        const isGood = await check(part).then(
          () => true,
          () => false,
        );
        return [part, isGood] as const;
      }),
    );
    checkedAt.push(now);
    return last;
  };
}

export function observe(
  binder: Binder,
  log: Log,
  { parts, gauges, metricsToken }: Observed,
): { drain(): void } {
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
  const proxies = watchProxies(app, log);
  const readParts = createReadinessCheck(parts);
  bind(binder, systemEndpoints.live, async () => ({ status: 'ok' as const }));
  bind(binder, systemEndpoints.ready, async ({ reply }) => {
    const results = await readParts();
    const isReady = !isStopping && results.every(([{ isNeeded = true }, isGood]) => isGood || !isNeeded);
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'unavailable',
      parts: Object.fromEntries(results.map(([{ name }, isGood]) => [name, isGood ? 'ok' : 'failed'])),
      ...(proxies.isUntrusted() ? { warnings: ['proxy_not_trusted'] } : {}),
    });
  });
  bind(binder, systemEndpoints.metrics, async ({ request, reply }) => {
    if (!mayReadMetrics(request, metricsToken)) throw new Fault('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return {
    /** Reports not ready, so that load balancers send new requests elsewhere; requests that still arrive are served. */
    drain() {
      isStopping = true;
    },
  };
}
