import { expect, it } from 'vitest';
import { initialOf } from './avatar.tsx';

it.each([
  ['রহিমা বেগম', 'র'],
  ['রিনা', 'রি'],
  ['শ্রীলেখা', 'শ্রী'],
  ['স্ত্রী', 'স্ত্রী'],
  ['ক্ষমা', 'ক্ষ'],
  ['চাঁদনী', 'চাঁ'],
  ['র‍্যাশিদা', 'র‍্যা'],
  ['য়াসিন', 'য়া'],
  ['  Rahim', 'R'],
  ['Éva', 'É'],
  ['E\u0301va', 'E\u0301'],
  ['৩ ভাই', '৩'],
  ['😀', '😀'],
  ['', '?'],
])('shows %j by %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
  if (name) {
    const [first] = new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(name.trim());
    expect(initial).toBe(first!.segment);
  }
});
