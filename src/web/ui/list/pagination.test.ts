import { expect, test } from 'vitest';
import { uiBn } from '../text-bn.ts';
import { uiEn } from '../text-en.ts';

test('a page of one row names that row, and no range', () => {
  expect(uiBn.common.showing('৫১', '৫১', '৫১')).toBe('মোট ৫১টির মধ্যে ৫১ নম্বরটি দেখানো হচ্ছে');
  expect(uiBn.common.showing('১', '৫০', '৫১')).toBe('মোট ৫১টির মধ্যে ১–৫০ দেখানো হচ্ছে');
  expect(uiEn.common.showing('51', '51', '51')).toBe('Showing 51 of 51');
  expect(uiEn.common.showing('1', '50', '51')).toBe('Showing 1–50 of 51');
});
