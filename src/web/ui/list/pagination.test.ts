import { expect, test } from 'vitest';
import { listBn } from './text-bn.ts';
import { listEn } from './text-en.ts';

test('a page with a single row shows its number instead of a range', () => {
  expect(listBn.showing('৫১', '৫১', '৫১')).toBe('মোট ৫১টির মধ্যে ৫১ নম্বরটি দেখানো হচ্ছে');
  expect(listBn.showing('১', '৫০', '৫১')).toBe('মোট ৫১টির মধ্যে ১–৫০ দেখানো হচ্ছে');
  expect(listEn.showing('51', '51', '51')).toBe('Showing 51 of 51');
  expect(listEn.showing('1', '50', '51')).toBe('Showing 1–50 of 51');
});
