// Amounts, phone numbers, addresses and dates as people type and paste them: read as what was meant, or refused, never as something else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDateError, isCalendarDate, readDate, writtenDate } from '../dates/typed-dates.ts';
import { toBengaliDigits } from '../digits.ts';
import { formatDecimal, formatTaka, parseTaka } from '../money.ts';
import { takaInWords } from '../wallet/money-words.ts';
import { readTaka, regroupTyped } from '../wallet/typed-money.ts';
import { accountsEndpoints, newEmail } from './calls.ts';
import { isMobileNumber, readPhone } from './rules.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_122);
const check = (property: fc.IProperty<never> | fc.IRawProperty<never>) => fc.assert(property, { seed });
const sums = fc.bigInt({ min: 0n, max: 1_000_000_000_000n });
const digitsOf = (text: string) => text.replace(/[^0-9.]/g, '');

describe('sums', () => {
  it.each<[string, bigint | undefined]>([
    ['500.50', 50_050n],
    ['৫০০.৫০', 50_050n],
    ['1,000.00', 100_000n],
    ['১,০০,০০০', 10_000_000n],
    ['100,000', 10_000_000n],
    ['৳ 1,234.50', 123_450n],
    ['-20', undefined],
    ['500,50', undefined],
    ['1,50', undefined],
    ['1.000,00', undefined],
    ['1,000.005', undefined],
    ['1,,000', undefined],
    [',500', undefined],
    ['500,', undefined],
    ['1 000', 100_000n],
    ['1\u00a000\u00a0000', 10_000_000n],
    ['10\u202f000.50', 1_000_050n],
    ['৫০০ টাকা', 50_000n],
    ['৫০০ টাকা মাত্র।', 50_000n],
    ['৳500', 50_000n],
    ['500৳', 50_000n],
    ['500/-', 50_000n],
    ['1,00,000/=', 10_000_000n],
    ['Tk. 1,500', 150_000n],
    ['BDT 1500.00', 150_000n],
    ['500 Tk', 50_000n],
    ['500/- taka only', 50_000n],
    ['\u200b৫০০\u200d\ufeff ', 50_000n],
    ['1 00', undefined],
    ['1 000,50', undefined],
    ['1,00 000', undefined],
    ['1\t000', undefined],
    ['500 50', undefined],
    ['500 500', undefined],
    ['100 000', undefined],
    ['500\u00b9', undefined],
    ['500\u2460', undefined],
    ['1\u00bd', undefined],
    ['৫০০৴', undefined],
    ['500 টি', undefined],
    ['টাকা', undefined],
    ['500 - 600', undefined],
    ['٥٠٠', undefined],
    ['', undefined],
  ])('%j is %s paisa', (typed, expected) => {
    expect(readTaka(typed)).toBe(expected);
    // What the field makes of a pasted text is the same amount, or none.
    expect(readTaka(regroupTyped('', typed, true))).toBe(expected);
  });

  it('come back from what a screen shows, in either script', () => {
    check(
      fc.property(sums, fc.constantFrom('bn', 'en'), (paisa, language) => {
        expect(readTaka(formatTaka(paisa, language as 'bn'))).toBe(paisa);
      }) as never,
    );
  });

  it('of any text at all: pasted, it is read as its own digits say, or refused', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'0123456789০৫.,-+ ৳e', '\u00a0'), maxLength: 14 });
    check(
      fc.property(texts, (text) => {
        const shown = regroupTyped('', text, true);
        const paisa = readTaka(shown);
        expect(paisa).toBe(readTaka(text));
        if (paisa === undefined) return;
        const plain = digitsOf(text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)));
        expect(paisa).toBe(parseTaka(plain));
      }) as never,
    );
  });

  it('typed sign by sign, the field says the sum of the signs, with separators where a lakh has them', () => {
    check(
      fc.property(sums, fc.boolean(), (paisa, inBengali) => {
        const plain = formatDecimal(paisa);
        let shown = '';
        for (const sign of inBengali ? toBengaliDigits(plain) : plain)
          shown = regroupTyped(shown, shown + sign, false);
        expect(`৳\u00a0${shown}`).toBe(formatTaka(paisa, 'en'));
        expect(readTaka(shown)).toBe(paisa);
      }) as never,
    );
  });

  it('a comma typed for a point is never passed over', () => {
    let shown = '';
    for (const sign of '500,50') shown = regroupTyped(shown, shown + sign, false);
    expect(shown).toBe('500,50');
    expect(readTaka(shown)).toBeUndefined();
  });

  it('typed or inserted by a phone’s keyboard with its unit, are the sum alone', () => {
    let shown = '';
    for (const sign of '1500/-') shown = regroupTyped(shown, shown + sign, false);
    expect(shown).toBe('1,500');
    expect(regroupTyped('', '৫০০ টাকা', false)).toBe('500');
  });

  it.each([
    ['500 50', '500 50', undefined],
    ['1500 50', '1,500 50', undefined],
    ['500 500', '500 500', undefined],
    ['500 ', '500 ', 50_000n],
    ['1 000', '1,000', 100_000n],
    ['12 000 ৳', '12,000', 1_200_000n],
    ['1500 টাকা', '1,500', 150_000n],
  ])('typed sign by sign as %j stay apart', (signs, shown, expected) => {
    let text = '';
    for (const sign of signs) text = regroupTyped(text, text + sign, false);
    expect(text).toBe(shown);
    expect(readTaka(text)).toBe(expected);
  });

  it('are said in words', () => {
    expect(takaInWords(100_000n, 'bn')).toBe('এক হাজার টাকা');
    expect(takaInWords(50_050n, 'bn')).toBe('পাঁচশ টাকা পঞ্চাশ পয়সা');
    expect(takaInWords(5_005_000n, 'bn')).toBe('পঞ্চাশ হাজার পঞ্চাশ টাকা');
    expect(takaInWords(1_234_567_800n, 'bn')).toBe('এক কোটি তেইশ লাখ পঁয়তাল্লিশ হাজার ছয়শ আটাত্তর টাকা');
    expect(takaInWords(123_450n, 'en')).toBe('One thousand two hundred thirty four taka fifty paisa');
    expect(takaInWords(1n, 'bn')).toBe('এক পয়সা');
    expect(takaInWords(50n, 'en')).toBe('Fifty paisa');
    expect(takaInWords(0n, 'bn')).toBe('শূন্য টাকা');
    expect(takaInWords(99_99_99_999_99n, 'bn')).toBe(
      'নিরানব্বই কোটি নিরানব্বই লাখ নিরানব্বই হাজার নয়শ নিরানব্বই টাকা নিরানব্বই পয়সা',
    );
  });

  it('said in words are the sums that they were, in both languages', () => {
    const scales = {
      কোটি: 10_000_000n,
      লাখ: 100_000n,
      হাজার: 1_000n,
      crore: 10_000_000n,
      lakh: 100_000n,
      thousand: 1_000n,
      hundred: 100n,
    };
    const small = new Map<string, bigint>();
    for (let count = 1n; count < 100n; count += 1n)
      for (const language of ['bn', 'en'] as const)
        small.set(
          takaInWords(count * 100n, language)
            .toLowerCase()
            .replace(/ \S+$/, ''),
          count,
        );
    expect(small.size).toBe(198);
    const sumOf = (words: string) => {
      let [sum, last] = [0n, ''];
      for (const word of words.toLowerCase().split(' ')) {
        const scale = scales[word as keyof typeof scales];
        const isHundred = word.endsWith('শ') && !small.has(word);
        if (isHundred) sum += small.get(word.slice(0, -1))! * 100n;
        else if (scale !== undefined) sum += small.get(last)! * scale;
        last = isHundred || scale !== undefined ? '' : `${last} ${word}`.trim();
      }
      return sum + (last === '' ? 0n : small.get(last)!);
    };
    check(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_99_99_999_99n }),
        fc.constantFrom('bn', 'en'),
        (paisa, language) => {
          const [, taka, rest] = /^(?:(.*) (?:টাকা|taka))?(?: ?(.*) (?:পয়সা|paisa))?$/.exec(
            takaInWords(paisa, language as 'bn'),
          )!;
          expect((taka ? sumOf(taka) : 0n) * 100n + (rest ? sumOf(rest) : 0n)).toBe(paisa);
        },
      ) as never,
    );
  });
});

describe('phone numbers', () => {
  it.each([
    ['+880 1712-345678', '01712345678'],
    ['8801712345678', '01712345678'],
    ['০০৮৮০১৭১২৩৪৫৬৭৮', '01712345678'],
    ['+৮৮০ ১৭১২ ৩৪৫৬৭৮', '01712345678'],
    ['(017) 12.345 678', '01712345678'],
    ['(+880) 01712-345678', '01712345678'],
    ['\u202a01712345678\u202c', '01712345678'],
  ])('%j is %s', (typed, expected) => {
    expect(readPhone(typed)).toBe(expected);
    expect(isMobileNumber(readPhone(typed))).toBe(true);
  });

  it('are never cut: a sign too many is a wrong number', () => {
    expect(readPhone('017123456789')).toBe('017123456789');
    expect(isMobileNumber(readPhone('017123456789'))).toBe(false);
    expect(isMobileNumber(readPhone('01712345678x'))).toBe(false);
  });

  it('come out the same with any code and separators, typed or pasted', () => {
    const numbers = fc.stringMatching(/^1[3-9][0-9]{8}$/);
    const separators = fc.array(fc.constantFrom('', ' ', '-', '\u00a0'), { minLength: 10, maxLength: 10 });
    check(
      fc.property(
        numbers,
        separators,
        fc.constantFrom('0', '880', '+880', '00880', '+88 0'),
        fc.boolean(),
        (number, gaps, code, inBengali) => {
          const text = code + [...number].map((digit, index) => gaps[index] + digit).join('');
          const typed = inBengali ? toBengaliDigits(text) : text;
          expect(readPhone(typed)).toBe(`0${number}`);
          let shown = '';
          for (const sign of typed) shown = readPhone(shown + sign);
          expect(shown).toBe(`0${number}`);
        },
      ) as never,
    );
  });
});

describe('addresses', () => {
  it.each(['\u202aa@b.test\u202c', 'a@b.test\u200b', '\u200e a@b\u00ad.test\u2060 '])(
    '%j is read without what nobody sees',
    (typed) => {
      const signIn = accountsEndpoints.signIn.body.parse({ username: typed, password: 'x' });
      expect([signIn.username, newEmail.parse(typed)]).toEqual(['a@b.test', 'a@b.test']);
    },
  );

  it('of invisible signs alone is none', () => {
    expect(accountsEndpoints.signIn.body.safeParse({ username: '\u200b', password: 'x' }).success).toBe(
      false,
    );
  });
});

describe('dates', () => {
  it.each([
    ['11101966', '1966-10-11'],
    ['11.10.1966', '1966-10-11'],
    ['1-1-1966', '1966-01-01'],
    ['১১/১০/১৯৬৬', '1966-10-11'],
    ['11 10 1966', '1966-10-11'],
    ['1966-10-11', '1966-10-11'],
    ['19661011', '1966-10-11'],
    ['\u200e1990-02-01\u200b', '1990-02-01'],
    ['01.02.1990 ', '1990-02-01'],
  ])('%j is %s', (typed, expected) => expect(readDate(typed)).toEqual({ date: expected }));

  it.each([
    ['31-02-1990', 'date_impossible'],
    ['31021990', 'date_impossible'],
    ['29-02-1900', 'date_impossible'],
    ['11-13-1966', 'date_impossible'],
    ['1-1-66', 'date_invalid'],
    ['1011966', 'date_invalid'],
    ['tomorrow', 'date_invalid'],
    ['', 'date_invalid'],
  ])('%j is refused: %s', (typed, key) => expect(findDateError(typed)).toBe(key));

  it('are read alike with every separator and in either script, exactly when the calendar has the day', () => {
    check(
      fc.property(
        fc.integer({ min: 1900, max: 2099 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        fc.constantFrom('-', '/', '.', ' ', ''),
        fc.boolean(),
        (year, month, day, separator, inBengali) => {
          const two = (value: number) => String(value).padStart(2, '0');
          const written = [two(day), two(month), year].join(separator);
          const { date } = readDate(inBengali ? toBengaliDigits(written) : written);
          expect(date).toBe(
            isCalendarDate(year, month, day) ? `${year}-${two(month)}-${two(day)}` : undefined,
          );
          if (date !== undefined) expect(readDate(writtenDate(date))).toEqual({ date });
        },
      ) as never,
    );
  });
});
