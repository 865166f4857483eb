// What the command palette recognises as an action.
import { expect, test } from 'vitest';
import { matchesLabel, parseAction } from './palette-actions.ts';

test.each([
  ['রিচার্জ রহিম ৫০০', 'recharge', 'রহিম', 50_000n],
  ['Recharge rahim uddin 1,500.50', 'recharge', 'rahim uddin', 150_050n],
  ['রিচার্জ রহিম ৫০০ টাকা', 'recharge', 'রহিম', 50_000n],
  ['রিচার্জ রহিম ৳500', 'recharge', 'রহিম', 50_000n],
  ['রিচার্জ 01712345678 টাকা', 'recharge', '01712345678 টাকা', undefined],
  ['নগদ 01712345678 200', 'recharge', '01712345678', 20_000n],
  ['রিচার্জ 01712345678', 'recharge', '01712345678', undefined],
  ['  উত্তোলন   করিম  ', 'withdraw', 'করিম', undefined],
  ['রিচার্জ রহিম -৫০০', 'recharge', 'রহিম -৫০০', undefined],
  ['রিচার্জ রহিম 0', 'recharge', 'রহিম 0', undefined],
])('%s', (typed, action, term, amount) => {
  expect(parseAction(typed)).toEqual({ action, term, amount });
});

test.each(['', 'রিচার্জ', 'রিচার্জ ', 'রহিম ৫০০', 'রিচার্জের ইতিহাস', 'rechargerahim 5'])(
  'nothing is done for: %s',
  (typed) => {
    expect(parseAction(typed)).toBeUndefined();
  },
);

test('finds a page in whichever form the keyboard sends its letters', () => {
  const label = 'নগদের ড্রয়ার'.normalize();
  for (const typed of ['ড্রয়ার', 'ড্র\u09dfার', 'ড্র\u09af\u09bcার']) expect(matchesLabel(label, typed)).toBe(true);
  expect(matchesLabel('Cash drawer', 'DRAWER')).toBe(true);
  expect(matchesLabel(label, 'অর্ডার')).toBe(false);
});
