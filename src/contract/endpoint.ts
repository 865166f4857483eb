// One declaration of each call: the server binds its handler to it, the web client its types,
// the API reference its text. Nothing here runs in the browser: the web imports types only.
import type { z } from 'zod';
import type { Right } from './access.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody, unseen; anybody, and whoever is signed in as that person; anybody who is signed in; only a person whose role has
 * the right. 'document' and 'optional_document' are signed in by the bearer token or by the cookie that opens documents in a new tab.
 */
export type Access = 'public' | 'optional' | 'optional_document' | 'signed_in' | 'document' | Right;

/** What a person must do before anything else: choose a password in place of a temporary one, set up a second factor. */
export type SetUpStep = 'password' | 'second_factor';

/** What a call lets staff see in a view of a customer's portal, in the audit log's words. */
export type Look = 'orders' | 'files' | 'money' | 'account' | 'notices';

/** Bytes of a body unless its endpoint says otherwise. */
export const usualBodyBytes = 64 * 1024;
/** Bytes of an uploaded file. */
export const largestUploadBytes = 10 * 1024 * 1024;

/** Seconds, for what adds up or hands out much at once. */
export const longPatience = 20;

type Schema = z.ZodType;

/** An answer that is no JSON: a file, a page, a table. */
export interface FileOutput {
  readonly mediaTypes: readonly string[];
  readonly note?: string;
}

/** @param mediaTypes the types that may be sent; `*` for whatever was uploaded */
export const file = (...mediaTypes: readonly string[]): FileOutput => ({ mediaTypes });
/** A table that spreadsheets open. */
export const csvTable: FileOutput = { mediaTypes: ['text/csv'], note: 'UTF-8 with a byte order mark' };

export const isFile = (output: Endpoint['output']): output is FileOutput => 'mediaTypes' in output;

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
  /** Bytes of the body without its file; `usualBodyBytes` unless said. */
  readonly bodyLimit?: number;
  /** multipart/form-data: text parts are checked by `body`. */
  readonly multipart?: boolean;
  /** Takes one file: held in memory, or laid aside on the disk where strangers may send it. */
  readonly file?: 'held' | 'spooled';
  /** A page of ours with a form that sends no JSON. */
  readonly takesForm?: boolean;
  /** What a success answers. */
  readonly output: Schema | FileOutput;
  readonly status?: 200 | 201 | 202;
  /** Answers 400 when a browser opens it as a page: it is for calls only. */
  readonly refusesNavigation?: boolean;
  /** Steps of the set-up that may still be open for whoever calls; none unless said. */
  readonly setUp?: readonly SetUpStep[];
  /** Closed in a view of a customer's portal though it is read by GET; what changes anything is always closed. */
  readonly closedToImpersonation?: boolean;
  /** What staff see by it in a view; none for what is the same for everybody. */
  readonly look?: Look;
  /** Asking for the head alone is refused: an answer counts. */
  readonly noHead?: boolean;
  /** Seconds that one question to the database may take; the setting DATABASE_PATIENCE unless said. */
  readonly patience?: number;
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
/** As it arrives: a file that is fetched as text is text. */
export type OutputOf<S> = S extends Schema ? z.output<S> : unknown;

/** `POST /token/` → its declaration, for a record of declarations. */
export type ByKey<All extends Record<string, Endpoint>> = {
  [K in keyof All as `${All[K]['methods'][number]} ${All[K]['path']}`]: All[K];
};

export const isClosedToImpersonation = (endpoint: Endpoint): boolean =>
  endpoint.closedToImpersonation === true || endpoint.methods.some((method) => method !== 'GET');

/** Bytes that a call may send in all. */
export const maxBytesOf = (endpoint: Endpoint): number =>
  (endpoint.bodyLimit ?? usualBodyBytes) + (endpoint.file === undefined ? 0 : largestUploadBytes);
