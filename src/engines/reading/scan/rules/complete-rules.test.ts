import { expect, test } from 'vitest';
import { type Grey, thresholdInk } from '../raster.ts';
import { completeRules } from './complete-rules.ts';
import { findRules, type Line } from './scan-rules.ts';

const dpi = 200;
const paper = 225;

const blank = (): Grey => ({ data: new Uint8Array(900 * 600).fill(paper), width: 900, height: 600 });

function draw(grey: Grey, left: number, right: number, top: number, bottom: number, value: number): void {
  for (let y = top; y < bottom; y += 1) grey.data.fill(value, y * grey.width + left, y * grey.width + right);
}

function rulesOf(grey: Grey) {
  const ink = thresholdInk(grey, Math.round(dpi / 11), 16);
  return completeRules(findRules(ink, dpi), grey, ink, dpi);
}

const ends = (line: Line) => [line.from, line.to];

test('lines that are faint at their ends end no table', () => {
  const grey = blank();
  for (let row = 0; row < 14; row += 1)
    draw(grey, row >= 4 && row < 9 ? 170 : 100, 800, 60 + 36 * row, 62 + 36 * row, 120);
  const left = rulesOf(grey).upright.filter(({ first }) => first < 400);
  expect(left.map(({ first }) => first)).toEqual([100]);
});

test('a rule is carried on where it is hardly darker than the paper', () => {
  const grey = blank();
  for (const x of [100, 250, 800]) draw(grey, x, x + 3, 60, 500, 120);
  for (const y of [60, 150, 240, 330, 420, 498]) draw(grey, 100, 800, y, y + 2, 120);
  draw(grey, 103, 250, 240, 242, paper - 9);
  draw(grey, 253, 420, 240, 242, paper - 9);
  draw(grey, 103, 250, 330, 332, paper);
  const { across } = rulesOf(grey);
  const at = (y: number) => across.filter(({ first }) => Math.abs(first - y) < 3).map(ends);
  expect(at(240)).toHaveLength(1);
  expect(at(240)[0]![0]).toBeLessThan(103);
  expect(at(330)[0]![0]).toBeGreaterThan(240);
});
