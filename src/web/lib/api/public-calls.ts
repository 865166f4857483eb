// Requests that need no sign-in. The compiler checks the list against the contract: it reports a missing one, and one that is no longer public.
import type { Endpoints } from '#contract/endpoints.ts';

/** Requests made by screens; the others are for machines and for pages outside the client. */
type OfScreens =
  `${string} /${'account' | 'public' | 'token' | 'verify-document' | 's' | 'sandbox/status'}/${string}`;
type CallsWith<Access> = {
  [K in keyof Endpoints & OfScreens]: Endpoints[K] extends { access: Access } ? K : never;
}[keyof Endpoints & OfScreens];

/** 0: the token is not sent. 1: a signed-in caller is answered as that user. */
export const publicCalls: Readonly<Record<string, 0 | 1 | undefined>> = {
  'POST /account/sign-up/': 1,
  'POST /token/': 0,
  'POST /token/verify/': 0,
  'POST /token/refresh/': 0,
  'POST /token/logout/': 1,
  'POST /account/password-reset/': 1,
  'POST /account/password-reset/confirm/': 0,
  'POST /account/password-reset/disown/': 0,
  'POST /account/email-confirmation/confirm/': 0,
  'GET /public/shop/': 0,
  'GET /public/shop-logo/': 0,
  'GET /public/services/': 0,
  'POST /verify-document/': 0,
  'GET /verify-document/:code/': 0,
  'GET /s/:token/state/': 0,
  'POST /s/:token/viewings/': 0,
  'GET /s/:token/pages/:page/': 0,
  'GET /s/:token/file/': 0,
  'GET /sandbox/status/': 0,
} satisfies Record<CallsWith<'public'>, 0> & Record<CallsWith<'optional'>, 1>;
