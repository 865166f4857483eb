import { expect, test } from 'vitest';
import { isMasked, maskNumber, maskNumbersIn } from './mask.ts';

test('a number keeps its last four digits', () => {
  expect(maskNumber('2123')).toBe('…2123');
  expect(maskNumber('')).toBe('');
  expect(isMasked(maskNumber('2123'))).toBe(true);
  expect(isMasked('8890262123')).toBe(false);
});

test('long numbers in free text are masked in either digits, sums and dates are not', () => {
  expect(maskNumbersIn('NID 8890262123, ১৯৯৫৯৭০০০০১২৩৪৫৬৭')).toBe('NID …2123, …৪৫৬৭');
  expect(maskNumbersIn('885 544 6677')).toBe('…6677');
  // As they come out of chats, word processors and quick fingers.
  for (const between of [
    '\u00a0',
    '  ',
    '\u2011',
    '–',
    '\u200b',
    ' – ',
    '\u200d',
    '\t',
    '\u2212',
    '\ufe0f',
    '\u3164',
  ])
    expect(maskNumbersIn(`NID 8877${between}6655${between}443 ok`), JSON.stringify(between)).toBe(
      'NID …5443 ok',
    );
  expect(maskNumbersIn('ফরম ১২৩৪৫\n৬৭৮৯০')).toBe('ফরম ১২৩৪৫\n৬৭৮৯০');
  for (const dates of [
    '২২-১১-২০২৬ – ২৫-১১-২০২৬',
    '22-11-2026 - 25-11-2026',
    '2026-11-01  2026-11-30',
    '২২-১১-২০২৬ ১০:৩০',
    '22-11-2026 500',
    '১৫০০ ২২-১১-২০২৬ ১০:৩০',
    '21-11-2026 1500 22-11-2026 1500 23-11-2026 1500',
  ])
    expect(maskNumbersIn(`${dates} তারিখে`)).toBe(`${dates} তারিখে`);
  expect(maskNumbersIn('22-11-2026 01712345678')).toBe('…5678');
  // Numbers in groups, of which one could be taken for a date.
  for (const grouped of [
    '1995-12-34 567890123',
    '1995-12-12-567890123',
    '12-34-5678 90123',
    '1995-13-12 0123',
  ])
    expect(maskNumbersIn(grouped)).toBe('…0123');
  expect(maskNumbersIn('৳ 1,500.00 · 22-11-2026 · form 123456789')).toBe(
    '৳ 1,500.00 · 22-11-2026 · form 123456789',
  );
});

test('a text of digits alone takes no longer than it is', () => {
  expect(maskNumbersIn('1'.repeat(100_000))).toBe('…1111');
});
