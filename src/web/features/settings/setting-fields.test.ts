// Holidays as an owner pastes them from a calendar, and as the field shows them afterwards.
import { expect, it } from 'vitest';
import { fromForm, toForm } from './setting-fields.ts';

const opening = { opens: '', closes: '', closed_weekdays: [] };

it('holidays may contain names of months, and anything but a date is sent unchanged', () => {
  const holidays = '16 December 2026\n\n ২১শে ফেব্রুয়ারি, ২০২৭ \n26/03/2027\n2027-04-14\n31-02-2027';
  expect(fromForm('opening', { ...opening, holidays }).holidays).toEqual([
    '2026-12-16',
    '2027-02-21',
    '2027-03-26',
    '2027-04-14',
    '31-02-2027',
  ]);
});

it('holidays are shown in local notation, and parsed as the same days', () => {
  const value = { ...opening, holidays: ['2026-12-16', '2027-02-21'] };
  const form = toForm('opening', value, (plain) => plain);
  expect(form.holidays).toBe('16-12-2026\n21-02-2027');
  expect(fromForm('opening', form)).toEqual(value);
});
