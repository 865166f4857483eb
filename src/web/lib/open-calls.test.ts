import { expect, it } from 'vitest';
import { type Endpoint, isFile } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { tokenOf } from './open-calls.ts';

it('says of every call what the contract says', () => {
  const wishes = { public: 'none', optional: 'if_any' } as const;
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (isFile(endpoint.output)) continue;
    const wish = wishes[endpoint.access as keyof typeof wishes] ?? 'needed';
    for (const method of endpoint.methods)
      expect(tokenOf(`${method} ${endpoint.path}`), `${method} ${endpoint.path}`).toBe(wish);
  }
  expect(tokenOf('POST /planted/')).toBe('needed');
});
