// The HTTP server without any feature: limits, headers, one place where refusals become answers.
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

// Refusals made by the HTTP library itself, and values that the database cannot store.
function codeOf(error: FastifyError, caller: Caller | undefined): ErrorCode | undefined {
  // Text with a NUL character, which no database field can hold.
  if (error.code === '22021' || error.code === '22P05' || error.code === 'FST_ERR_BAD_URL')
    return 'invalid_request';
  // The account was erased while the call was under way: that of the caller, or of the customer for whom staff worked.
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

/** The workers have more queued than they can do in time. */
function isQueueFull(error: unknown): boolean {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  return (
    name === 'AbortError' ||
    code === 'took_too_long' ||
    /Task queue is at limit|No task queue available/.test(message ?? '')
  );
}

/** The answer to a call to an unknown address. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  refuse(request, reply, 'not_found');

const stackFrames = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .join('\n');

/** Of the database or of the stored files; whoever reads the log can do something about it. */
const isFull = (code: string | undefined) => ['53100', 'ENOSPC', 'EDQUOT'].includes(code ?? '');
const diskIsFull = 'the disk is full: make room there';

export interface ErrorDeps {
  readonly log: Log;
  /** Hears of each unexpected error, and is not waited for. */
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
    // Its cause names no person: it is a code, or what the store answered.
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
  // Only the stack lines that name code, never the message above them: it can quote values, over several lines.
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
      // For the service worker (installing.ts) and the threads that verification starts; nothing else turns text into a script.
      'trusted-types': ['find-code', 'read-code', 'service-worker', "'allow-duplicates'"],
    },
  };
}

/** They are the same for every answer, so helmet writes them once. */
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

/** Once its head is out, an answer that fails can only be broken off: its reader misses the end, and the log says why. */
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

/** Milliseconds. */
const usualLimits = {
  /** That a small body may take. */
  body: 60_000,
  /** For which nobody takes anything of an answer. */
  stillness: 120_000,
};

/** Breaks off bodies that come slowly; a large one has the time of the whole request, unless others need its room or it was refused. */
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

/** An answer whose reader stands still would be held, and its line, for as long as the reader likes. */
function abortStalledReaders(app: FastifyInstance, stillMs: number, inFlight: InFlightBySocket): void {
  // Node calls this where nothing was sent or received for so long, on lines that are kept open for the next call as well.
  app.server.setTimeout(stillMs, (line) => {
    const calls = [...(inFlight.get(line) ?? [])];
    const isAtWork = line.writableLength === 0 && calls.length > 0;
    if (!isAtWork) line.destroy();
  });
}

/** @param limits what differs from the usual */
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
    // In the portal's own words instead: see refuseWhileClosing.
    return503OnClosing: false,
    // An address that cannot be decoded reaches no route, and no error handler of its own.
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
    // API answers are personal; pages and assets set their own cache rule.
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
/** Until then, bodies may still come whole. */
const bodiesMs = 1_000;
/** Until then, answers may be read; soon after, the portal stops whatever is left. */
const answersMs = 10_000;
const retryStoppedSeconds = 5;

/** A call that comes on an open line while the portal stops. */
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

/** Whoever sends or reads slowly, or nothing at all, cannot delay a stop. */
function closeConnections(app: FastifyInstance, deps: ErrorDeps, inFlight: InFlightBySocket): void {
  const lines = new Set<Socket>();
  app.server.on('connection', (line: Socket) => {
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });

  /** @returns whether the line is still needed */
  function mayContinue({ request, raw, sent }: FastifyReply, passedMs: number): boolean {
    if (request.raw.complete) return !raw.headersSent || passedMs < answersMs;
    // The refusal needs a round to be sent.
    return !sent;
  }

  function closeRound(passedMs: number): void {
    app.server.closeIdleConnections();
    if (passedMs < bodiesMs) return;
    // A phone that has lost its network never acknowledges the closing of its channel.
    for (const channel of app.websocketServer.clients) channel.terminate();
    for (const line of lines) {
      const calls = [...(inFlight.get(line) ?? [])];
      const isNeeded = calls.some((call) => mayContinue(call, passedMs));
      for (const reply of calls)
        if (!reply.request.raw.complete && !reply.sent)
          sendError(
            deps,
            new Fault('busy', {}, retryStoppedSeconds),
            reply.request,
            reply.header('Connection', 'close'),
          );
      if (!isNeeded) line.destroy();
    }
  }

  app.addHook('preClose', async () => {
    const begun = performance.now();
    const rounds = setInterval(() => closeRound(performance.now() - begun), roundMs).unref();
    app.server.once('close', () => clearInterval(rounds));
  });
}
