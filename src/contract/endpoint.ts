// One declaration per endpoint: the server binds its handler to it, the web client uses its types, the API reference its text. Nothing here runs in
// the browser, since the web client imports types only.
import type { z } from 'zod';
import type { Right } from './access.ts';
import type { ErrorCode } from './errors.ts';
import { maximumUploadBytes } from './files/upload-rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call it: anyone, unidentified; anyone, identified if signed in; anyone signed in; or people whose role has the right. 'document' and
 * 'optional_document' also accept the cookie that opens documents in a new tab, in addition to the bearer token.
 */
export type Access = 'public' | 'optional' | 'optional_document' | 'signed_in' | 'document' | Right;

/** What a user must do before anything else: replace a temporary password, or set up a second factor. */
export type SetUpStep = 'password' | 'second_factor';

/** Area of a customer's portal that staff see during an impersonation, as named in the audit log. */
export type ViewedArea = 'orders' | 'files' | 'money' | 'account' | 'notices';

/** A list of other people's data, as named in the audit log when staff read it. */
export type ReadList =
  | 'orders.listed'
  | 'files.listed'
  | 'users.listed'
  | 'movements.listed'
  | 'shop.searched'
  | 'activity.listed';

/** Maximum bytes of a body, unless its endpoint sets its own. */
export const defaultBodyBytes = 64 * 1024;

/** In seconds, for endpoints that aggregate, return or change a lot at once. */
export const longQueryTimeout = 20;

type Schema = z.ZodType;

/** A response other than JSON: a file, a page, a table. */
export interface FileOutput {
  readonly mediaTypes: readonly string[];
  readonly note?: string;
}

/** @param mediaTypes possible types; `*` for any uploaded file */
export const file = (...mediaTypes: readonly string[]): FileOutput => ({ mediaTypes });
/** A table for spreadsheets. */
export const csvTable: FileOutput = { mediaTypes: ['text/csv'], note: 'UTF-8 with a byte order mark' };

export const isFile = (output: Endpoint['output']): output is FileOutput => 'mediaTypes' in output;

export interface Endpoint {
  /** All methods with the same handler. */
  readonly methods: readonly Method[];
  /** Path with `:name` parameters and a trailing slash. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Schema of `body` for anonymous callers, if it is stricter. */
  readonly anonymousBody?: Schema;
  /** Maximum bytes of the body without its file; by default `defaultBodyBytes`. */
  readonly bodyLimit?: number;
  /** multipart/form-data: text parts are checked by `body`. */
  readonly multipart?: boolean;
  /** Accepts one file: held in memory, or spooled to disk if anyone may send it. */
  readonly file?: 'held' | 'spooled';
  /** Accepts a form of one of our pages instead of JSON. */
  readonly takesForm?: boolean;
  /** Response of a successful request. */
  readonly output: Schema | FileOutput;
  readonly status?: 200 | 201 | 202;
  /** Responds with 400 if a browser opens it as a page. */
  readonly refusesNavigation?: boolean;
  /** Set-up steps that the caller needn't have done; by default none. */
  readonly setUp?: readonly SetUpStep[];
  /** Closed during an impersonation although it is a GET; endpoints that change anything are always closed. */
  readonly closedToImpersonation?: boolean;
  /** Area that staff see through it during an impersonation; undefined if it is the same for everyone. */
  readonly viewedArea?: ViewedArea;
  /** List that staff read through it; recorded in the audit log once in ten minutes. */
  readonly readList?: ReadList;
  /** Rejects HEAD, because every response counts towards a limit. */
  readonly noHead?: boolean;
  /** Seconds that one query may take; by default the setting DATABASE_PATIENCE. */
  readonly queryTimeout?: number;
  /** Maximum requests of one person in flight, for endpoints whose requests delay others; by default only all their requests together are limited. */
  readonly atOnce?: number;
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Error codes beyond those that follow from the rest of the declaration; see `refusalsOf`. */
  readonly errors?: readonly ErrorCode[];
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export type InputOf<S> = S extends Schema ? z.input<S> : undefined;
export type ParsedOf<S> = S extends Schema ? z.output<S> : undefined;
/** Type of a response as received; a file fetched as text is text. */
export type OutputOf<S> = S extends Schema ? z.output<S> : unknown;

/** `POST /token/` → its declaration, as one entry of a record. */
export type ByKey<All extends Record<string, Endpoint>> = {
  [K in keyof All as `${All[K]['methods'][number]} ${All[K]['path']}`]: All[K];
};

export const isClosedToImpersonation = (endpoint: Endpoint): boolean =>
  endpoint.closedToImpersonation === true || endpoint.methods.some((method) => method !== 'GET');

/** Maximum bytes of the whole request. */
export const maxBytesOf = (endpoint: Endpoint): number =>
  (endpoint.bodyLimit ?? defaultBodyBytes) + (endpoint.file === undefined ? 0 : maximumUploadBytes);
