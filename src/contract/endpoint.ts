// One declaration of each call: the server binds its handler to it, the web client its types,
// the API reference its text. Nothing here runs in the browser: the web imports types only.
import type { z } from 'zod';
import type { Right } from './access.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody; anybody who is signed in; only a person whose role has the right.
 * 'document' is signed in by the bearer token or by the cookie that opens documents in a new tab.
 */
export type Access = 'public' | 'signed_in' | 'document' | Right;

type Schema = z.ZodType;

export interface Endpoint {
  /** All verbs that lead to the same handler. */
  readonly methods: readonly Method[];
  /** Path with `:name` parameters and a trailing slash. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** multipart/form-data: text parts are checked by `body`, files reach the handler as bytes. */
  readonly multipart?: boolean;
  readonly output: Schema;
  readonly status?: 200 | 201 | 202;
  /** Answers 400 when a browser opens it as a page: it is for calls only. */
  readonly refusesNavigation?: boolean;
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Business errors beyond those that every call can give. */
  readonly errors?: readonly ErrorCode[];
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export type InputOf<S> = S extends Schema ? z.input<S> : undefined;
export type ParsedOf<S> = S extends Schema ? z.output<S> : undefined;

/** `POST /token/` → its declaration, for a record of declarations. */
export type ByKey<All extends Record<string, Endpoint>> = {
  [K in keyof All as `${All[K]['methods'][number]} ${All[K]['path']}`]: All[K];
};
