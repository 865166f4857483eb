import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { publicCalls } from './public-calls.ts';

it('agrees with the contract on every call', () => {
  const ofScreens = /^\/(account|public|token|verify-document|s|sandbox\/status)\//;
  const wishes = { public: 0, optional: 1 } as const;
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (!ofScreens.test(endpoint.path)) continue;
    const wish = wishes[endpoint.access as keyof typeof wishes];
    for (const method of endpoint.methods)
      expect(publicCalls[`${method} ${endpoint.path}`], `${method} ${endpoint.path}`).toBe(wish);
  }
  expect(publicCalls['POST /planted/']).toBeUndefined();
});
