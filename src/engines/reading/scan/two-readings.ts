// Bengali and Latin letters side by side: everything is read as Bengali first, and the lines in which that is doubtful
// once more as English. Word by word the surer reading is taken; the two are never mixed within a word.

import { brokenShare } from '../text-quality.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import type { Word } from './recognise.ts';
import { readStacked } from './stacked.ts';

/** Under this the Bengali reading of a word is asked about. */
const doubtfulUnder = 0.8;

/** The words of each box, in the script in which they are surest. */
export async function readBoxes(
  page: Grey,
  boxes: readonly PixelBox[],
  dpi: number,
  paper: number,
): Promise<Word[][]> {
  const bengali = await readStacked(page, boxes, dpi, paper, 'ben');
  const doubtful: { box: number; words: Word[]; place: PixelBox }[] = [];
  for (const [box, words] of bengali.entries()) {
    for (const line of byLine(words)) {
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
    read[box] = [...left, ...surer(words, english[index]!)].sort(
      (a, b) => a.line - b.line || a.left - b.left,
    );
  }
  return read;
}

export function byLine(words: readonly Word[]): Word[][] {
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
  return word.confidence < doubtfulUnder || !isBengali(word.text);
}

/** Letters, digits and signs of Bengali text alone, in syllables that can be. */
function isBengali(text: string): boolean {
  if (!/^(?:[\u0980-\u09ff\d।.,:;()[\]/'’"%+-]|\u200c|\u200d)+$/u.test(text)) return false;
  // Latin letters come out as a mixture of both kinds of digits.
  return brokenShare([text]) === 0 && !(/\d/.test(text) && /[\u0980-\u09ff]/u.test(text));
}

/** The line with a little white, within the box it was read in. */
function around(words: readonly Word[], box: PixelBox): PixelBox {
  const pad = 4;
  const left = Math.max(box.left, Math.min(...words.map((word) => word.left)) - 3 * pad);
  const top = Math.max(box.top, Math.min(...words.map((word) => word.top)) - pad);
  const right = Math.min(box.left + box.width, Math.max(...words.map((word) => word.right)) + 3 * pad);
  const bottom = Math.min(box.top + box.height, Math.max(...words.map((word) => word.bottom)) + pad);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Letters, digits and the signs that labels and values have: what else comes out is Bengali misread. */
const latinWord = /^[\w.,:;()[\]/'@#+-]+$/;

interface Spot {
  left: number;
  right: number;
  bengali: Word[];
  english: Word[];
}

/** Words of both readings that cover one another stand for the same ink: of each such spot one reading is kept. */
export function surer(bengali: readonly Word[], english: readonly Word[]): Word[] {
  const spots: Spot[] = [];
  const all = [
    ...bengali.map((word) => ({ word, isEnglish: false })),
    ...english.map((word) => ({ word, isEnglish: true })),
  ].sort((a, b) => a.word.left - b.word.left);
  for (const { word, isEnglish } of all) {
    let spot = spots.at(-1);
    const shared = spot === undefined ? 0 : Math.min(spot.right, word.right) - word.left;
    const least = Math.min(word.right - word.left, spot === undefined ? 0 : spot.right - spot.left);
    if (spot === undefined || shared < 0.4 * least) {
      spot = { left: word.left, right: word.right, bengali: [], english: [] };
      spots.push(spot);
    }
    spot.right = Math.max(spot.right, word.right);
    spot[isEnglish ? 'english' : 'bengali'].push(word);
  }
  const line = bengali[0]?.line ?? 0;
  return spots.flatMap((spot) => chosen(spot).map((word) => ({ ...word, line })));
}

function chosen({ bengali, english }: Spot): Word[] {
  const [sureB, sureE] = [sureness(bengali), sureness(english)];
  const isLatin =
    english.some(({ text }) => /[A-Za-z\d]/.test(text)) && english.every(({ text }) => latinWord.test(text));
  if (bengali.length === 0) return isLatin && sureE > 0.6 ? english : [];
  if (!isLatin) return bengali;
  const isSound = bengali.every(({ text }) => isBengali(text));
  if (isSound) return sureE > Math.max(0.6, sureB + 0.08) ? english : bengali;
  return sureE > Math.min(0.6, sureB + 0.1) ? english : bengali;
}

/** Mean over the letters: a sure colon says nothing of the word before it. */
function sureness(words: readonly Word[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0
    ? 0
    : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
