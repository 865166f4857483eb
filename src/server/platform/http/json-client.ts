// Posts JSON over HTTP, with a client certificate if configured; the built-in `fetch` cannot present one.
import type { Agent } from 'undici';
import { inClientSpan } from '../tracing/spans.ts';

export interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface JsonClientOptions {
  readonly timeoutMilliseconds: number;
  /** PEM. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** PEM of the authorities to trust instead of the system's. */
  readonly authorities?: string | undefined;
}

const maxResponseBytes = 8 * 1024 * 1024;

export type PostJson = (url: URL, headers: Record<string, string>, body: string) => Promise<JsonResponse>;

export function createJsonClient(options: JsonClientOptions): { post: PostJson; close(): void } {
  const { certificate: cert, key, authorities: ca, timeoutMilliseconds } = options;
  let opened: Promise<Agent> | undefined;
  /** Loaded at the first request, so that a portal without gateways starts sooner. */
  const openAgent = async () => {
    const { Agent } = await import('undici');
    return new Agent({
      allowH2: false,
      connections: 16,
      maxResponseSize: maxResponseBytes,
      connect: {
        timeout: timeoutMilliseconds,
        minVersion: 'TLSv1.2',
        ...(cert && key ? { cert, key } : {}),
        ...(ca ? { ca } : {}),
      },
    });
  };

  /** @throws Error when no complete JSON response arrives in time; redirects are not followed */
  const postOnce: PostJson = async (url, headers, body) => {
    opened ??= openAgent();
    const agent = await opened;
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...headers, Accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await response.body.text();
    try {
      return { status: response.statusCode, body: JSON.parse(text) };
    } catch {
      throw new Error('the answer is no JSON');
    }
  };

  const post: PostJson = (...call) => inClientSpan('POST', call[0].hostname, () => postOnce(...call));
  return { post, close: () => void opened?.then((agent) => agent.destroy()) };
}
