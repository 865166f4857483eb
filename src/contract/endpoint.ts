// One declaration per call: the server binds its handler to it, the web client takes its types, the API reference its text. Nothing here runs in
// the browser: the web imports types only.
import type { z } from 'zod';
import type { Right } from './access.ts';
import type { ErrorCode } from './errors.ts';
import { maximumUploadBytes } from './files/upload-rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone, unidentified; anyone, identified if signed in; anyone signed in; only people whose role has the right. 'document' and
 * 'optional_document' also accept the cookie that opens documents in a new tab, besides the bearer token.
 */
export type Access = 'public' | 'optional' | 'optional_document' | 'signed_in' | 'document' | Right;

/** What a person must do before anything else: replace a temporary password, set up a second factor. */
export type SetUpStep = 'password' | 'second_factor';

/** Which area of a customer's portal a call shows to staff during an impersonation, in the audit log's words. */
export type ViewedArea = 'orders' | 'files' | 'money' | 'account' | 'notices';

/** A list of other people's data, as the audit log names it when staff read one. */
export type ReadList =
  | 'orders.listed'
  | 'files.listed'
  | 'users.listed'
  | 'movements.listed'
  | 'shop.searched'
  | 'activity.listed';

/** Maximum bytes of a body, unless its endpoint sets its own. */
export const defaultBodyBytes = 64 * 1024;

/** In seconds, for calls that aggregate, return or change a lot at once. */
export const longQueryTimeout = 20;

type Schema = z.ZodType;

/** An answer other than JSON: a file, a page, a table. */
export interface FileOutput {
  readonly mediaTypes: readonly string[];
  readonly note?: string;
}

/** @param mediaTypes the types that may be sent; `*` for anything uploaded */
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
  /** What `body` must be from somebody who is not signed in, where that is more. */
  readonly anonymousBody?: Schema;
  /** Maximum bytes of the body without its file; by default `defaultBodyBytes`. */
  readonly bodyLimit?: number;
  /** multipart/form-data: text parts are checked by `body`. */
  readonly multipart?: boolean;
  /** Takes one file: held in memory, or spooled to disk where anyone may send it. */
  readonly file?: 'held' | 'spooled';
  /** Takes a form of one of our pages instead of JSON. */
  readonly takesForm?: boolean;
  /** The answer of a success. */
  readonly output: Schema | FileOutput;
  readonly status?: 200 | 201 | 202;
  /** Answers 400 when a browser opens it as a page: it is an API call only. */
  readonly refusesNavigation?: boolean;
  /** Set-up steps that the caller may still have open; by default none. */
  readonly setUp?: readonly SetUpStep[];
  /** Closed during an impersonation although it is read by GET; calls that change anything are always closed. */
  readonly closedToImpersonation?: boolean;
  /** The area that staff see through it during an impersonation; undefined for what is the same for everyone. */
  readonly viewedArea?: ViewedArea;
  /** The list that staff read through it; recorded in the audit log, however often they do so in ten minutes, once. */
  readonly readList?: ReadList;
  /** Refuses HEAD: every answer counts. */
  readonly noHead?: boolean;
  /** Seconds that one query may take; by default the setting DATABASE_PATIENCE. */
  readonly queryTimeout?: number;
  /** How many of a person's calls may be under way, where each keeps others waiting; otherwise only all of their calls together are limited. */
  readonly atOnce?: number;
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Refusals beyond those that follow from the rest of the declaration; see `refusalsOf`. */
  readonly errors?: readonly ErrorCode[];
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export type InputOf<S> = S extends Schema ? z.input<S> : undefined;
export type ParsedOf<S> = S extends Schema ? z.output<S> : undefined;
/** As it arrives: a file fetched as text is text. */
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
