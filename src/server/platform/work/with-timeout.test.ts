import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const late = () => new Error('late');

it('gives what the work gives, or its fault, or says that it is late', async () => {
  expect(await withTimeout(async () => 1, 1_000, late)).toBe(1);
  await expect(withTimeout(() => Promise.reject(new Error('own')), 1_000, late)).rejects.toThrow('own');
  await expect(withTimeout(() => new Promise(() => undefined), 20, late)).rejects.toThrow('late');
});

it('leaves no rejection behind, whether the work throws at once or fails after it was late', async () => {
  const unheard: unknown[] = [];
  const listen = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', listen);
  const throwing = () => {
    throw new Error('at once');
  };
  await expect(withTimeout(throwing, 20, late)).rejects.toThrow('at once');
  const failing = () => wait(40).then(() => Promise.reject(new Error('later')));
  await expect(withTimeout(failing, 20, late)).rejects.toThrow('late');
  await wait(80);
  process.off('unhandledRejection', listen);
  expect(unheard).toEqual([]);
});
