// What machines and the curious ask of the portal itself.
import { z } from 'zod';
import { defineEndpoint, file } from './endpoint.ts';

/** JWKS: other members depend on the kind of key. */
const PublishedKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), alg: z.string(), kid: z.string() })),
});

export const systemEndpoints = {
  live: defineEndpoint({
    methods: ['GET'],
    path: '/health/live/',
    summary: 'Whether the process answers',
    access: 'public',
    output: z.object({ status: z.literal('ok') }),
  }),
  ready: defineEndpoint({
    methods: ['GET'],
    path: '/health/ready/',
    summary: 'Whether the portal can do its work; 503 while it cannot',
    access: 'public',
    output: z.object({
      status: z.enum(['ok', 'unavailable']),
      parts: z.record(z.string(), z.enum(['ok', 'failed'])),
      warnings: z.array(z.string()).optional(),
    }),
  }),
  metrics: defineEndpoint({
    methods: ['GET'],
    path: '/metrics/',
    summary: 'Figures for Prometheus',
    access: 'public',
    output: file('text/plain'),
    errors: ['not_found'],
  }),
  reference: defineEndpoint({
    methods: ['GET'],
    path: '/docs/',
    summary: 'This reference as a page',
    access: 'public',
    output: file('text/html'),
  }),
  openApi: defineEndpoint({
    methods: ['GET'],
    path: '/docs/openapi.json',
    summary: 'This reference for tools',
    access: 'public',
    output: z.unknown().describe('OpenAPI 3.0'),
  }),
  publishedKeys: defineEndpoint({
    methods: ['GET'],
    path: '/.well-known/nothipotro-keys.json',
    summary: 'The keys by which documents are checked without the portal',
    access: 'public',
    output: PublishedKeys,
  }),
};
