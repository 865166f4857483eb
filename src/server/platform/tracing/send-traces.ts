// Records spans and sends them to a collector by OTLP over HTTP. Loaded only when TRACES_URL is set.
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { takeTraceId } from './spans.ts';

class TraceIds extends RandomIdGenerator {
  override generateTraceId(): string {
    return takeTraceId() ?? super.generateTraceId();
  }
}

const shutdownMs = 2_000;

/**
 * Starts recording spans in the whole process. If the collector is unreachable, spans are lost, but no request is delayed: a few thousand are kept in
 * memory, the rest is dropped.
 * @param url of the collector, without /v1/traces
 * @param share of the traces that are recorded, 0 to 1; of the attempts at one request, either all or none
 * @returns a function that sends the remaining spans, for two seconds at most
 */
export function sendTraces(url: string, share: number, version: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', url.endsWith('/') ? url : `${url}/`).href,
    timeoutMillis: shutdownMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'nothipotro', 'service.version': version }),
    idGenerator: new TraceIds(),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, maxQueueSize: 4_096 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return () =>
    Promise.race([
      provider.shutdown().catch(() => undefined),
      new Promise<void>((done) => setTimeout(done, shutdownMs).unref()),
    ]);
}
