import { describe, expect, it } from 'vitest';
import { dateInWords } from './date-words.ts';

const two = (value: number) => String(value).padStart(2, '0');

describe('a date in words', () => {
  it.each([
    ['1995-03-15', 'পনেরোই মার্চ উনিশশো পঁচানব্বই', 'Fifteenth of March One Thousand Nine Hundred Ninety Five'],
    ['1900-01-01', 'পহেলা জানুয়ারি উনিশশো', 'First of January One Thousand Nine Hundred'],
    [
      '1971-12-16',
      'ষোলোই ডিসেম্বর উনিশশো একাত্তর',
      'Sixteenth of December One Thousand Nine Hundred Seventy One',
    ],
    [
      '1952-02-21',
      'একুশে ফেব্রুয়ারি উনিশশো বায়ান্ন',
      'Twenty First of February One Thousand Nine Hundred Fifty Two',
    ],
    ['2000-02-29', 'ঊনত্রিশে ফেব্রুয়ারি দুই হাজার', 'Twenty Ninth of February Two Thousand'],
    ['2005-08-02', 'দোসরা আগস্ট দুই হাজার পাঁচ', 'Second of August Two Thousand Five'],
    ['2026-11-19', 'উনিশে নভেম্বর দুই হাজার ছাব্বিশ', 'Nineteenth of November Two Thousand Twenty Six'],
    ['2099-10-31', 'একত্রিশে অক্টোবর দুই হাজার নিরানব্বই', 'Thirty First of October Two Thousand Ninety Nine'],
  ])('%s', (date, bn, en) => {
    expect(dateInWords(date)).toEqual({ bn: bn.normalize('NFC'), en });
  });

  it('takes the three written forms in either digits', () => {
    const wanted = dateInWords('1995-03-15');
    for (const written of ['15-03-1995', '15/03/1995', '১৫-০৩-১৯৯৫', '১৯৯৫-০৩-১৫'])
      expect(dateInWords(written)).toEqual(wanted);
  });

  it('is different for every day of 1900 to 2099, composed, without digits and without gaps', () => {
    const bengali = new Set<string>();
    const english = new Set<string>();
    let days = 0;
    for (let at = Date.UTC(1900, 0, 1); at < Date.UTC(2100, 0, 1); at += 86_400_000) {
      const words = dateInWords(new Date(at).toISOString().slice(0, 10))!;
      bengali.add(words.bn);
      english.add(words.en);
      days += 1;
    }
    expect(bengali.size).toBe(days);
    expect(english.size).toBe(days);
    const wrongBengali = [...bengali].filter(
      (text) =>
        text !== text.normalize('NFC') ||
        !/^[\u0980-\u09ff]+( [\u0980-\u09ff]+){2,5}$/.test(text) ||
        /[০-৯]/.test(text),
    );
    expect(wrongBengali).toEqual([]);
    expect(
      [...english].filter((text) => !/^[A-Z][a-z]+( [A-Z][a-z]+)? of [A-Z][a-z]+( [A-Z][a-z]+)+$/.test(text)),
    ).toEqual([]);
    expect([...bengali, ...english].filter((text) => text.includes('undefined'))).toEqual([]);
  });

  it('has a word of its own for each day, month and year', () => {
    const days = Array.from({ length: 31 }, (_, day) => dateInWords(`2000-01-${two(day + 1)}`)!);
    const months = Array.from({ length: 12 }, (_, month) => dateInWords(`2000-${two(month + 1)}-01`)!);
    const years = Array.from({ length: 200 }, (_, year) => dateInWords(`${1900 + year}-01-01`)!);
    for (const [list, count] of [
      [days, 31],
      [months, 12],
      [years, 200],
    ] as const)
      for (const language of ['bn', 'en'] as const)
        expect(new Set(list.map((words) => words[language])).size).toBe(count);
  });

  it('has nothing for what is no date', () => {
    for (const text of ['', '1995', '31-02-1995', '15.03.1995', 'পনেরোই মার্চ'])
      expect(dateInWords(text)).toBeUndefined();
  });
});
