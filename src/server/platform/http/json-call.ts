// One JSON call over HTTP with a client certificate where there is one: built in, because `fetch` takes none.
import http from 'node:http';
import https from 'node:https';

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface CallerOptions {
  readonly timeoutMilliseconds: number;
  /** PEM. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** PEM of the authorities to trust in place of the system's. */
  readonly authorities?: string | undefined;
}

const largestAnswerBytes = 8 * 1024 * 1024;

export type PostJson = (url: URL, headers: Record<string, string>, body: string) => Promise<JsonAnswer>;

export function createPostJson(options: CallerOptions): { post: PostJson; close(): void } {
  const { certificate: cert, key, authorities: ca } = options;
  const secure = new https.Agent({
    keepAlive: true,
    maxSockets: 16,
    minVersion: 'TLSv1.2',
    ...(cert && key ? { cert, key } : {}),
    ...(ca ? { ca } : {}),
  });
  const plain = new http.Agent({ keepAlive: true, maxSockets: 16 });

  /** @throws Error when there is no whole JSON answer in time; redirects are not followed */
  const post: PostJson = (url, headers, body) =>
    new Promise((done, failed) => {
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? https : http).request(
        url,
        {
          method: 'POST',
          agent: isSecure ? secure : plain,
          headers: { ...headers, Accept: 'application/json', 'Content-Length': Buffer.byteLength(body) },
          signal: AbortSignal.timeout(options.timeoutMilliseconds),
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > largestAnswerBytes) request.destroy(new Error('the answer is too large'));
            else chunks.push(chunk);
          });
          response.on('error', failed);
          response.on('end', () => {
            try {
              done({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
            } catch {
              failed(new Error('the answer is no JSON'));
            }
          });
        },
      );
      request.on('error', failed);
      request.end(body);
    });

  return {
    post,
    close() {
      secure.destroy();
      plain.destroy();
    },
  };
}
