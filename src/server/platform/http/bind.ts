// Binds a handler to its declaration: access, parsing, idempotency key and status come from the contract.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Endpoint, ParsedOf } from '#contract/endpoint.ts';
import { Fault, FieldFault } from '../fault.ts';
import { wakeAfter } from '../live/wake-after.ts';
import { ApiResponse } from '../request/api-response.ts';
import type { Caller, RequestOrigin } from '../request/caller.ts';
import type { Idempotency } from '../request/idempotency.ts';
import { parse } from '../request/parse.ts';
import type { SpooledFile, UploadedFile } from '../request/upload.ts';
import type { Reserve } from '../request/upload-parts.ts';
import { type Binder, getQuotaKey, registerRoute, reserveUpload } from './admission.ts';
import { readMultipart } from './multipart.ts';

export interface Call<E extends Endpoint> extends RequestOrigin {
  readonly params: ParsedOf<E['params']>;
  readonly query: ParsedOf<E['query']>;
  readonly body: ParsedOf<E['body']>;
  readonly file: UploadedFile | undefined;
  /** A file that was spooled to disk, because anyone may send one. */
  readonly spooled: SpooledFile | undefined;
  /** The admitted caller; undefined where signing in is optional and the caller did not. */
  readonly caller: E['access'] extends 'public'
    ? undefined
    : E['access'] extends 'optional' | 'optional_document'
      ? Caller | undefined
      : Caller;
  /** Reserves memory for what the handler loads in addition to the body, from the same limit as bodies. */
  readonly reserveMemory: Reserve;
  /** Reserves memory for a file that stays in memory until its reader has received it. */
  readonly reserveResponse: Reserve;
  /** Key and hash of a repeatable request; undefined if the client sent no key. */
  readonly idempotency: Idempotency | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler sends anything but JSON itself. */
type OutputOf<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.input<E['output']> | ApiResponse<z.input<E['output']>>
  : FastifyReply;

/** Returns the body, or an `ApiResponse` where the use case decides the status. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<OutputOf<E>>;

export function originOf(request: FastifyRequest): RequestOrigin {
  return {
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    language: /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'bn',
  };
}

function readIdempotency(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
  file: UploadedFile | undefined,
): Idempotency | undefined {
  if (!endpoint.idempotent) return undefined;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 255) throw new FieldFault({ 'Idempotency-Key': ['too_long'] });
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url.split('?')[0]}\n`)
    .update(JSON.stringify(body ?? null));
  if (file) hash.update(file.name).update(file.bytes);
  return { key, requestHash: hash.digest() };
}

/** Drops empty values: a form's query string names its empty fields too, and `?status=` means the same as no status. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

export function bind<const E extends Endpoint>(binder: Binder, endpoint: E, handler: Handler<E>): void {
  registerRoute(binder, endpoint, {
    handle: async (request, reply) => {
      const params = parse(endpoint.params, request.params);
      const query = parse(endpoint.query, withoutEmpty(request.query));
      const isForm = endpoint.multipart === true && request.isMultipart();
      const form = isForm ? await readMultipart(request, endpoint) : undefined;
      try {
        // A caller who lost their rights while the body arrived must not use them by sending the rest.
        if (!request.wasBodyComplete) await request.admitAgain?.();
        const raw = form ? form.fields : request.body;
        const { caller } = request;
        const body = parse((caller ? undefined : endpoint.anonymousBody) ?? endpoint.body, raw);
        if (caller && endpoint.readList) await binder.recordReadList(caller, endpoint.readList);
        const call = {
          ...originOf(request),
          params,
          query,
          body,
          file: form?.file,
          spooled: form?.spooled,
          caller,
          reserveMemory: (bytes: number) =>
            reserveUpload(request, reply, binder.uploadLimit, 'memory', bytes),
          reserveResponse: (bytes: number) =>
            binder.responseLimit.reserve(getQuotaKey(request), bytes, reply),
          idempotency: readIdempotency(endpoint, request, raw, form?.file),
          request,
          reply,
        } as unknown as Call<E>;
        const response = await wakeAfter(binder.live, () => handler(call));
        // The headers of a stream may have been sent although its reader has gone.
        if (reply.sent || reply.raw.headersSent) return reply;
        if (response instanceof ApiResponse) {
          // The age as well, because the client compares times from different clocks: the database's, the portal's or a proxy's.
          if (response.first)
            reply
              .header('Idempotent-Replayed', response.first.at.toISOString())
              .header('Idempotent-Age', Math.round(response.first.ageMs));
          return reply.status(response.status).send(response.body);
        }
        if (reply.statusCode === 200 && endpoint.status) reply.status(endpoint.status);
        return reply.send(response);
      } finally {
        await form?.close();
      }
    },
  });
}

/** Binds a web socket, whose handler checks the ticket with `isAdmitted`. */
export function bindChannel(
  binder: Binder,
  endpoint: Endpoint,
  handler: (socket: WebSocket, request: FastifyRequest) => void | Promise<void>,
): void {
  registerRoute(binder, endpoint, {
    wsHandler: handler,
    handle: async () => {
      throw new Fault('not_found');
    },
  });
}
