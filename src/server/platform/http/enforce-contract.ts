// Checks every response against its declaration. On in tests and development; off in production, for speed.
import type { FastifyInstance } from 'fastify';
import { type Endpoint, isFile } from '#contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';

/** Returns the paths that the schema stripped: fields that the endpoint does not declare. */
export function findUndeclared(sent: unknown, declared: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null)
    return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = Array.isArray(sent) ? `${path}[]` : `${path}.${name}`;
    if (!Object.hasOwn(declared, name)) return [at];
    return findUndeclared(value, (declared as Record<string, unknown>)[name], at);
  });
}

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatus, code);

/** Describes what is wrong with a response, without its values, which may be personal. */
export function findViolations(endpoint: Endpoint, status: number, body: unknown): string[] {
  if (status >= 400) {
    const { code } = (body ?? {}) as { code?: unknown };
    return isCode(code) && !refusalsOf(endpoint).includes(code)
      ? [`refuses with ${code}, which its errors do not declare`]
      : [];
  }
  if (isFile(endpoint.output)) return ['answers JSON, and declares a file'];
  // As a client receives it: dates have become text, and undefined fields are gone.
  const sent: unknown = JSON.parse(JSON.stringify(body ?? null));
  const { data, error } = endpoint.output.safeParse(sent);
  if (error)
    return error.issues.map(
      (issue) => `answers ${issue.path.join('.')} against its output: ${issue.message}`,
    );
  return [...new Set(findUndeclared(sent, data))].map(
    (path) => `answers ${path}, which its output does not declare`,
  );
}

const fitsMedia = (declared: readonly string[], type: string) =>
  declared.includes('*') || declared.some((one) => type.startsWith(one));

/** @param onViolation called for each mismatch, with the declared method and path */
export function enforceContract(app: FastifyInstance, onViolation: (message: string) => void): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    // A client that has disconnected no longer has an address, and reads nothing.
    if (endpoint && !request.raw.socket.destroyed)
      for (const violation of findViolations(endpoint, reply.statusCode, payload))
        onViolation(`${request.method} ${endpoint.path} ${violation}`);
    return payload;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    const type = String(reply.getHeader('content-type') ?? '');
    if (endpoint && reply.statusCode < 300 && isFile(endpoint.output) && type !== '') {
      const { mediaTypes } = endpoint.output;
      if (!fitsMedia(mediaTypes, type))
        onViolation(
          `${request.method} ${endpoint.path} answers ${type}, and declares ${mediaTypes.join(', ')}`,
        );
    }
    return payload;
  });
}
