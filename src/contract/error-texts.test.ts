import { expect, test } from 'vitest';
import { errorText } from './error-texts.ts';

test.each([
  [1, '১ সেকেন্ড', '1 second'],
  [90, '৯০ সেকেন্ড', '90 seconds'],
  [91, '২ মিনিট', '2 minutes'],
  [3_600, '৬০ মিনিট', '60 minutes'],
  [5_401, '২ ঘণ্টা', '2 hours'],
  [86_400, '২৪ ঘণ্টা', '24 hours'],
])('%i seconds are a wait as people say it', (seconds, bn, en) => {
  expect(errorText('too_many_requests', 'bn', { seconds })).toBe(
    `অনেকবার চেষ্টা করা হয়েছে, ${bn} পর আবার চেষ্টা করুন`,
  );
  expect(errorText('too_many_requests', 'en', { seconds })).toBe(`Too many attempts, try again in ${en}`);
});
