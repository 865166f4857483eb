// Reads mixed Bengali and Latin text: everything as Bengali first, and doubtful lines again as English. For each word the more confident reading is
// chosen; the two are never mixed within a word.

import { findLabel } from '../fields/field-labels.ts';
import { brokenShare } from '../text-quality.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import type { Word } from './recognise.ts';
import { readStacked } from './stacked.ts';

/** Below this confidence the Bengali reading of a word is checked. */
const doubtfulUnder = 0.8;

/** The words of each box, in the script with the higher confidence. Boxes that `mayHoldLatin` denies are read as Bengali only. */
export async function readBoxes(
  page: Grey,
  boxes: readonly PixelBox[],
  dpi: number,
  paper: number,
  mayHoldLatin: (box: number) => boolean = () => true,
): Promise<Word[][]> {
  const bengali = await readStacked(page, boxes, dpi, paper, 'ben');
  const doubtful: { box: number; words: Word[]; place: PixelBox }[] = [];
  for (const [box, words] of bengali.entries()) {
    if (!mayHoldLatin(box)) continue;
    for (const line of groupByLine(words)) {
      if (line.some(isDoubtful)) doubtful.push({ box, words: line, place: around(line, boxes[box]!) });
    }
  }
  const english = await readStacked(
    page,
    doubtful.map(({ place }) => place),
    dpi,
    paper,
    'eng',
  );
  const read = bengali.map((words) => [...words]);
  for (const [index, { box, words }] of doubtful.entries()) {
    const left = read[box]!.filter((word) => !words.includes(word));
    read[box] = [...left, ...chooseMoreConfident(words, english[index]!)].sort(
      (a, b) => a.line - b.line || a.left - b.left,
    );
  }
  return read;
}

export function groupByLine(words: readonly Word[]): Word[][] {
  const lines = new Map<number, Word[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line === undefined) lines.set(word.line, [word]);
    else line.push(word);
  }
  return [...lines.values()];
}

function isDoubtful(word: Word): boolean {
  if (/^[\s:।/(),.-]+$/u.test(word.text)) return false;
  return word.confidence < doubtfulUnder || !isBengali(word.text) || mayBeLatin.test(word.text);
}

/** Western digits, and B- and B+, which look like ৪- and ৪+. */
const mayBeLatin = /\d|^[০-৯]{1,2}[+-]$/u;

/** Only letters, digits and signs of Bengali text, in possible syllables. */
function isBengali(text: string): boolean {
  if (!/^(?:[\u0980-\u09ff\d।.,:;()[\]/'’"%+-]|\u200c|\u200d)+$/u.test(text)) return false;
  // Latin letters come out as a mixture of both kinds of digits.
  return brokenShare([text]) === 0 && !(/\d/.test(text) && /[\u0980-\u09ff]/u.test(text));
}

/** The line with some white around it, within the box it was read in. */
function around(words: readonly Word[], box: PixelBox): PixelBox {
  const pad = 4;
  const left = Math.max(box.left, Math.min(...words.map((word) => word.left)) - 3 * pad);
  const top = Math.max(box.top, Math.min(...words.map((word) => word.top)) - pad);
  const right = Math.min(box.left + box.width, Math.max(...words.map((word) => word.right)) + 3 * pad);
  const bottom = Math.min(box.top + box.height, Math.max(...words.map((word) => word.bottom)) + pad);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Letters, digits and the punctuation of labels and values: anything else is misread Bengali. */
const latinWord = /^[\w.,:;()[\]/'@#+-]+$/;

interface Spot {
  bengali: Word[];
  english: Word[];
}

/** Two words stand for the same ink if the middle of one lies within the other. */
function areSame(a: Word, b: Word): boolean {
  const middle = (word: Word) => (word.left + word.right) / 2;
  const holds = (outer: Word, x: number) => x >= outer.left && x <= outer.right;
  return holds(a, middle(b)) || holds(b, middle(a));
}

/** Chooses between the two readings wherever their words stand for the same ink. */
export function chooseMoreConfident(bengali: readonly Word[], english: readonly Word[]): Word[] {
  let spots: Spot[] = bengali.map((word) => ({ bengali: [word], english: [] }));
  for (const word of english) {
    const own = spots.filter((spot) => spot.bengali.some((other) => areSame(word, other)));
    const joined: Spot = {
      bengali: own.flatMap((spot) => spot.bengali),
      english: [...own.flatMap((spot) => spot.english), word],
    };
    spots = [...spots.filter((spot) => !own.includes(spot)), joined];
  }
  const line = bengali[0]?.line ?? 0;
  return spots.flatMap((spot) => chooseWords(spot).map((word) => ({ ...word, line })));
}

function chooseWords({ bengali, english }: Spot): Word[] {
  const labelled = withEnglishLabel(bengali, english);
  if (labelled !== undefined) return [labelled];
  const [sureB, sureE] = [meanConfidence(bengali), meanConfidence(english)];
  const isLatin =
    english.some(({ text }) => /[A-Za-z\d]/.test(text)) && english.every(({ text }) => latinWord.test(text));
  if (bengali.length === 0) return isLatin && sureE > 0.6 ? english : [];
  if (isNumbered(bengali)) return [...bengali];
  const isSound = bengali.every(({ text }) => isBengali(text) && !mayBeLatin.test(text));
  // Short labels, as 'FA' and 'St', are seen in many a Bengali word: one that holds no digit and is surer stays.
  const mayBeLabel = isLatin && (!isSound || sureE > Math.max(0.25, sureB));
  if (mayBeLabel && isLabel(english) && !isLabel(bengali)) return [...english];
  if (!isLatin) return withLatinWords(bengali, english);
  if (isSound) return sureE > Math.max(0.6, sureB + 0.08) ? english : bengali;
  return sureE > Math.min(0.6, sureB + 0.1) ? english : bengali;
}

/** নং-05: its digits are the same in both readings, its letters are not. */
function isNumbered(words: readonly Word[]): boolean {
  return words.every(({ text }) => /^নং[-–.]?[\d০-৯]*[,;]?$/u.test(text));
}

function isLabel(words: readonly Word[]): boolean {
  return findLabel(words.map(({ text }) => text).join(' '))?.certainty === 1;
}

/** A spot with both scripts: English words replace what is not Bengali, the rest is unchanged. */
function withLatinWords(bengali: readonly Word[], english: readonly Word[]): Word[] {
  const isRead = (word: Word) => isBengali(word.text) && !mayBeLatin.test(word.text);
  const latin = english.filter(
    (word) =>
      word.confidence > 0.6 &&
      latinWord.test(word.text) &&
      /[A-Za-z]/.test(word.text) &&
      bengali.some((other) => !isRead(other) && areSame(word, other)),
  );
  const kept = bengali.filter((word) => isRead(word) || !latin.some((other) => areSame(word, other)));
  return [...kept, ...latin].sort((a, b) => a.left - b.left);
}

/**
 * 'Division:ঢাকা' without a space is one word in two scripts: its label is found in the English reading, its value in the Bengali one, which takes the
 * label for digits.
 */
function withEnglishLabel(bengali: readonly Word[], english: readonly Word[]): Word | undefined {
  const [first, last] = [bengali[0], bengali.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const printed = english.map(({ text }) => text).join(' ');
  const label = /^[A-Za-z][A-Za-z/.' ]+(?=:)|^[A-Za-z][A-Za-z/.]*\.(?=\s|$)/.exec(printed)?.[0];
  if (label === undefined || findLabel(label)?.certainty !== 1) return undefined;
  const text = bengali.map((word) => word.text).join(' ');
  const value = /[:\d০-৯][^\u0985-\u09b9:]*([\u0985-\u09b9][^:]*)$/u.exec(text)?.[1];
  if (value === undefined || !isBengali(value.replace(/\s/g, ''))) return undefined;
  return { ...first, right: last.right, text: `${label}: ${value}` };
}

/** Mean over the letters: a certain colon says nothing about the word before it. */
function meanConfidence(words: readonly Word[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0
    ? 0
    : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
