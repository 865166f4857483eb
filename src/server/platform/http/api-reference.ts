// The API reference, generated from the declarations: one page without scripts, and OpenAPI for tools.
import { z } from 'zod';
import { type Endpoint, isFile } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorText } from '#contract/error-texts.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { systemEndpoints } from '#contract/system.ts';
import { bind } from './bind.ts';
import type { Binder } from './door.ts';
import { escapeHtml } from './escape-html.ts';

const all: readonly Endpoint[] = Object.values(endpoints);

function jsonSchema(schema: z.ZodType | undefined, io: 'input' | 'output'): Record<string, unknown> {
  if (!schema) return {};
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Record<
    string,
    unknown
  >;
}

function parametersOf(endpoint: Endpoint) {
  return (['params', 'query'] as const).flatMap((where) => {
    const schema = jsonSchema(endpoint[where], 'input');
    const required = (schema.required as string[] | undefined) ?? [];
    return Object.entries((schema.properties as Record<string, unknown> | undefined) ?? {}).map(
      ([name, property]) => ({
        name,
        in: where === 'params' ? 'path' : 'query',
        required: where === 'params' || required.includes(name),
        schema: property,
      }),
    );
  });
}

function contentOf({ output }: Endpoint): Record<string, unknown> {
  if (!isFile(output)) return { 'application/json': { schema: jsonSchema(output, 'output') } };
  const schema = { type: 'string', format: 'binary', ...(output.note ? { description: output.note } : {}) };
  return Object.fromEntries(output.mediaTypes.map((type) => [type === '*' ? '*/*' : type, { schema }]));
}

/** One response per status, listing all codes with that status: a status alone does not distinguish them. */
function refusalResponses(endpoint: Endpoint): Record<string, unknown> {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = errorStatus[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, known]) => [
      status,
      {
        description: known.map((code) => `\`${code}\`: ${errorText(code, 'en')}`).join('\n\n'),
        content: { 'application/json': { schema: refusalSchema(status, known) } },
      },
    ]),
  );
}

/** Wrong fields are answered with 400 too, each under its own name. */
function refusalSchema(status: number, codes: readonly string[]): Record<string, unknown> {
  const key = errorKey(status);
  const refusal = {
    type: 'object',
    required: [key, 'code'],
    properties: { [key]: { type: 'string' }, code: { type: 'string', enum: codes } },
  };
  if (status !== 400) return refusal;
  const fields = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };
  return { oneOf: [refusal, fields] };
}

function operationOf(endpoint: Endpoint) {
  const media = endpoint.multipart ? 'multipart/form-data' : 'application/json';
  return {
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.${endpoint.idempotent ? ' Honours Idempotency-Key; a repeat says in Idempotent-Replayed when it was first answered, and in Idempotent-Age how many milliseconds ago.' : ''}`,
    parameters: parametersOf(endpoint),
    ...(endpoint.body || endpoint.multipart
      ? { requestBody: { content: { [media]: { schema: jsonSchema(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      [endpoint.status ?? 200]: { description: 'OK', content: contentOf(endpoint) },
      ...refusalResponses(endpoint),
    },
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
  };
}

function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of all) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    for (const method of endpoint.methods) paths[path][method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Nothipotro', version },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function referencePage(): string {
  const sections = all.map((endpoint) => {
    const part = (name: string, value: unknown) =>
      `<h3>${name}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
    return `<details><summary><code>${endpoint.methods.join(' · ')} ${endpoint.path}</code> ${escapeHtml(endpoint.summary)}</summary>
<p>Access: <b>${endpoint.access}</b>${endpoint.idempotent ? ' · honours <code>Idempotency-Key</code> (a repeat says in <code>Idempotent-Replayed</code> when it was first answered, and in <code>Idempotent-Age</code> how many milliseconds ago)' : ''} · refusals: ${refusalsOf(endpoint).join(', ')}</p>
${endpoint.query ? part('Query', jsonSchema(endpoint.query, 'input')) : ''}${endpoint.body ? part('Body', jsonSchema(endpoint.body, 'input')) : ''}${part('Answer', contentOf(endpoint))}</details>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Nothipotro API</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.5rem 0;cursor:pointer}pre{overflow:auto;background:#f3f3f0;padding:1rem}</style>
<h1>Nothipotro API</h1><p>Machine-readable: <a href="/docs/openapi.json">/docs/openapi.json</a></p>${sections.join('\n')}</html>`;
}

/** Rendering the whole API takes as long as the rest of the start, so it waits for the first reader. */
export function serveApiReference(binder: Binder, version: string): void {
  let page: string | undefined;
  let document: string | undefined;
  bind(binder, systemEndpoints.reference, async ({ reply }) => {
    page ??= referencePage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
  bind(binder, systemEndpoints.openApi, async ({ reply }) => {
    document ??= JSON.stringify(openApi(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
