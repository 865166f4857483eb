import { expect, test } from 'vitest';
import { nameFailure } from './failures.ts';

test('a failure is named by its code, or by words of the driver that name nobody', () => {
  expect(nameFailure(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe('EPIPE');
  expect(nameFailure(new Error('Connection terminated unexpectedly'))).toBe('Connection terminated');
  expect(nameFailure(new TypeError('no right for rahima@mail.test'))).toBe('TypeError');
});
