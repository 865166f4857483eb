// HTTP client of bKash Tokenized Checkout: headers, timeouts and the various shapes of its errors.
import { z } from 'zod';
import { createJsonClient } from '../../platform/http/json-client.ts';
import type { Log } from '../../platform/log.ts';
import type { GrantedToken, TokenCache } from './bkash-token.ts';

export interface BkashSettings {
  /** Origin and version, e.g. `https://tokenized.pay.bka.sh/v1.2.0-beta`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly appKey: string;
  readonly appSecret: string;
  readonly timeoutMilliseconds: number;
}

/** `silent`: it is unknown whether the request had an effect. */
export type BkashAnswer =
  | { readonly kind: 'answer'; readonly code: string; readonly body: Record<string, string> }
  | { readonly kind: 'silent' };

const paths = {
  grant: 'token/grant',
  refresh: 'token/refresh',
  create: 'create',
  execute: 'execute',
  query: 'payment/status',
  refund: 'payment/refund',
} as const;

// Amounts are strings or numbers; anything else is dropped, so that it never matches.
const Body = z
  .record(z.string(), z.unknown())
  .transform((record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
      ),
    ),
  );

const Token = z.object({
  id_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().min(60).max(86_400),
});

function readAnswer(status: number, raw: unknown): BkashAnswer {
  const parsed = Body.safeParse(raw);
  if (!parsed.success || status >= 500) return { kind: 'silent' };
  const body = parsed.data;
  // The gateway in front of bKash sends only `message`. In that case the request hasn't reached the platform.
  const code = body.statusCode ?? body.errorCode ?? body.externalCode ?? (body.message ? 'gateway' : '');
  return code === '' ? { kind: 'silent' } : { kind: 'answer', code, body };
}

export function createBkashClient(settings: BkashSettings, log: Log) {
  const http = createJsonClient({ timeoutMilliseconds: settings.timeoutMilliseconds });
  const addressOf = (call: keyof typeof paths) =>
    new URL(`${settings.url.replace(/\/$/, '')}/tokenized/checkout/${paths[call]}`);

  async function send(
    call: keyof typeof paths,
    headers: Record<string, string>,
    body: object,
  ): Promise<{ status: number; answer: BkashAnswer; raw: unknown }> {
    try {
      const { status, body: raw } = await http.post(
        addressOf(call),
        { 'Content-Type': 'application/json', ...headers },
        JSON.stringify(body),
      );
      const answer = readAnswer(status, raw);
      if (answer.kind === 'answer' && answer.code !== '0000')
        log.warn({ call, status, bkash: answer.code.slice(0, 20) }, 'bKash refused a call');
      return { status, answer, raw };
    } catch (error) {
      log.warn({ call, fault: (error as Error).name }, 'bKash did not answer');
      return { status: 0, answer: { kind: 'silent' }, raw: undefined };
    }
  }

  async function askToken(
    call: 'grant' | 'refresh',
    refreshToken?: string,
  ): Promise<GrantedToken | undefined> {
    const { answer, raw } = await send(
      call,
      { username: settings.username, password: settings.password },
      {
        app_key: settings.appKey,
        app_secret: settings.appSecret,
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      },
    );
    if (answer.kind === 'silent' || answer.code !== '0000') return undefined;
    const token = Token.safeParse(raw);
    if (!token.success) return undefined;
    return {
      token: token.data.id_token,
      refreshToken: token.data.refresh_token,
      expiresInSeconds: token.data.expires_in,
    };
  }

  return {
    grant: () => askToken('grant'),
    refresh: (refreshToken: string) => askToken('refresh', refreshToken),
    /** Sends a request with the shared token. It is retried only if the token was rejected, because then nothing can have happened. */
    async call(
      tokens: TokenCache,
      name: 'create' | 'execute' | 'query' | 'refund',
      body: object,
    ): Promise<BkashAnswer> {
      const headers = (token: string) => ({ authorization: token, 'x-app-key': settings.appKey });
      const token = await tokens.get();
      const first = await send(name, headers(token), body);
      if (first.status !== 401 && first.status !== 403) return first.answer;
      const second = await send(name, headers(await tokens.get(token)), body);
      return second.status === 401 || second.status === 403 ? { kind: 'silent' } : second.answer;
    },
    close: () => http.close(),
  };
}
