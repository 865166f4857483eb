import { expect, test } from 'vitest';
import { vouchingOf } from './vouching.ts';

test.each([
  [{ registry: 13, extracted: 0, customer: 0 }, 'registry'],
  [{ registry: 12, extracted: 0, customer: 1 }, 'partly'],
  [{ registry: 1, extracted: 1, customer: 0 }, 'partly'],
  [{ registry: 0, extracted: 9, customer: 4 }, 'copy'],
  [{ registry: 0, extracted: 0, customer: 13 }, 'nobody'],
  [{ registry: 0, extracted: 0, customer: 0 }, 'nobody'],
] as const)('%o is vouched for by %s', (provenance, vouching) =>
  expect(vouchingOf({ kind: 'nid', provenance })).toBe(vouching),
);

test('a paper about money is vouched for by the shop', () =>
  expect(vouchingOf({ kind: 'receipt', provenance: { registry: 0, extracted: 0, customer: 0 } })).toBe(
    'shop',
  ));
