import { expect, test } from 'vitest';
import { findUnofficialErrors, unofficialRefusal } from './unofficial-rules.ts';

const words = { nidMissing: 'no nid', dateMissing: 'no date', dateWrong: 'wrong date' };

test('a refusal shows detail, then message, then the first field, then plain text, then the general text', () => {
  expect(unofficialRefusal({ nid: ['a'], message: 'b', detail: 'c' }, 'g')).toBe('c');
  expect(unofficialRefusal({ nid: ['a'], message: 'b' }, 'g')).toBe('b');
  expect(unofficialRefusal({ nid: ['a', 'z'], date_of_birth: ['d'] }, 'g')).toBe('a');
  expect(unofficialRefusal({ error: 'short of money', code: 'x' }, 'g')).toBe('short of money');
  expect(unofficialRefusal('plain', 'g')).toBe('plain');
  for (const nothing of ['', '<html>', null, undefined, {}, [], { nid: [] }, 7])
    expect(unofficialRefusal(nothing, 'g')).toBe('g');
});

test('the birth date is accepted in three forms and both digits, and must exist', () => {
  const ask = (nid: string, date_of_birth: string) =>
    findUnofficialErrors({ nid, date_of_birth, type: 'OLD' }, words);
  for (const date of ['15-03-1995', '১৫/০৩/১৯৯৫', '1995-03-15', ' ১৯৯৫-০৩-১৫ '])
    expect(ask('1', date)).toEqual({});
  for (const date of ['15.03.1995', '5-3-1995', '15-03-95'])
    expect(ask('1', date)).toEqual({ date_of_birth: 'wrong date' });
  expect(ask('1', '31-02-1995')).toEqual({ date_of_birth: 'date_impossible' });
  expect(ask(' ', '')).toEqual({ nid: 'no nid', date_of_birth: 'no date' });
});

test('a refusal for lack of money shows its message, not the balance before it', () => {
  const body = {
    balance: 0,
    needed: '25.00',
    short: '25.00',
    error: 'ব্যালেন্স কম',
    code: 'insufficient_balance',
  };
  expect(unofficialRefusal(body, 'g')).toBe('ব্যালেন্স কম');
});
