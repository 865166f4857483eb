// Endpoints about the portal itself.
import { z } from 'zod';
import { defineEndpoint, file } from './endpoint.ts';

/** JWKS; other members depend on the type of key. */
const PublishedKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), alg: z.string(), kid: z.string() })),
});

export const systemEndpoints = {
  live: defineEndpoint({
    methods: ['GET'],
    path: '/health/live/',
    summary: 'Liveness check',
    access: 'public',
    output: z.object({ status: z.literal('ok') }),
  }),
  ready: defineEndpoint({
    methods: ['GET'],
    path: '/health/ready/',
    summary: 'Readiness check; 503 while the portal cannot serve',
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
    summary: 'Metrics for Prometheus',
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
    summary: 'This reference in machine-readable form',
    access: 'public',
    output: z.unknown().describe('OpenAPI 3.0'),
  }),
  publishedKeys: defineEndpoint({
    methods: ['GET'],
    path: '/.well-known/nothipotro-keys.json',
    summary: 'Public keys for verifying documents offline',
    access: 'public',
    output: PublishedKeys,
  }),
};
