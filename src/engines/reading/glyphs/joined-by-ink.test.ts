import { expect, test } from 'vitest';
import type { Piece } from '../text-pieces.ts';
import { groupJoinedByInk, mergePieces } from './joined-by-ink.ts';

const size = 10;

function pieceAt(left: number, right: number, text: string): Piece {
  const segment = { text, font: 'F', left, right, spaces: [], isDoubtful: true, glyphs: [] };
  return { text, left, right, top: 12, bottom: 22, baseline: 20, size, segments: [segment] };
}

/** A page at one pixel a point, with a stroke at each of the columns. */
function pageWith(columns: readonly number[]) {
  const page = { data: new Uint8Array(100 * 40).fill(255), width: 100, height: 40 };
  for (const x of columns) for (let y = 14; y < 20; y += 1) page.data[y * page.width + x] = 0;
  return page;
}

const pieces = [pieceAt(50, 70, 'ক্ষাগত'), pieceAt(10, 30, 'শি')];

test('letters without a code between two texts join them', () => {
  const [group, ...others] = groupJoinedByInk(
    pieces,
    pageWith([31, 32, 35, 36, 38, 39, 41, 42, 44, 45, 47, 48]),
    255,
    72,
  );
  expect(others).toEqual([]);
  const whole = mergePieces(group!);
  expect([whole.text, whole.left, whole.right]).toEqual(['শিক্ষাগত', 10, 70]);
  expect(whole.segments!.map(({ text }) => text)).toEqual(['শি', 'ক্ষাগত']);
});

test.each([
  ['white', []],
  ['one letter between two columns', [40]],
  ['the borders of boxes', [30, 34, 38, 42, 46, 50]],
])('%s does not', (_, columns) => {
  expect(groupJoinedByInk(pieces, pageWith(columns), 255, 72).map((group) => group.length)).toEqual([1, 1]);
});
