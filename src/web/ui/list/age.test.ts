import { expect, test } from 'vitest';
import { formatAge } from './age.ts';

test('an age is formatted in the largest unit that fits', () => {
  const minute = 60_000;
  const said = (minutes: number) => formatAge(minutes * minute, 'bn');
  expect([0.5, 5, 59, 60, 23 * 60, 24 * 60, 3 * 24 * 60].map(said)).toEqual([
    'এইমাত্রের',
    '৫ মিনিট আগের',
    '৫৯ মিনিট আগের',
    '১ ঘণ্টা আগের',
    '২৩ ঘণ্টা আগের',
    '১ দিন আগের',
    '৩ দিন আগের',
  ]);
  expect(formatAge(5 * minute, 'en')).toBe('5 min ago');
});
