import { expect, test } from 'vitest';
import { toTypingOrder } from '../visual-order.ts';

test.each([
  ['a sign above the letters before what is joined to their right', 'হঁ্যা', 'হ্যাঁ'],
  ['a reph on the vowel sign before its letter', 'দির্জ', 'দর্জি'],
  ['a moon on the vowel sign before its letter', 'িঁকেন', 'কিঁনে'],
  ['a reph after the vowel sign of its letter', 'ধমর্', 'ধর্ম'],
  ['a reph after a long vowel', 'বার্তা', 'র্বাতা'],
])('%s', (_, drawn, typed) => {
  expect(toTypingOrder(drawn)).toBe(typed);
});
