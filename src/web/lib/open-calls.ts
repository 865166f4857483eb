// Calls that need no sign-in. The compiler holds the list against the contract: it names a call that is missing, and one that was closed.
import type { FileOutput } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';

/** Files and pages are opened by the browser, never called. */
type CallsWith<Access> = {
  [K in keyof Endpoints]: Endpoints[K] extends { access: Access }
    ? Endpoints[K]['output'] extends FileOutput
      ? never
      : K
    : never;
}[keyof Endpoints];

/** 'none': the token stays at home. 'if_any': whoever is signed in is answered as that person. */
const openCalls: Record<CallsWith<'public'>, 'none'> & Record<CallsWith<'optional'>, 'if_any'> = {
  'POST /account/sign-up/': 'if_any',
  'POST /token/': 'none',
  'POST /token/verify/': 'none',
  'POST /token/refresh/': 'none',
  'POST /token/logout/': 'if_any',
  'POST /account/password-reset/': 'if_any',
  'POST /account/password-reset/confirm/': 'none',
  'POST /account/email-confirmation/confirm/': 'none',
  'GET /public/shop/': 'none',
  'GET /public/services/': 'none',
  'POST /verify-document/': 'none',
  'GET /verify-document/:code/': 'none',
  'GET /s/:token/state/': 'none',
  'POST /s/:token/viewings/': 'none',
  'POST /payment/:provider/notice/': 'none',
  'GET /ws/order-updates/': 'none',
  'GET /sandbox/status/': 'none',
  'GET /health/live/': 'none',
  'GET /health/ready/': 'none',
  'GET /docs/openapi.json': 'none',
  'GET /.well-known/nothipotro-keys.json': 'none',
};

export const tokenOf = (call: string): 'none' | 'if_any' | 'needed' =>
  (openCalls as Readonly<Record<string, 'none' | 'if_any'>>)[call] ?? 'needed';
