// Admits requests: every route is registered here, and each request is checked before a byte of its body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { hasRight } from '#contract/access.ts';
import { impersonationTokenPrefix } from '#contract/accounts/impersonation-rules.ts';
import {
  type Access,
  defaultBodyBytes,
  type Endpoint,
  isClosedToImpersonation,
  maxBytesOf,
  type ReadList,
} from '#contract/endpoint.ts';
import { withQueryTimeout } from '../database/connection/query-timeout.ts';
import { Fault } from '../fault.ts';
import { networkOfAddress } from '../rate-limit/rate-limit.rules.ts';
import type { Caller } from '../request/caller.ts';
import { enforceContract } from './enforce-contract.ts';
import { countInFlight, countInFlightPerUser, isFinished, onFinished } from './limits/in-flight.ts';
import { createResponseLimit, type ResponseLimit } from './limits/response-limit.ts';
import { createUploadLimit, type Medium, type UploadLimit } from './limits/upload-limit.ts';

/** Finds the caller of a request, undefined if no one is signed in; injected by the accounts module. */
export type Authenticate = (
  request: FastifyRequest,
  by: 'bearer' | 'bearer_or_cookie',
) => Promise<Caller | undefined>;

export interface Binder {
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
  /** Looks the caller up again; undefined once their session has ended. */
  readonly findBySession: (sessionId: string) => Promise<Caller | undefined>;
  /** Records what staff see during an impersonation. */
  readonly recordAccess: (
    caller: Caller,
    endpoint: Endpoint,
    request: { readonly ip: string; readonly params: unknown },
  ) => Promise<void>;
  /** Records that staff read a list of other people's data. */
  readonly recordReadList: (caller: Caller, list: ReadList) => Promise<void>;
  /** Woken after a request that wrote events. */
  readonly live: { wake(): void };
  readonly uploadLimit: UploadLimit;
  readonly responseLimit: ResponseLimit;
  readonly countPerUser: ReturnType<typeof countInFlightPerUser>;
  /** How long one query may take, in seconds. */
  readonly queryTimeout: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The admitted caller; undefined where no sign-in is required. */
    caller: Caller | undefined;
    /** Whether its body had arrived completely when its caller was admitted. */
    wasBodyComplete: boolean;
    /** Checks again a caller who was admitted a while ago. @throws Fault as for a new request */
    admitAgain: (() => Promise<void>) | undefined;
    /** The running handler, once it has begun. */
    work: Promise<unknown> | undefined;
  }
  interface FastifyContextConfig {
    /** The declaration that this route was registered with. */
    endpoint?: Endpoint;
  }
}

const impersonationBearer = new RegExp(`^Bearer\\s+${impersonationTokenPrefix.replace('.', '\\.')}`, 'i');

const isImpersonation = ({ headers }: FastifyRequest) =>
  impersonationBearer.test(headers.authorization ?? '');

/** @param onViolation if set, every response is checked against its declaration, and mismatches are reported to it */
export function createBinder(
  deps: Omit<Binder, 'uploadLimit' | 'responseLimit' | 'countPerUser'>,
  onViolation: ((message: string) => void) | undefined,
): Binder {
  const { app } = deps;
  if (onViolation) enforceContract(app, onViolation);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('wasBodyComplete', false);
  app.decorateRequest('admitAgain', undefined);
  app.decorateRequest('work', undefined);
  // A body sent to an address that does not exist is not read. No endpoint handles OPTIONS: its route is for preflights, which were handled before.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (!request.is404 && request.method !== 'OPTIONS') return;
    throw new Fault(isImpersonation(request) ? 'view_read_only' : 'not_found');
  });
  return {
    ...deps,
    uploadLimit: createUploadLimit(),
    responseLimit: createResponseLimit(),
    countPerUser: countInFlightPerUser(),
  };
}

const isRight = (access: Access) =>
  access !== 'signed_in' && access !== 'document' && access !== 'optional' && access !== 'optional_document';

/** @throws Fault `not_signed_in`, `view_read_only`, `password_change_required`, `second_factor_setup_required`, `not_allowed` */
function admit(endpoint: Endpoint, caller: Caller | undefined): void {
  const { access, setUp = [] } = endpoint;
  if (access === 'public') return;
  if (!caller) {
    if (access === 'optional' || access === 'optional_document') return;
    throw new Fault('not_signed_in');
  }
  if (caller.view && isClosedToImpersonation(endpoint)) throw new Fault('view_read_only');
  if (caller.mustSetUpSecondFactor && !setUp.includes('second_factor'))
    throw new Fault('second_factor_setup_required');
  if (caller.mustChangePassword && !setUp.includes('password')) throw new Fault('password_change_required');
  if (isRight(access) && !hasRight(caller.roles, access as Parameters<typeof hasRight>[1]))
    throw new Fault('not_allowed');
}

const identify = ({ authenticate }: Binder, { access }: Endpoint, request: FastifyRequest) =>
  authenticate(
    request,
    access === 'document' || access === 'optional_document' ? 'bearer_or_cookie' : 'bearer',
  );

/** Looks the caller up by session, because the token of the request may have expired since. */
async function admitAgain(binder: Binder, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const now = caller.view
    ? await identify(binder, endpoint, request)
    : await binder.findBySession(caller.sessionId);
  admit(endpoint, now);
  request.caller = now;
}

/** Checks a caller who has a ticket instead of a token. */
export function isAdmitted(endpoint: Endpoint, caller: Caller | undefined): caller is Caller {
  try {
    admit(endpoint, caller);
    return caller !== undefined;
  } catch {
    return false;
  }
}

/** Checks the request's headers, before any query. */
function assertHeaders(endpoint: Endpoint, request: FastifyRequest): void {
  const { headers } = request;
  if (endpoint.refusesNavigation && headers['sec-fetch-mode'] === 'navigate')
    throw new Fault('plain_navigation');
  // An impersonation token may change nothing, whether or not the impersonation is still open.
  if (isClosedToImpersonation(endpoint) && isImpersonation(request)) throw new Fault('view_read_only');
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Fault('unsupported_media_type');
  if (Number(headers['content-length'] ?? 0) > maxBytesOf(endpoint))
    throw new Fault(endpoint.file === undefined ? 'body_too_large' : 'file_too_large');
}

/** Large bodies must first be reserved, within the total limit and the caller's own. */
function reserveBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  limit: UploadLimit,
): void {
  const most = maxBytesOf(endpoint);
  if (request.method === 'GET' || request.method === 'HEAD' || most <= defaultBodyBytes) return;
  const { 'content-length': stated } = request.headers;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? most : Number(stated ?? 0);
  if (bytes <= defaultBodyBytes) return;
  reserveUpload(request, reply, limit, endpoint.file === 'spooled' ? 'disk' : 'memory', bytes);
}

/** Identifies the person or network that the bytes of a request count towards. */
export const getQuotaKey = ({ caller, ip }: FastifyRequest): string =>
  caller ? `user ${caller.userId}` : `address ${networkOfAddress(ip)}`;

/** Reserves bytes until the request has finished. @throws Fault `busy` */
export function reserveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: UploadLimit,
  medium: Medium,
  bytes: number,
): void {
  onFinished(reply, limit.reserve(medium, getQuotaKey(request), bytes, request.raw));
}

interface Route {
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  readonly wsHandler?: RouteOptions['wsHandler'];
}

export function registerRoute(binder: Binder, endpoint: Endpoint, { handle, wsHandler }: Route): void {
  const { app, recordAccess, uploadLimit, countPerUser, queryTimeout } = binder;
  const countAtEndpoint = endpoint.atOnce === undefined ? undefined : countInFlight<number>(endpoint.atOnce);
  app.route({
    ...(wsHandler ? { wsHandler } : {}),
    async handler(request, reply) {
      // The client has gone, so its request no longer counts as in flight and must not start work.
      if (isFinished(reply)) throw new Fault('busy');
      request.work = handle(request, reply);
      return request.work;
    },
    method: [...endpoint.methods],
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyBytes,
    config: { endpoint },
    ...(endpoint.noHead ? { exposeHeadRoute: false } : {}),
    onRequest: [
      (_request, _reply, done) => withQueryTimeout(endpoint.queryTimeout ?? queryTimeout, done),
      async (request, reply) => {
        assertHeaders(endpoint, request);
        if (endpoint.access !== 'public') {
          const caller = await identify(binder, endpoint, request);
          // A body sent together with the headers is complete at this point.
          request.wasBodyComplete = request.raw.complete;
          admit(endpoint, caller);
          if (caller) {
            countPerUser(caller.userId, reply);
            countAtEndpoint?.(caller.userId, reply);
          }
          if (caller?.view) await recordAccess(caller, endpoint, request);
          request.caller = caller;
          request.admitAgain = () => admitAgain(binder, endpoint, request);
        }
        reserveBody(endpoint, request, reply, uploadLimit);
      },
    ],
  } as RouteOptions);
}
