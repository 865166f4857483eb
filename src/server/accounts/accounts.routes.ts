// Routes of the accounts module, and authentication of the caller.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountsEndpoints } from '#contract/accounts/calls.ts';
import { impersonationTokenPrefix } from '#contract/accounts/impersonation-rules.ts';
import { Fault } from '../platform/fault.ts';
import type { Authenticate, Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { isHostedElsewhere } from '../platform/http/cross-origin.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Accounts, SignedInAnswer } from './accounts.service.ts';
import type { Impersonations } from './impersonation/impersonation.service.ts';
import { deviceCookieSeconds } from './sessions/known-devices.ts';
import { hashToken } from './sessions/tokens.ts';

const plainCookie = 'nothipotro_documents';
/** With HTTPS, the `__Host-` prefix rules out other hosts and paths. */
const securedCookie = '__Host-nothipotro_documents';
/** Sent with the login only. A sibling host that sets it can only make the device look new, since every known value was issued by a login. */
const deviceCookie = ({ isSecure }: CookieRule) => `${isSecure ? '__Secure-' : ''}nothipotro_device`;
const devicePath = '/token/';

export interface CookieRule {
  readonly isSecure: boolean;
}

const cookieName = ({ isSecure }: CookieRule) => (isSecure ? securedCookie : plainCookie);

const isViewId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Authenticates by bearer token; the cookie is accepted only for opening documents, and never cross-site. */
export function createAuthenticate(
  accounts: Accounts,
  views: Impersonations,
  rule: CookieRule,
): Authenticate {
  return async (request: FastifyRequest, by) => {
    const header = request.headers.authorization;
    if (header !== undefined) {
      const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
      if (token === undefined) return undefined;
      if (!token.startsWith(impersonationTokenPrefix)) return accounts.findCaller(token);
      return views.findCaller({ tokenHash: hashToken(token) }, request.ip);
    }
    if (by !== 'bearer_or_cookie' || request.method !== 'GET') return undefined;
    const cookie = request.cookies[cookieName(rule)];
    const own = cookie ? await accounts.findCallerByCookie(cookie) : undefined;
    // A new tab sends no token, so the link to a document carries the id of the impersonation it was opened in.
    const { view } = request.query as { view?: unknown };
    if (!own || typeof view !== 'string' || !isViewId(view)) return own;
    // A caller whose own set-up is unfinished may not impersonate either.
    if (own.mustChangePassword || own.mustSetUpSecondFactor) return own;
    return views.findCaller({ id: view, staffSessionId: own.sessionId }, request.ip);
  };
}

export function setDocumentCookie(
  reply: FastifyReply,
  rule: CookieRule,
  { cookie, cookieSeconds }: SignedInAnswer,
): void {
  if (cookie === undefined) return;
  reply.setCookie(cookieName(rule), cookie, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: rule.isSecure,
    maxAge: cookieSeconds,
  });
}

function setDeviceCookie(reply: FastifyReply, rule: CookieRule, cookie: string | undefined): void {
  if (cookie === undefined) return;
  reply.setCookie(deviceCookie(rule), cookie, {
    path: devicePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: rule.isSecure,
    maxAge: deviceCookieSeconds,
  });
}

const messages = {
  signedUp: { bn: 'রেজিস্ট্রেশন সফল হয়েছে', en: 'The account was created' },
  signedOut: { bn: 'লগআউট সফল হয়েছে', en: 'Logged out' },
};

interface AccountsRoutesDeps {
  readonly rule: CookieRule;
  readonly mail: Mail;
  /** URL of a service that tells browsers their own address, in place of this server. */
  readonly addressService: string | undefined;
  /** Origins of web clients hosted elsewhere. */
  readonly otherOrigins: readonly string[];
}

export function accountsRoutes(
  binder: Binder,
  accounts: Accounts,
  { rule, mail, addressService, otherOrigins }: AccountsRoutesDeps,
): void {
  bind(binder, accountsEndpoints.signUp, async (call) => {
    // Staff whose token has expired must not register a customer as an anonymous visitor.
    if (call.request.headers.authorization !== undefined && !call.caller) throw new Fault('invalid_token');
    return {
      id: await accounts.signUp(call.body, call.caller, call),
      message: messages.signedUp[call.language],
    };
  });
  bind(binder, accountsEndpoints.signIn, async (call) => {
    const { username, password, remember, code } = call.body;
    const { request } = call;
    const signedIn = await accounts.signIn({ username, password, remember: remember ?? false, code }, call, {
      cookie: request.cookies[deviceCookie(rule)],
      keepsNone: isHostedElsewhere(request, otherOrigins),
    });
    mail.wake();
    setDocumentCookie(call.reply, rule, signedIn);
    setDeviceCookie(call.reply, rule, signedIn.deviceCookie);
    return signedIn.answer;
  });
  bind(binder, accountsEndpoints.verifyToken, async ({ body }) => {
    await accounts.verifyAccess(body.token);
    return {};
  });
  bind(binder, accountsEndpoints.refreshToken, (call) => accounts.refresh(call.body.refresh, call));
  bind(binder, accountsEndpoints.signOut, async ({ body, caller, request, reply, language }) => {
    const isByCookie = request.headers.authorization === undefined;
    await accounts.signOut(body.refresh, caller, isByCookie ? request.cookies[cookieName(rule)] : undefined);
    reply.clearCookie(cookieName(rule), { path: '/' });
    return { message: messages.signedOut[language] };
  });
  bind(binder, accountsEndpoints.clientIp, async ({ ip }) => ({
    ip,
    ...(addressService === undefined ? {} : { ask: addressService }),
  }));
}
