// One HTTP request: address, language, JSON or multipart, and refusals as ApiError.

import { currentLanguage } from '../language.ts';
import { recordReachability } from '../loading/code.ts';
import { recordServerDate } from '../time/clock.ts';
import { ApiError } from './api-error.ts';
import { createTimeLimit } from './timeout.ts';

/** '' when the API is on the page's own origin. */
export const apiOrigin: string = (import.meta.env.VITE_API_ORIGIN ?? '').replace(/\/$/, '');
/** Of pictures there: without it browsers refuse them to a page of another origin. */
export const pictureMode = apiOrigin ? 'anonymous' : undefined;

export interface WireRequest {
  method: string;
  /** Path with its query. */
  path: string;
  body?: unknown;
  form?: FormData | undefined;
  token?: string | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Goes on when the page is closed. */
  keepalive?: boolean | undefined;
  /** Given up like a reading call: it may be made again, and somebody waits for it. */
  isLimited?: boolean | undefined;
  /** The answer, if the request has been sent already. */
  answer?: Promise<Response> | undefined;
}

interface Repeat {
  firstAt: Date;
  /** How long ago that was, by one clock of the server. */
  ageMs: number;
}
const repeats = new Map<string, Repeat>();

/** What was answered under this key, if it had been answered before. Said once. */
export function takeReplay(idempotencyKey: string): Repeat | undefined {
  const repeat = repeats.get(idempotencyKey);
  repeats.delete(idempotencyKey);
  return repeat;
}

function recordReplay({ headers }: Response, { idempotencyKey }: WireRequest): void {
  const first = headers.get('Idempotent-Replayed');
  if (!first || !idempotencyKey) return;
  repeats.set(idempotencyKey, {
    firstAt: new Date(first),
    ageMs: Number(headers.get('Idempotent-Age') ?? Number.NaN),
  });
}

/** A page that is still opening after this many milliseconds asks anew. */
const prefetchLifeMs = 20_000;

/** The answer that first-paint.js has asked for with this token, once. */
function takePrefetched({ method, path, token }: WireRequest): Promise<Response> | undefined {
  const { asked } = globalThis;
  const early = method === 'GET' && token && asked?.token === token ? asked.answers?.[path] : undefined;
  if (!early) return undefined;
  delete asked!.answers![path];
  return performance.now() < prefetchLifeMs ? early : undefined;
}

/** A reading call that takes longer is not answered; what changes something may take as long as it takes. */
const longestReadMs = 30_000;

/** @returns the signal of the call, and an answer that does not come too late */
const timed = ({ method, signal, isLimited }: WireRequest) =>
  method === 'GET' || isLimited
    ? createTimeLimit(longestReadMs, signal)
    : { signal, withinLimit: (answer: Promise<Response>) => answer };

export async function send(request: WireRequest): Promise<unknown> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': currentLanguage(),
  };
  if (request.token) headers.Authorization = `Bearer ${request.token}`;
  if (request.idempotencyKey) headers['Idempotency-Key'] = request.idempotencyKey;
  const init: RequestInit = {
    method: request.method,
    headers,
    // On another host only the Authorization header identifies the caller.
    credentials: apiOrigin ? 'omit' : 'same-origin',
  };
  if (request.keepalive) init.keepalive = true;
  const { signal, withinLimit } = timed(request);
  if (signal) init.signal = signal;
  if (request.form) init.body = request.form;
  else if (request.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(request.body);
  }
  const answer = request.answer ?? takePrefetched(request) ?? fetch(apiOrigin + request.path, init);
  const response = await withinLimit(answer).catch((error: unknown) => {
    if (error instanceof TypeError) recordReachability(false);
    throw error;
  });
  recordReachability(true);
  recordServerDate(response.headers.get('Date'));
  const text = await response.text();
  let body: unknown = text;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    // Parsed as text first; a refusal may be a plain string.
  }
  if (!response.ok) throw new ApiError(response.status, body);
  // A page that something on the way put in the portal's place.
  if (!body || typeof body !== 'object') throw new TypeError('no answer');
  recordReplay(response, request);
  return body;
}
