// Where the caret goes after a form has changed the typed text.
import { expect, test } from 'vitest';
import { caretAfterChange } from './typed-value.ts';

/** `|` is the caret. */
test.each([
  ['123|456', '১২৩|৪৫৬'],
  ['12|34567', '12|,34,567'],
  ['123,|4567', '12,3|4,567'],
  ['1|23,456', '1|,23,456'],
  ['500.|50', '500.|50'],
  ['1,23,|56', '12,3|56'],
  ['|,23,456', '|23,456'],
  ['11|101966', '11|-10-1966'],
  ['017x|12', '017|12'],
  ['rohim |উদ্দিন', 'রহিম |উদ্দিন'],
  ['1,2345|', '12,345|'],
  ['৫০০ টাকা|', '500|'],
])('%s becomes %s', (typed, shown) => {
  expect(caretAfterChange(typed.replace('|', ''), typed.indexOf('|'), shown.replace('|', ''))).toBe(
    shown.indexOf('|'),
  );
});
