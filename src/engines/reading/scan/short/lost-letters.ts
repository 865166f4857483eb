// Finds values of one letter or digit, which recognition takes for dirt: letters that no word covers are placed side by side and read again.

import type { PixelBox } from '../page-raster.ts';
import type { Grey, Mask } from '../raster.ts';
import { recognise, type Word } from '../recognise.ts';
import { partsOf } from '../scan-pictures.ts';
import { arrangeInRow, boundsOf } from './side-by-side.ts';

/** In millimetres: the sizes of letters, what parts two texts, and the width of the longest value. */
const letter = { lowest: 1.1, highest: 5, narrowest: 0.15, widest: 4 };
const apart = 2.5;
/** And the space between two words of one text. */
const spaceBetween = 1.2;
const widestValue = 6;
/** A page with more of them is full of dirt. */
const maxLost = 24;

/** The only values as short as this: flags, numbers of fingers and regions, blood groups. */
const shortValue = /^(?:[YN012]|(?:A|B|O|AB)[+-])$/;
const minSure = 0.6;

/** Reads isolated letters that were not read. `ink` is that of the page without rules, pictures and dirt. */
export async function readLostLetters(
  page: Grey,
  ink: Mask,
  words: readonly Word[],
  dpi: number,
  paper: number,
): Promise<Word[]> {
  const boxes = findLostLetters(ink, words, dpi);
  if (boxes.length === 0 || boxes.length > maxLost) return [];
  const { strip, places } = arrangeInRow(page, boxes, paper, Math.round((apart * dpi) / 25.4));
  const read = await recognise(strip, dpi, 'eng', 0, { layout: 'one line' });
  const firstLine = Math.max(0, ...words.map((word) => word.line)) + 1;
  return boxes.flatMap((box, at) => {
    const own = read.filter((word) => {
      const middle = (word.left + word.right) / 2;
      return middle >= places[at]! && middle <= places[at]! + box.width;
    });
    const text = own.map((word) => word.text).join('');
    const confidence = Math.min(...own.map((word) => word.confidence));
    if (!shortValue.test(text) || confidence < minSure) return [];
    const { left, top } = box;
    return [
      {
        text,
        left,
        top,
        right: left + box.width,
        bottom: top + box.height,
        confidence,
        line: firstLine + at,
      },
    ];
  });
}

/** Finds the boxes of letters that no word covers and that have no neighbour except a colon. */
export function findLostLetters(ink: Mask, words: readonly Word[], dpi: number): PixelBox[] {
  const millimetre = dpi / 25.4;
  const covers = (word: Word, x: number, y: number) =>
    x >= word.left - 2 && x <= word.right + 2 && y >= word.top - 2 && y <= word.bottom + 2;
  const letters = partsOf(ink).filter(
    ({ left, top, width, height }) =>
      height > letter.lowest * millimetre &&
      height < letter.highest * millimetre &&
      width > letter.narrowest * millimetre &&
      width < letter.widest * millimetre &&
      !words.some((word) => covers(word, left + width / 2, top + height / 2)),
  );
  const isNear = (one: PixelBox, other: PixelBox, reach: number) =>
    Math.max(other.left - one.left - one.width, one.left - other.left - other.width) < reach * millimetre &&
    Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top) >
      0.4 * Math.min(one.height, other.height);
  const groups: PixelBox[][] = [];
  for (const one of letters.sort((a, b) => a.left - b.left)) {
    const group = groups.find((others) => others.some((other) => isNear(one, other, apart)));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const lettered = words
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ left, top, right, bottom }) => ({ left, top, width: right - left, height: bottom - top }));
  return groups
    .map(boundsOf)
    .filter(
      (box) =>
        box.width < widestValue * millimetre && !lettered.some((word) => isNear(box, word, spaceBetween)),
    );
}
