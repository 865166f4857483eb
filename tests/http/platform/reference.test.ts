// The API reference for tools and readers is complete.
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorStatus } from '#contract/errors.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { commonRefusals, refusalsOf } from '#contract/refusals.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

const calls = Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
  endpoint.methods.map((method) => ({ endpoint, method, name: `${method} ${endpoint.path}` })),
);

interface Described {
  description: string;
  content: Record<string, { schema: unknown }>;
}

it('lists every refusal of every endpoint, even if several share a status', async () => {
  const { paths } = (await portal.call('GET', '/docs/openapi.json')).body;
  for (const { endpoint, method, name } of calls) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    const responses: Record<string, Described> = operation.responses;
    for (const code of refusalsOf(endpoint))
      expect(responses[errorStatus[code]]?.description, `${name} ${code}`).toContain(`\`${code}\``);
  }
  const placing: Record<string, Described> = paths['/account/orders/'].post.responses;
  for (const code of ['price_changed', 'wallet_inactive', 'service_inactive', 'account_frozen'])
    expect(JSON.stringify(placing[409]!.content), code).toContain(`"${code}"`);
});

it('names the file types, and shows the same refusals on the page', async () => {
  const { paths } = (await portal.call('GET', '/docs/openapi.json')).body;
  expect(Object.keys(paths['/account/statement/'].get.responses[200].content)).toEqual([
    'application/pdf',
    'text/csv',
  ]);
  const { body: page } = await portal.call('GET', '/docs/');
  for (const code of ['file_type_refused', 'four_eyes', 'account_frozen']) expect(page).toContain(code);
  expect(page, 'on every screen of a sandbox').toContain('Trial mode: no real money, no real data');
});

it('has a unique name for each operation in a listed area, and every endpoint on the page', async () => {
  const { paths, tags } = (await portal.call('GET', '/docs/openapi.json')).body;
  const operations = Object.values<Record<string, { operationId: string; tags: [string] }>>(paths).flatMap(
    (path) => Object.values(path),
  );
  expect(operations).toHaveLength(calls.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length);
  expect([...new Set(operations.map((operation) => operation.tags[0]))].sort()).toEqual(
    tags.map(({ name }: { name: string }) => name).sort(),
  );
  const { body: page } = await portal.call('GET', '/docs/');
  for (const { endpoint } of calls)
    expect(page).toContain(`<b>${endpoint.methods.join(' · ')}</b> ${endpoint.path}</code>`);
});

it('names the file field of a form, and the idempotency key', async () => {
  const { paths } = (await portal.call('GET', '/docs/openapi.json')).body;
  const { properties } =
    paths['/account/nid-extract/'].post.requestBody.content['multipart/form-data'].schema;
  expect(properties.file).toMatchObject({ type: 'string', format: 'binary' });
  expect(paths['/account/orders/'].post.parameters).toContainEqual(
    expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
  );
});

it('states the maximum length of a text after cleaning, above which it is refused', async () => {
  const { paths } = (await portal.call('GET', '/docs/openapi.json')).body;
  const { properties } =
    paths['/account/orders/{id}/notes/'].post.requestBody.content['application/json'].schema;
  expect(properties.text.maxLength).toBe(maximumNoteLength);
});

it('has no redundant declarations', () => {
  const repeated = (endpoint: Endpoint) => {
    const common = commonRefusals(endpoint);
    return (endpoint.errors ?? []).filter(
      (code, at, all) => common.includes(code) || all.indexOf(code) !== at,
    );
  };
  for (const { endpoint, name } of calls) expect(repeated(endpoint), name).toEqual([]);
  expect(repeated({ ...endpoints.order, errors: ['not_found', 'record_changed', 'record_changed'] })).toEqual(
    ['not_found', 'record_changed'],
  );
});
