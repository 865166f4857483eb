// Spans: what one call or one turn of a job did, step by step, and how long each step took. They name routes, statements without their values and
// parts of the portal, never a person. Without TRACES_URL nothing is recorded, see send-traces.ts.
import { createHash } from 'node:crypto';
import {
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { safePath } from '../log.ts';

const tracer = trace.getTracer('nothipotro');

/** Only the kind of an error: its message may quote what somebody typed. */
function noteFailure(span: Span, error: unknown): void {
  const { name = 'Error', code } = error as { name?: string; code?: string };
  span.setAttribute('error.type', code ?? name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A step of the running call or job; outside of both the work is not recorded. */
export function inSpan<T>(name: string, work: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return runIn(tracer.startSpan(name, options), work);
}

/** A statement as it is prepared: what somebody typed is in its values, which are left out. */
export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return inSpan(/^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement', work, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}

/** A call to another system, by its host alone. */
export const inClientSpan = <T>(method: string, host: string, work: () => Promise<T>): Promise<T> =>
  inSpan(`${method} ${host}`, work, {
    kind: SpanKind.CLIENT,
    attributes: { 'http.request.method': method, 'server.address': host },
  });

/** A trace of its own, as one turn of a job is. */
export const inRootSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  runIn(tracer.startSpan(name, { root: true }), work);

/** A step that is over. @param milliseconds that it took */
export function recordStep(name: string, milliseconds: number): void {
  if (!trace.getActiveSpan()) return;
  tracer.startSpan(name, { startTime: Date.now() - milliseconds }).end();
}

/** The same part; the named calls are steps: `part method`. */
export function traceCalls<T extends object>(
  name: string,
  part: T,
  methods: readonly (keyof T & string)[],
): T {
  const traced = methods.map((method) => {
    const call = part[method] as (...given: unknown[]) => Promise<unknown>;
    return [method, (...given: unknown[]) => inSpan(`${name} ${method}`, () => call.apply(part, given))];
  });
  return { ...part, ...Object.fromEntries(traced) };
}

let idOfNext: string | undefined;

/** The id of the trace that is about to start, if it must have a certain one. */
export const takeTraceId = (): string | undefined => {
  const id = idOfNext;
  idOfNext = undefined;
  return id;
};

/** One press of a button is one trace, however often, and through whichever process, its call is repeated: the id is made from the call's key. */
const traceIdOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Makes every call to the API a trace; load balancers, monitors and files of the web client are left out. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const route = safePath(request.routeOptions.url);
    if (!endpoint || route.startsWith('/health/') || route.startsWith('/metrics')) return done();
    const key = request.headers['idempotency-key'];
    idOfNext = typeof key === 'string' && key !== '' ? traceIdOf(key) : undefined;
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = tracer.startSpan(`${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      root: true,
      attributes,
    });
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (!reply.raw.writableFinished) span.setAttribute('error.type', 'broken_off');
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(ROOT_CONTEXT, span), done);
  });
}
