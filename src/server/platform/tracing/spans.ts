// Spans: the steps of one request or one run of a job, and how long each took. They name routes, statements without their values and parts of the
// portal, never a person. Without TRACES_URL nothing is recorded, see send-traces.ts.
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

/** Records only the kind of an error, because its message may quote user input. */
function recordFailure(span: Span, error: unknown): void {
  const { name = 'Error', code } = error as { name?: string; code?: string };
  span.setAttribute('error.type', code ?? name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records work as a step of the running request or job. Outside of both, nothing is recorded. */
export function inSpan<T>(name: string, work: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return runIn(tracer.startSpan(name, options), work);
}

/** Records a statement without its values, which may hold user input. */
export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return inSpan(/^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement', work, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}

/** Records a request to another system, by its host alone. */
export const inClientSpan = <T>(method: string, host: string, work: () => Promise<T>): Promise<T> =>
  inSpan(`${method} ${host}`, work, {
    kind: SpanKind.CLIENT,
    attributes: { 'http.request.method': method, 'server.address': host },
  });

/** Records work as a trace of its own, such as one run of a job. */
export const inRootSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  runIn(tracer.startSpan(name, { root: true }), work);

/** Records a step that has just ended. @param milliseconds that it took */
export function recordStep(name: string, milliseconds: number): void {
  if (!trace.getActiveSpan()) return;
  tracer.startSpan(name, { startTime: Date.now() - milliseconds }).end();
}

/** Returns the part with the named methods recorded as steps: `part method`. */
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

/** Returns the id that the next trace must have, if it must have a certain one. */
export const takeTraceId = (): string | undefined => {
  const id = idOfNext;
  idOfNext = undefined;
  return id;
};

/** Derives the id from the idempotency key, so that all repeats of a request form one trace, in whichever process they run. */
const traceIdOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Makes every API request a trace; health checks, metrics and files of the web client are left out. */
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
