import { expect, it } from 'vitest';
import { nextServiceCode } from './service-codes.rules.ts';

it.each([
  [['AA', 'AM', 'AB'], 'AN'],
  [['AA', 'AZ'], 'BA'],
  [['ZZ', 'AB'], 'AAA'],
  [['AAA', 'ZZ'], 'AAB'],
  [[], 'AA'],
  [['old-1', 'AC'], 'AD'],
])('after %s comes %s', (codes, next) => {
  expect(nextServiceCode(codes)).toBe(next);
});
