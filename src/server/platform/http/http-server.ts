// The HTTP server without any feature: limits, headers, and the one place where errors become responses.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import helmet from 'helmet';
import { defaultBodyBytes, maxBytesOf } from '#contract/endpoint.ts';
import { errorText } from '#contract/error-texts.ts';
import { type ErrorCode, type ErrorFacts, errorKey, errorStatus } from '#contract/errors.ts';
import { anyFieldMessage } from '#contract/fields/server-field-messages.ts';
import type { Config } from '../config.ts';
import { nameFailure, secondsUntilRetry } from '../database/connection/failures.ts';
import type { UnexpectedError } from '../errors/unexpected-errors.queries.ts';
import { Fault, FieldFault } from '../fault.ts';
import { type Log, safePath } from '../log.ts';
import { type Caller, callerIsStaff } from '../request/caller.ts';
import { StorageError } from '../storage/storage.ts';
import { traceRequests } from '../tracing/spans.ts';
import { originOf } from './bind.ts';
import { compressResponses } from './compress.ts';
import { allowOrigins, refuseForeignPages } from './cross-origin.ts';
import { setDataHeaders } from './document-headers.ts';
import { parseJsonBody } from './json-body.ts';
import { type InFlightBySocket, limitPerConnection } from './limits/in-flight.ts';
import { longestUploadMs } from './limits/upload-limit.ts';
import { redirectShares } from './web-manifest.ts';

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  facts: ErrorFacts = {},
  retryAfterSeconds?: number,
) {
  const status = errorStatus[code];
  const reader = request.caller && callerIsStaff(request.caller) ? 'staff' : 'customer';
  const text = errorText(code, originOf(request).language, facts, reader);
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', Math.ceil(retryAfterSeconds));
  return reply.status(status).send({ ...facts, [errorKey(status)]: text, code });
}

// Codes for refusals by the HTTP library itself, and for values that the database cannot store.
function codeOf(error: FastifyError, caller: Caller | undefined): ErrorCode | undefined {
  // Text with a NUL character, which no database field can hold.
  if (error.code === '22021' || error.code === '22P05' || error.code === 'FST_ERR_BAD_URL')
    return 'invalid_request';
  // An account was erased while the request was in flight: the caller's, or that of the customer for whom staff worked.
  if ((error as { constraint?: string }).constraint === 'owner_not_erased')
    return caller && callerIsStaff(caller) ? 'not_found' : 'not_signed_in';
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media_type';
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return 'malformed_json';
  if (error.statusCode === 400 || error instanceof SyntaxError) return 'malformed_json';
  if (error.statusCode === 404) return 'not_found';
  if (error.statusCode === 413) return 'body_too_large';
  if (error.statusCode === 415) return 'unsupported_media_type';
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return 'invalid_request';
  return undefined;
}

/** Whether the workers have more queued than they can process in time. */
function isQueueFull(error: unknown): boolean {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  return (
    name === 'AbortError' ||
    code === 'took_too_long' ||
    /Task queue is at limit|No task queue available/.test(message ?? '')
  );
}

/** Responds to a request for an unknown address. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  refuse(request, reply, 'not_found');

const stackFrames = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .join('\n');

/** Whether the disk of the database or of the stored files is full, which whoever reads the log can remedy. */
const isFull = (code: string | undefined) => ['53100', 'ENOSPC', 'EDQUOT'].includes(code ?? '');
const diskIsFull = 'the disk is full: make room there';

export interface ErrorDeps {
  readonly log: Log;
  /** Records an unexpected error in the background. */
  readonly recordError: (error: UnexpectedError) => void;
}

export function sendError(
  { log, recordError }: ErrorDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof FieldFault) {
    const { language } = originOf(request);
    const answer = Object.fromEntries(
      Object.entries(error.fields).map(([field, keys]) => [
        field,
        keys.map((key) => anyFieldMessage(key, language)),
      ]),
    );
    return reply.status(400).send(answer);
  }
  if (error instanceof Fault) return refuse(request, reply, error.code, error.facts, error.retryAfterSeconds);
  const known = codeOf(error as FastifyError, request.caller);
  if (known) return refuse(request, reply, known);
  const path = safePath(request.routeOptions?.url);
  if (error instanceof StorageError) {
    // The cause holds no personal data: it is a code, or the store's response.
    const { message, code } = error.cause as Error & { code?: string };
    log.error({ path, fault: code ?? message }, isFull(code) ? diskIsFull : 'the file storage failed');
    return refuse(request, reply, 'storage_unavailable', {}, 5);
  }
  const retryAfter = secondsUntilRetry(error) ?? (isQueueFull(error) ? 3 : undefined);
  if (retryAfter !== undefined) {
    const { code } = error as { code?: string };
    log.error(
      { path, fault: code },
      isFull(code) ? diskIsFull : 'a part that the portal needs did not answer',
    );
    return refuse(request, reply, 'busy', {}, retryAfter);
  }
  const reference = randomBytes(5).toString('hex');
  // Only the stack frames, never the message above them: it can quote values, over several lines.
  const { name, stack, code } = error as Error & { code?: string };
  log.error({ reference, path, name, fault: code, stack: stackFrames(stack) }, 'unexpected error');
  recordError({ reference, path });
  return refuse(request, reply, 'internal', { reference });
}

/** The portal may not be framed, runs no inline scripts and makes no requests to hosts that its operator has not named. */
function contentSecurityPolicy(config: Config) {
  const payment = "'self'";
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'media-src': ["'self'", 'data:', 'blob:'],
      'connect-src': [
        "'self'",
        config.PUBLIC_ORIGIN.replace(/^http/, 'ws'),
        ...(config.CLIENT_IP_URL === undefined ? [] : [new URL(config.CLIENT_IP_URL).origin]),
      ],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'form-action': [payment],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // For the service worker (features/device/service-worker.ts) and the threads that verification starts; nothing else turns text into a script.
      'trusted-types': ['find-code', 'read-code', 'service-worker', "'allow-duplicates'"],
    },
  };
}

/** They are the same for every response, so helmet computes them once. */
function securityHeaders(config: Config): Record<string, string> {
  const written: Record<string, string> = {};
  const writer = {
    setHeader: (name: string, value: string) => {
      written[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  } as unknown as ServerResponse;
  helmet({
    contentSecurityPolicy: contentSecurityPolicy(config),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.PUBLIC_ORIGIN.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
  })({} as IncomingMessage, writer, (error) => {
    if (error !== undefined) throw error;
  });
  return written;
}

/** A response that fails after its headers were sent can only be cut off: the client misses the end, and the log says why. */
function logBrokenStreams(app: FastifyInstance, log: Log): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (payload instanceof Readable)
      payload.once('error', (error: Error) => {
        const path = safePath(request.routeOptions?.url);
        log.error({ path, fault: nameFailure(error) }, 'an answer broke off while it was sent');
      });
    done(null, payload);
  });
}

/** In milliseconds. */
const usualLimits = {
  /** Time for a small body to arrive. */
  body: 60_000,
  /** Time during which a client may read nothing of a response. */
  stillness: 120_000,
};

/** Aborts bodies that arrive slowly. A large one may take as long as the whole request, unless others need its room or it was refused. */
function abortSlowBodies(app: FastifyInstance, longestMs: number): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const { endpoint } = routeOptions.config;
    const { 'content-length': stated, 'transfer-encoding': chunked } = raw.headers;
    if (stated !== undefined || chunked !== undefined) {
      const isLarge =
        endpoint !== undefined &&
        maxBytesOf(endpoint) > defaultBodyBytes &&
        (chunked !== undefined || Number(stated) > defaultBodyBytes);
      const timer = setTimeout(() => {
        if (!raw.complete && !(isLarge && !reply.sent)) raw.socket.destroy();
      }, longestMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Aborts connections whose reader has stalled, which would otherwise hold the response and its connection for as long as they like. */
function abortStalledReaders(app: FastifyInstance, stillMs: number, inFlight: InFlightBySocket): void {
  // Node calls this for any connection without traffic for that long, including those kept alive for the next request.
  app.server.setTimeout(stillMs, (socket) => {
    const calls = [...(inFlight.get(socket) ?? [])];
    const isAtWork = socket.writableLength === 0 && calls.length > 0;
    if (!isAtWork) socket.destroy();
  });
}

/** @param limits replace the usual ones */
export async function createHttpServer(
  config: Config,
  deps: ErrorDeps,
  limits: Partial<typeof usualLimits> = {},
): Promise<FastifyInstance> {
  const { body, stillness } = { ...usualLimits, ...limits };
  const trustProxy =
    config.TRUST_PROXY === undefined ? false : config.TRUST_PROXY.split(',').map((part) => part.trim());
  const app = Fastify({
    logger: false,
    trustProxy,
    bodyLimit: defaultBodyBytes,
    requestTimeout: longestUploadMs,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 300 },
    // The portal sends its own response instead: see refuseWhileClosing.
    return503OnClosing: false,
    // An address that cannot be decoded reaches neither a route nor the error handler.
    frameworkErrors: (error, request, reply) => void sendError(deps, error, request, reply),
  });
  refuseWhileClosing(app);
  if (config.TRACES_URL !== undefined) traceRequests(app);
  logBrokenStreams(app, deps.log);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody(app));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text, done) => {
      // Any other site can make a browser send such a form.
      if (request.routeOptions.config.endpoint?.takesForm !== true)
        return done(new Fault('unsupported_media_type'));
      done(null, Object.fromEntries(new URLSearchParams(text as string)));
    },
  );
  await app.register(fastifyCookie);
  const secured = securityHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(secured);
    done();
  });
  // Each endpoint sets its own limits.
  await app.register(fastifyMultipart, { limits: { files: 0, fields: 0, headerPairs: 100 } });
  await app.register(fastifyWebsocket, { options: { maxPayload: 16 * 1024 } });
  app.addHook('onSend', async (request, reply) => {
    // API responses are personal; pages and assets set their own cache policy.
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD') reply.header('X-Robots-Tag', 'noindex');
    if (/^application\/json\b/.test(String(reply.getHeader('Content-Type')))) setDataHeaders(reply);
  });
  abortSlowBodies(app, body);
  const inFlight = limitPerConnection(app);
  abortStalledReaders(app, stillness, inFlight);
  await allowOrigins(app, config.ALLOWED_ORIGINS);
  refuseForeignPages(app, [config.PUBLIC_ORIGIN, ...config.ALLOWED_ORIGINS]);
  redirectShares(app);
  compressResponses(app);
  closeConnections(app, deps, inFlight);
  return app;
}

const roundMs = 100;
/** How long bodies may still arrive completely. */
const bodiesMs = 1_000;
/** How long responses may still be read; soon after, the portal aborts whatever is left. */
const responsesMs = 10_000;
const retryStoppedSeconds = 5;

/** Refuses requests that arrive on an open connection while the portal stops. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    reply.header('Connection', 'close');
    throw new Fault('busy', {}, retryStoppedSeconds);
  });
}

/** Closes connections at a stop, so that clients that send or read slowly, or not at all, cannot delay it. */
function closeConnections(app: FastifyInstance, deps: ErrorDeps, inFlight: InFlightBySocket): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** @returns whether the request may still be completed */
  function mayContinue({ request, raw, sent }: FastifyReply, passedMs: number): boolean {
    if (request.raw.complete) return !raw.headersSent || passedMs < responsesMs;
    // A refusal is sent before the next round closes the connection.
    return !sent;
  }

  function closeRound(passedMs: number): void {
    app.server.closeIdleConnections();
    if (passedMs < bodiesMs) return;
    // A phone that has lost its network never acknowledges that its channel is closed.
    for (const channel of app.websocketServer.clients) channel.terminate();
    for (const socket of sockets) {
      const calls = [...(inFlight.get(socket) ?? [])];
      const isNeeded = calls.some((call) => mayContinue(call, passedMs));
      for (const reply of calls)
        if (!reply.request.raw.complete && !reply.sent)
          sendError(
            deps,
            new Fault('busy', {}, retryStoppedSeconds),
            reply.request,
            reply.header('Connection', 'close'),
          );
      if (!isNeeded) socket.destroy();
    }
  }

  app.addHook('preClose', async () => {
    const begun = performance.now();
    const rounds = setInterval(() => closeRound(performance.now() - begun), roundMs).unref();
    app.server.once('close', () => clearInterval(rounds));
  });
}
