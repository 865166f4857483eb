import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, type Endpoint, file } from '#contract/endpoint.ts';
import { enforceContract, findViolations } from './enforce-contract.ts';

const paper = defineEndpoint({
  methods: ['GET'],
  path: '/papers/:id/',
  summary: 'A planted paper',
  access: 'orders.read',
  params: z.object({ id: z.string() }),
  output: z.object({
    id: z.number(),
    made_at: z.string(),
    of: z.array(z.object({ name: z.string() })).optional(),
    facts: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: ['record_changed'],
});
const copy: Endpoint = { ...paper, path: '/copies/', output: file('application/pdf', 'text/csv') };

describe('an answer', () => {
  it('that matches its declaration on the wire is no breach', () => {
    const answer = {
      id: 1,
      made_at: new Date(),
      of: [{ name: 'x' }],
      facts: { any: { thing: 1 } },
      x: undefined,
    };
    expect(findViolations(paper, 200, answer)).toEqual([]);
  });

  it('reveals a planted undeclared field, however deep', () => {
    expect(findViolations(paper, 200, { id: 1, made_at: '', password_hash: 'x' })).toEqual([
      'answers .password_hash, which its output does not declare',
    ]);
    const deep = {
      id: 1,
      made_at: '',
      of: [{ name: 'x' }, { name: 'y', nid: '1' }, { name: 'z', nid: '2' }],
    };
    expect(findViolations(paper, 200, deep)).toEqual([
      'answers .of[].nid, which its output does not declare',
    ]);
  });

  it('reveals a planted value of another type without quoting it', () => {
    const [breach] = findViolations(paper, 200, { id: 'secret', made_at: '' });
    expect(breach).toMatch(/^answers id against its output/);
    expect(breach).not.toContain('secret');
    expect(findViolations(copy, 200, {})).toEqual(['answers JSON, and declares a file']);
  });
});

describe('a refusal', () => {
  it('that is declared, or possible for every such call, is no breach', () => {
    for (const code of ['record_changed', 'busy', 'not_signed_in', 'not_allowed', 'not_found'])
      expect(findViolations(paper, 409, { code }), code).toEqual([]);
    expect(findViolations(paper, 400, { code: ['a field may be called so'] })).toEqual([]);
  });

  it('reveals a planted undeclared code', () => {
    expect(findViolations(paper, 409, { code: 'wallet_inactive' })).toEqual([
      'refuses with wallet_inactive, which its errors do not declare',
    ]);
    expect(findViolations({ ...paper, access: 'public' }, 403, { code: 'not_allowed' })).toHaveLength(1);
  });
});

it('reports what a server really sends', async () => {
  const app = Fastify();
  const breaches: string[] = [];
  enforceContract(app, (message) => breaches.push(message));
  app.get('/good/', { config: { endpoint: paper } }, async () => ({ id: 1, made_at: '' }));
  app.get('/more/', { config: { endpoint: paper } }, async () => ({ id: 1, made_at: '', nid: '1' }));
  app.get('/code/', { config: { endpoint: paper } }, (_, reply) =>
    reply.status(409).send({ code: 'name_taken' }),
  );
  app.get('/table/', { config: { endpoint: copy } }, (_, reply) =>
    reply.type('text/csv; charset=utf-8').send('a'),
  );
  app.get('/page/', { config: { endpoint: copy } }, (_, reply) => reply.type('text/html').send('a'));
  for (const path of ['/good/', '/more/', '/code/', '/table/', '/page/']) await app.inject(path);
  await app.close();
  expect(breaches).toEqual([
    'GET /papers/:id/ answers .nid, which its output does not declare',
    'GET /papers/:id/ refuses with name_taken, which its errors do not declare',
    'GET /copies/ answers text/html, and declares application/pdf, text/csv',
  ]);
});
