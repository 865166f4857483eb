// Dates, digits, orders and people: rules that server and screens share.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { email, newEmail } from './accounts/calls.ts';
import { isCommonPassword } from './accounts/common-passwords.ts';
import { isMobileNumber, readPhone } from './accounts/rules.ts';
import { cleanText } from './clean-text.ts';
import { dhakaDay, formatDate, formatDateTime, formatTime } from './dates/dates.ts';
import { isCalendarDate, parseDate } from './dates/typed-dates.ts';
import { formatWeekday } from './dates/weekdays.ts';
import { formatCount, toAsciiDigits, toBengaliDigits } from './digits.ts';
import { fieldMessage } from './fields/field-messages.ts';
import {
  maximumImageBytes,
  maximumImagePixels,
  maximumPdfBytes,
  maximumPdfPages,
  maximumUploadBytes,
} from './files/upload-rules.ts';
import { formatTaka, formatWholeTaka } from './money.ts';
import { actionsFor, findStep, orderActions, orderStatuses } from './orders/flow.ts';
import { findNidPair, orderPrice } from './orders/rules.ts';
import { growthPercentage } from './reports/calls.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

describe('digits and text', () => {
  it('change script and back, and leave all else alone', () => {
    console.log(`shared rules: seed ${seed}`);
    fc.assert(
      fc.property(fc.nat(), (number) => {
        expect(toAsciiDigits(toBengaliDigits(number))).toBe(String(number));
      }),
      { seed },
    );
    expect(toAsciiDigits('বাসা ১২/ক, ০১৭')).toBe('বাসা 12/ক, 017');
  });

  it('is kept in one form without signs that nobody sees', () => {
    expect(cleanText('  ক\u200e\u202eখ\u0000\u0007 \ufeff')).toBe('কখ');
    // As copied from web pages and documents: a search or a number with it would not be the same one.
    expect(cleanText('রহি\u200bম ০১\u2060৭\u00ad১২')).toBe('রহিম ০১৭১২');
    expect(cleanText('রহিম\u061c ক\u034fরিম\u206a\u{e0041} খা\u3164ন')).toBe('রহিম করিম খান');
    expect(cleanText('❤\ufe0f 👩\u200d👧')).toBe('❤\ufe0f 👩\u200d👧');
    expect(cleanText(`ক${'\u0301'.repeat(98)} কা${'া'.repeat(98)}ন`)).toBe(
      `ক${'\u0301'.repeat(8)} ক${'া'.repeat(8)}ন`,
    );
    // Half a sign: no text of a database can hold it.
    expect(cleanText('ক\ud800খ\udc00😀')).toBe('কখ😀');
    for (const nothing of ['\u200b\u200b', '\u200d \u2060', '\u00ad', '\u3164', '\u2800 \u115f', '\ufe0f'])
      expect(cleanText(nothing)).toBe('');
    expect(cleanText('র\u200d্যাব')).toBe('র\u200d্যাব');
    expect(cleanText('য়'.normalize('NFD'))).toBe('য়'.normalize('NFC'));
    expect(cleanText('a\u200e\u0301')).toBe('\u00e1');
    expect(cleanText('এক\nদুই\tতিন')).toBe('এক\nদুই\tতিন');
    // Joiners shape Bengali words and stay.
    expect(cleanText('র\u200d্যাব')).toContain('\u200d');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
      { seed },
    );
  });
});

describe('sums and dates as they are shown', () => {
  it('group by lakh with the sign of taka first', () => {
    expect(formatTaka(123_456_750n)).toBe('৳\u00a0১২,৩৪,৫৬৭.৫০');
    expect(formatTaka(-500n, 'en')).toBe('−৳\u00a05.00');
    expect(formatTaka(0n)).toBe('৳\u00a0০.০০');
    expect(formatWholeTaka(1_599n)).toBe('১৫');
    expect(formatCount(1_234_567)).toBe('১২,৩৪,৫৬৭');
  });

  it('are of Dhaka, whatever the machine’s zone', () => {
    const evening = new Date('2026-11-20T19:05:09Z');
    expect(formatDate(evening)).toBe('২১ নভেম্বর, ২০২৬');
    expect(formatTime(evening)).toBe('রাত ১:০৫');
    expect(formatTime(evening, 'en', true)).toBe('1:05:09 AM');
    expect(formatDateTime(evening, 'en')).toBe('21 November 2026, 1:05 AM');
    expect(formatWeekday(evening)).toBe('শনিবার');
    expect(dhakaDay(evening)).toBe('2026-11-21');
    expect(dhakaDay(new Date('2026-11-20T17:59:59Z'))).toBe('2026-11-20');
    expect(
      [0, 3, 4, 6, 12, 15, 18, 20, 23].map(
        (hour) => formatTime(new Date(Date.UTC(2026, 0, 2, hour - 6))).split(' ')[0],
      ),
    ).toEqual(['রাত', 'রাত', 'ভোর', 'সকাল', 'দুপুর', 'বিকাল', 'সন্ধ্যা', 'রাত', 'রাত']);
  });
});

describe('dates as they are typed', () => {
  it.each([
    ['1995-03-15', '1995-03-15'],
    ['15-03-1995', '1995-03-15'],
    ['15/03/1995', '1995-03-15'],
    ['১৫-০৩-১৯৯৫', '1995-03-15'],
    [' 2000-02-29 ', '2000-02-29'],
    ['29-02-1900', undefined],
    ['2023-02-29', undefined],
    ['31-04-2020', undefined],
    ['00-01-2020', undefined],
    ['01-13-2020', undefined],
    ['15-03/1995', undefined],
    ['5-3-1995', undefined],
    ['1995/03/15', undefined],
    ['15.03.1995', undefined],
    ['', undefined],
    ['0999-01-01', undefined],
    ['tomorrow', undefined],
  ])('%j is %s', (typed, expected) => expect(parseDate(typed)).toBe(expected));

  it('are read alike in all three forms, exactly when the calendar has the day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 2100 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const two = (value: number) => String(value).padStart(2, '0');
          const date = new Date(Date.UTC(year, month - 1, day));
          const isReal =
            date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year;
          const expected = isReal ? `${year}-${two(month)}-${two(day)}` : undefined;
          expect(isCalendarDate(year, month, day)).toBe(isReal);
          for (const typed of [
            `${year}-${two(month)}-${two(day)}`,
            `${two(day)}-${two(month)}-${year}`,
            `${two(day)}/${two(month)}/${year}`,
          ])
            expect(parseDate(typed)).toBe(expected);
        },
      ),
      { seed, numRuns: 400 },
    );
  });
});

describe('orders', () => {
  it('cost the charge when it is switched on, and the sub-type', () => {
    expect(orderPrice({ enableCharge: true, chargePaisa: 3_000n }, { pricePaisa: 12_000n })).toBe(15_000n);
    expect(orderPrice({ enableCharge: false, chargePaisa: 3_000n }, { pricePaisa: 12_000n })).toBe(12_000n);
  });

  it('of AD name exactly one NID of 10 and one of 17 digits, whatever stands around them', () => {
    const digits = (length: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((list) => list.join(''));
    const around = fc.constantFrom('', ' ', '\n', 'NID: ', '১০ ডিজিট - ', '17 digit: ', ' / ', '।');
    fc.assert(
      fc.property(
        digits(10),
        digits(17),
        fc.array(around, { minLength: 2, maxLength: 2 }),
        fc.constantFrom(' ', '\n', ', ', ' — '),
        fc.boolean(),
        (ten, seventeen, [before, between], gap, turned) => {
          const parts = turned ? [seventeen, ten] : [ten, seventeen];
          const text = `${before}${parts[0]}${gap}${between}${parts[1]}`;
          expect(findNidPair(text)).toEqual({ ten, seventeen });
          expect(findNidPair(toBengaliDigits(text))).toEqual({ ten, seventeen });
          expect(findNidPair(`${text} ${ten}`)).toBeUndefined();
          expect(findNidPair(parts[0]!)).toBeUndefined();
        },
      ),
      { seed },
    );
  });

  it('offer staff and owner only what the table opens, and nothing once they are cancelled', () => {
    expect(actionsFor('pending', 'owner')).toEqual(['cancel']);
    expect(actionsFor('pending', 'staff')).toEqual(['take', 'complete', 'reject']);
    expect(actionsFor('processing', 'staff')).toEqual(['hand_back', 'hand_on', 'complete', 'reject']);
    expect(actionsFor('completed', 'staff')).toEqual(['re_upload']);
    expect(actionsFor('rejected', 'staff')).toEqual(['complete']);
    for (const by of ['staff', 'owner'] as const) expect(actionsFor('cancelled', by)).toEqual([]);
    for (const status of orderStatuses)
      for (const action of orderActions)
        expect(orderStatuses).toContain(findStep(status, action)?.to ?? status);
  });
});

describe('files', () => {
  it('are limited as the contract says', () => {
    expect(
      [maximumUploadBytes, maximumPdfBytes, maximumImageBytes].map((bytes) => bytes / 1024 ** 2),
    ).toEqual([10, 10, 5]);
    expect([maximumPdfPages, maximumImagePixels]).toEqual([20, 40_000_000]);
  });
});

describe('people', () => {
  it('have mobile numbers of 11 digits that begin with 013 to 019', () => {
    for (const good of ['01312345678', '01999999999']) expect(isMobileNumber(good)).toBe(true);
    for (const bad of ['01212345678', '0171234567', '017123456789', '11712345678', ''])
      expect(isMobileNumber(bad)).toBe(false);
    expect(readPhone('০১৭ ১২-৩৪৫৬৭৮')).toBe('01712345678');
  });

  it('may not take a password that everybody tries', () => {
    for (const common of [
      'password',
      'Password123',
      'bangladesh',
      '11111111',
      'abababab',
      '12345678',
      'qwertyuiop',
      '87654321',
    ])
      expect(isCommonPassword(common), common).toBe(true);
    for (const good of ['nodir-dhare-bari-42', 'আমার সোনার বাংলা ৭', 'tr0ub4dor&3xyz'])
      expect(isCommonPassword(good), good).toBe(false);
  });

  it('read what is wrong in their language, and a general word for what has none', () => {
    expect(fieldMessage('required', 'bn')).toBe('এই ঘরটি পূরণ করুন');
    expect(fieldMessage('required', 'en')).toBe('This field is required');
    expect(fieldMessage('Invalid input: expected object', 'bn')).toBe('সঠিক তথ্য দিন');
  });
});

it('growth is against last month, 100 from nothing, 0 from nothing to nothing', () => {
  expect([
    growthPercentage(0, 0),
    growthPercentage(5, 0),
    growthPercentage(0, 5),
    growthPercentage(3, 2),
    growthPercentage(1, 3),
  ]).toEqual([0, 100, -100, 50, -66.7]);
});

describe('an e-mail address', () => {
  const accepts = (typed: unknown) => newEmail.safeParse(typed).success;
  it('is what one person is reached under', () => {
    for (const good of ['rahima@mail.test', ' a.b+c@x.co ', 'রহিমা@ডাক.বাংলা', `a@${'b'.repeat(60)}.test`])
      expect(accepts(good), good).toBe(true);
  });
  it('holds nothing by which a mail could go to somebody else', () => {
    for (const bad of [
      'x<victim@y.z>',
      'x@y.z,victim@y.z',
      'x@y.z;victim@y.z',
      '"x y"@y.z',
      "x'@y.z",
      'x(comment)@y.z',
      'x\\@y.z',
      'x\u0000@y.z',
      'x\r\nBcc:v@y.z',
      'x@y.z\u007f',
      'x\u202e@y.z',
      'x@[127.0.0.1]',
      'x@y',
      'x@y..z',
      'x@.y.z',
      '@y.z',
      `${'a'.repeat(251)}@y.z`,
    ])
      expect(accepts(bad), JSON.stringify(bad)).toBe(false);
  });
  it('has no letters that look like those of another', () => {
    for (const alike of [
      'r\u0430hima@mail.test',
      '\u0441\u0430\u0440\u0435@mail.test',
      'rahima@m\u0430il.test',
      'rah\u0131ma@mail.test',
      'r\uff41hima@mail.test',
      'rahima@g০০gle.test',
      'ra০hima@mail.test',
      '০Rahima@mail.test',
    ]) {
      expect(accepts(alike), alike).toBe(false);
      // Somebody has it already.
      expect(email.safeParse(alike).success, alike).toBe(true);
    }
    for (const good of ['রহিমা৭@mail.test', 'Rahima.Khatun@mail.বাংলা', '01712345678@mail.test'])
      expect(accepts(good), good).toBe(true);
  });
  it('is judged at once however long it is', () => {
    expect(accepts(`a@${'.'.repeat(1_000_000)}@`)).toBe(false);
  });
});
