import { expect, test } from 'vitest';
import type { Word } from './recognise.ts';
import { chooseMoreConfident } from './two-readings.ts';

const word = (text: string, confidence: number, left: number, right: number): Word => ({
  text, confidence, left, right, top: 10, bottom: 40, line: 0,
}); // biome-ignore format: a table

const picked = (bengali: readonly Word[], english: readonly Word[]) =>
  chooseMoreConfident(bengali, english)
    .map(({ text }) => text)
    .join(' ');

test('a Bengali word that is surer than the short label seen in it stays', () => {
  for (const [bengali, english] of [
    ['স্থায়ী', 'FA'],
    ['উচ্চ', 'St'],
    ['কুটির,', 'Fa,'],
    ['দেবী', 'id)'],
  ] as const) {
    expect(picked([word(bengali, 0.94, 0, 100)], [word(english, 0.45, 5, 95)])).toBe(bengali);
  }
});

test('a label that is surer than the Bengali word read for it replaces it', () => {
  expect(picked([word('চার', 0.4, 0, 100)], [word('PIN', 0.55, 5, 95)])).toBe('PIN');
  expect(picked([word('81000', 0.8, 0, 100)], [word('Blood', 0.5, 5, 95)])).toBe('Blood');
});
