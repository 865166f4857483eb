// The declarations of all calls as OpenAPI, for tools.
import { z } from 'zod';
import { type Endpoint, isFile, type Method } from '#contract/endpoint.ts';
import { endpointsByArea } from '#contract/endpoints.ts';
import { errorPattern } from '#contract/error-texts.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { type Area, accessWords, areaTitles, conventions } from './words.ts';

/** What the declarations use of a schema of OpenAPI 3.0. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** @param io as it is sent, or as it is answered */
export const jsonSchema = (schema: z.ZodType | undefined, io: 'input' | 'output'): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as JsonSchema) : {};

/** The body with its file, which may be in a part of any name. */
export function bodyOf(endpoint: Endpoint): JsonSchema {
  const schema = jsonSchema(endpoint.body, 'input');
  if (endpoint.file === undefined) return schema;
  const file = { type: 'string', format: 'binary', description: 'One file, in a part of any name' };
  return { type: 'object', ...schema, properties: { ...schema.properties, file } };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
};

export function parametersOf(endpoint: Endpoint) {
  return (['params', 'query'] as const).flatMap((where) => {
    const { required = [], properties = {} } = jsonSchema(endpoint[where], 'input');
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where === 'params' ? 'path' : 'query',
      required: where === 'params' || required.includes(name),
      schema: property,
    }));
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
        description: known.map((code) => `\`${code}\`: ${errorPattern(code, 'en')}`).join('\n\n'),
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

/** @param method one of the endpoint's methods; if it has several, each operation has a name of its own */
function operationOf(name: string, area: Area, endpoint: Endpoint, method: Method) {
  const media = endpoint.multipart ? 'multipart/form-data' : 'application/json';
  return {
    operationId: endpoint.methods.length === 1 ? name : `${name}_${method.toLowerCase()}`,
    tags: [areaTitles[area]],
    summary: endpoint.summary,
    description: `Open to ${accessWords(endpoint)}.`,
    parameters: [...parametersOf(endpoint), ...(endpoint.idempotent ? [idempotencyKey] : [])],
    ...(endpoint.body || endpoint.multipart
      ? { requestBody: { content: { [media]: { schema: bodyOf(endpoint) } } } }
      : {}),
    responses: {
      [endpoint.status ?? 200]: { description: 'OK', content: contentOf(endpoint) },
      ...refusalResponses(endpoint),
    },
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
  };
}

/** Every call with its name and area, in the order of the page. */
export const calls: readonly { name: string; area: Area; endpoint: Endpoint }[] = Object.entries(
  endpointsByArea,
).flatMap(([area, ofArea]) =>
  Object.entries<Endpoint>(ofArea).map(([name, endpoint]) => ({ name, area: area as Area, endpoint })),
);

export function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, area, endpoint } of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    for (const method of endpoint.methods)
      paths[path][method.toLowerCase()] = operationOf(name, area, endpoint, method);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Nothipotro',
      version,
      description: conventions.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
    },
    tags: Object.values(areaTitles).map((name) => ({ name })),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
