import { expect, test } from 'vitest';
import { refill, stateOf } from './refill.ts';

type Form = Record<'name' | 'father' | 'address' | 'issued', string> & { photo?: string | undefined };
const blank: Form = { name: '', father: '', address: '', issued: '22-11-2026' };
const first = { name: 'রহিমা', father: 'করিম', address: 'ঢাকা', photo: 'her picture' };

test('a second reading removes everything from the first', () => {
  const one = refill(blank, blank, {}, first);
  const two = refill(one.values, blank, one, { name: 'সালমা' });
  expect(two.values).toEqual({ ...blank, name: 'সালমা' });
  expect(two.typed).toBeUndefined();
});

test('typed values are removed and asked about, whether or not the new reading has them', () => {
  const one = refill(blank, blank, {}, first);
  const shown = { ...one.values, father: 'আব্দুল করিম', name: 'রহিমা খাতুন' };
  const two = refill(shown, blank, one, { name: 'সালমা' });
  expect(two.values).toEqual({ ...blank, name: 'সালমা' });
  expect(two.typed).toEqual({ father: 'আব্দুল করিম', name: 'রহিমা খাতুন' });
});

test('defaults of the blank form and emptied fields do not count as typed', () => {
  const one = refill(blank, blank, {}, first);
  expect(refill({ ...one.values, address: '' }, blank, one, { name: 'সালমা' }).typed).toBeUndefined();
});

test('a typed value equal to the copy’s needs no question', () => {
  expect(refill({ ...blank, father: 'করিম' }, blank, {}, first).typed).toBeUndefined();
});

test('a question that was not answered is asked again after the next reading', () => {
  const one = refill({ ...blank, father: 'লেখা' }, blank, {}, first);
  expect(one.typed).toEqual({ father: 'লেখা' });
  expect(refill(one.values, blank, one, { name: 'সালমা' }).typed).toEqual({ father: 'লেখা' });
});

test('a field counts as read only while unchanged', () => {
  const one = refill(blank, blank, {}, first);
  expect(stateOf('name', one.values, blank, one, 0.9)).toBe('read');
  expect(stateOf('name', one.values, blank, one, 0.7)).toBe('look');
  expect(stateOf('name', one.values, blank, one, undefined)).toBe('look');
  expect(stateOf('name', one.values, blank, one, 0.9, false)).toBe('look');
  expect(stateOf('name', { ...one.values, name: 'অন্য' }, blank, one, 0.9)).toBe('changed');
  expect(stateOf('name', { ...one.values, name: '' }, blank, one, 0.9)).toBe('changed');
});

test('an empty field never counts as read, whatever the reading’s confidence', () => {
  const one = refill<Form>(blank, blank, {}, { name: '', father: 'করিম' });
  expect(stateOf('name', one.values, blank, one, 0.99)).toBe('missing');
  expect(stateOf('name', { ...one.values, name: 'রহিমা' }, blank, one, 0.99)).toBe('changed');
});

test('nothing is marked before a reading, nor are the blank form’s own defaults', () => {
  expect(stateOf('name', { ...blank, name: 'রহিমা' }, blank, {}, undefined)).toBeUndefined();
  const one = refill(blank, blank, {}, first);
  expect(stateOf('issued', one.values, blank, one, 0.9)).toBeUndefined();
});
