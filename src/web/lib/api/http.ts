// A single HTTP request: address, language, JSON or multipart body, and refusals as ApiError.

import { currentLanguage } from '../language.ts';
import { recordReachability } from '../loading/code.ts';
import { recordServerDate } from '../time/clock.ts';
import { ApiError } from './api-error.ts';
import { createTimeLimit } from './timeout.ts';

/** Empty if the API is on the page's own origin. */
export const apiOrigin: string = (import.meta.env.VITE_API_ORIGIN ?? '').replace(/\/$/, '');
/** The `crossorigin` value of images on the API host: without it, browsers keep them from a page of another origin. */
export const pictureMode = apiOrigin ? 'anonymous' : undefined;

export interface WireRequest {
  method: string;
  /** Path with query. */
  path: string;
  body?: unknown;
  form?: FormData | undefined;
  token?: string | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean | undefined;
  /** Gives up like a GET request: it is safe to repeat, and the user is waiting for it. */
  isLimited?: boolean | undefined;
  /** The response, if the request has already been sent. */
  answer?: Promise<Response> | undefined;
}

interface Replay {
  firstAt: Date;
  /** How long ago that was, measured by one clock of the server. */
  ageMs: number;
}
const replays = new Map<string, Replay>();

/** Returns when this key was first answered if the last response was a replay, and forgets it. */
export function takeReplay(idempotencyKey: string): Replay | undefined {
  const replay = replays.get(idempotencyKey);
  replays.delete(idempotencyKey);
  return replay;
}

function recordReplay({ headers }: Response, { idempotencyKey }: WireRequest): void {
  const first = headers.get('Idempotent-Replayed');
  if (!first || !idempotencyKey) return;
  replays.set(idempotencyKey, {
    firstAt: new Date(first),
    ageMs: Number(headers.get('Idempotent-Age') ?? Number.NaN),
  });
}

/** A page that is still opening after this many milliseconds sends its requests anew. */
const prefetchLifeMs = 20_000;

/** Takes the response that first-paint.js requested with this token. Each is used once. */
function takePrefetched({ method, path, token }: WireRequest): Promise<Response> | undefined {
  const { asked } = globalThis;
  const early = method === 'GET' && token && asked?.token === token ? asked.answers?.[path] : undefined;
  if (!early) return undefined;
  delete asked!.answers![path];
  return performance.now() < prefetchLifeMs ? early : undefined;
}

/** Longest wait for the response to a GET request. Requests that change something have no limit unless `isLimited` is set. */
const longestReadMs = 30_000;

/** @returns the signal for the request, and a wrapper that rejects a response that is too late */
const timed = ({ method, signal, isLimited }: WireRequest) =>
  method === 'GET' || isLimited
    ? createTimeLimit(longestReadMs, signal)
    : { signal, inTime: (answer: Promise<Response>) => answer };

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
  const { signal, inTime } = timed(request);
  if (signal) init.signal = signal;
  if (request.form) init.body = request.form;
  else if (request.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(request.body);
  }
  const answer = request.answer ?? takePrefetched(request) ?? fetch(apiOrigin + request.path, init);
  const response = await inTime(answer).catch((error: unknown) => {
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
    // It stays text: a refusal may be a plain string.
  }
  if (!response.ok) throw new ApiError(response.status, body);
  // A page that a proxy on the way returned in place of the portal's response.
  if (!body || typeof body !== 'object') throw new TypeError('no answer');
  recordReplay(response, request);
  return body;
}
