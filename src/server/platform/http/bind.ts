// Binds a handler to its declaration: access, parsing, idempotency key and status come from the contract.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { hasRight } from '#contract/access.ts';
import type { Access, Endpoint, ParsedOf } from '#contract/endpoint.ts';
import { Fault, FieldFault } from '../fault.ts';
import type { Caller, RequestOrigin } from './caller.ts';
import { readMultipart, type UploadedFile } from './multipart.ts';

/** Finds the caller of a request; handed in by the accounts module. `undefined` when nobody is signed in. */
export type Authenticate = (
  request: FastifyRequest,
  by: 'bearer' | 'bearer_or_cookie',
) => Promise<Caller | undefined>;

export interface Call<E extends Endpoint> extends RequestOrigin {
  readonly params: ParsedOf<E['params']>;
  readonly query: ParsedOf<E['query']>;
  readonly body: ParsedOf<E['body']>;
  readonly file: UploadedFile | undefined;
  /** Present on every endpoint that is not public; on public ones when a good token was sent. */
  readonly caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  /** Key and hash for a repeatable call; undefined when the client sent no key. */
  readonly idempotency: Idempotency | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<z.input<E['output']>>;

export interface Binder {
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return {
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    language: /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'bn',
  };
}

/** @throws FieldFault naming each wrong field */
export function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  // Without a prototype: a client may name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of parsed.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const name of unknown ?? [String(issue.path[0] ?? 'request')]) {
      fields[name] ??= [];
      const messages = fields[name];
      const key = unknown ? 'unknown_field' : issue.message;
      if (!messages.includes(key)) messages.push(key);
    }
  }
  throw new FieldFault(fields);
}

/** @throws Fault `not_signed_in`, `password_change_required`, `not_allowed` */
export function admit(access: Access, caller: Caller | undefined, path: string): void {
  if (access === 'public') return;
  if (!caller) throw new Fault('not_signed_in');
  const isSettingUp = path.startsWith('/account/second-factor/') || path === '/account/update-password/';
  if (caller.mustSetUpSecondFactor && !isSettingUp) throw new Fault('second_factor_setup_required');
  if (caller.mustChangePassword && path !== '/account/update-password/')
    throw new Fault('password_change_required');
  if (access !== 'signed_in' && access !== 'document' && !hasRight(caller.roles, access))
    throw new Fault('not_allowed');
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

export function bind<const E extends Endpoint>(
  { app, authenticate }: Binder,
  endpoint: E,
  handler: Handler<E>,
): void {
  app.route({
    method: [...endpoint.methods],
    url: endpoint.path,
    handler: async (request, reply) => {
      if (endpoint.refusesNavigation && request.headers['sec-fetch-mode'] === 'navigate')
        throw new Fault('plain_navigation');
      const caller = await authenticate(
        request,
        endpoint.access === 'document' ? 'bearer_or_cookie' : 'bearer',
      );
      admit(endpoint.access, caller, endpoint.path);
      const params = parse(endpoint.params, request.params);
      const query = parse(endpoint.query, request.query);
      const isForm = endpoint.multipart === true && request.isMultipart();
      const form = isForm ? await readMultipart(request) : undefined;
      const raw = form ? form.fields : request.body;
      const body = parse(endpoint.body, raw);
      const answer = await handler({
        ...originOf(request),
        params,
        query,
        body,
        file: form?.file,
        caller,
        idempotency: readIdempotency(endpoint, request, raw, form?.file),
        request,
        reply,
      } as unknown as Call<E>);
      if (reply.sent) return reply;
      if (reply.statusCode === 200 && endpoint.status) reply.status(endpoint.status);
      return reply.send(answer);
    },
  });
}
