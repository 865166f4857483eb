// Judges how sound a text layer's Bengali is, and decides how to read each of its fonts.

import type { TextRun } from './page-content.ts';
import { toTypingOrder } from './visual-order.ts';

const sign = '[\u09be-\u09cc\u09d7]';
const brokenToken = new RegExp(
  [
    `^[\u0981-\u0983\u09bc${sign.slice(1, -1)}\u09cd]`, // starts with a mark
    `${sign}${sign}`, // two vowel signs in a row
    '\u09cd$', // ends in a hasanta
    `\u09cd${sign}`,
    `[\u0985-\u0994]${sign}`, // a vowel sign on a vowel
    '[\u0980-\u09ff][A-Za-z\u00a1-\u024f]|[A-Za-z\u00a1-\u024f][\u0981-\u0983\u09bc-\u09cd]', // Latin inside
    '[\\p{Cc}\\p{Co}\ufffd]',
  ].join('|'),
  'u',
);

/** The words of a text, split at characters that never occur within one. */
function wordsOf(text: string): string[] {
  return text.normalize('NFC').split(/[\s,;:/()]+/u);
}

function isBroken(word: string): boolean {
  return brokenToken.test(word.replace(/ৎ/g, 'ত'));
}

/**
 * Returns the share of impossible Bengali words: 0 for sound text, above 0.3 for visual order or a broken character map. Also 0 if there is no Bengali.
 */
export function brokenShare(texts: readonly string[]): number {
  let words = 0;
  let broken = 0;
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      if (!/[\u0980-\u09e3\ufffd\ue000-\uf8ff]/u.test(word)) continue;
      words += 1;
      if (isBroken(word)) broken += 1;
    }
  }
  return words === 0 ? 0 : broken / words;
}

/** As stored; stored as drawn from left to right; or unreliable: then the picture of the page is read. */
export type FontVerdict = 'sound' | 'visual-order' | 'unusable';

/** Above these shares a font's text is put into typing order, or rejected. */
const limits = { visual: 0.05, unusable: 0.025, strange: 0.04 };
/** Fewer words than this say little about a font: it is then judged together with all others of its script. */
const enoughWords = 12;

interface FontText {
  words: string[];
}

/** Returns the verdict on each font's text. `pieces` are texts with the fonts of their letters. */
export function judgeFonts(pieces: readonly { font: string; text: string }[]): (font: string) => FontVerdict {
  const byFont = new Map<string, FontText>();
  for (const { font, text } of pieces) {
    const held = byFont.get(font) ?? { words: [] };
    held.words.push(...wordsOf(text).filter((word) => word !== ''));
    byFont.set(font, held);
  }
  const verdicts = new Map<string, FontVerdict>();
  const everything = [...byFont.values()].flatMap((one) =>
    one.words.filter((word) => /[\u0980-\u09ff]/u.test(word)),
  );
  const common = verdictOf(everything);
  for (const [font, { words }] of byFont) {
    const nonAscii = words.filter((word) => !/^[\x20-\x7e]*$/.test(word));
    const own = verdictOf(words);
    verdicts.set(
      font,
      nonAscii.length >= enoughWords || own === 'unusable' || nonAscii.length === 0 ? own : common,
    );
  }
  return (font) => verdicts.get(font) ?? 'sound';
}

function verdictOf(words: readonly string[]): FontVerdict {
  if (words.length === 0) return 'sound';
  const strange = words.filter(isStrange).length / words.length;
  if (strange > limits.strange) return 'unusable';
  if (brokenShare(words) <= limits.unusable) return 'sound';
  if (brokenShare(words.map(toTypingOrder)) <= limits.unusable) return 'visual-order';
  return 'unusable';
}

/** Arrows, bullets, boxes and guillemets by themselves: sheets set them between a label and its value. */
const ornament = /^[\u00ab\u00bb\u2190-\u21ff\u25a0-\u25ff\u2600-\u27bf]+$/u;

/** Characters that no word of a sheet contains: from other scripts, private use, or more punctuation than letters. */
function isStrange(word: string): boolean {
  if (ornament.test(word)) return false;
  if (/[\p{Co}\ufffd]|[^\s!-~\u0964\u0965\u0980-\u09ff\u2000-\u206f\u20b9\u00b7\u00d7\u2212]/u.test(word))
    return true;
  const signs = word.replace(/[^!-/:-@[-`{-~]/g, '').length;
  return word.length > 4 && signs > 0.5 * word.length && !/^[-_.=*]+$/.test(word);
}

/** Above this share of a font's runs, gaps are letters without a code rather than unwritten spaces. */
const holeShare = 0.03;

/**
 * Finds the fonts with letters that are drawn but missing from the text, because they have no code. `runs` are those of all pages, in the order in which
 * they were written. Returns none for a document without written spaces, in which every gap looks like that.
 */
export function fontsWithHoles(runs: readonly TextRun[]): ReadonlySet<string> {
  const spaced = runs.filter(({ text }) => text.includes(' ')).length;
  if (spaced * 12 < runs.length) return new Set();
  const tallies = new Map<string, { holes: number; all: number }>();
  for (const [index, run] of runs.entries()) {
    if (!/[\u0980-\u09ff]/u.test(run.text)) continue;
    const tally = tallies.get(run.font) ?? { holes: 0, all: 0 };
    tallies.set(run.font, tally);
    tally.all += 1;
    const before = runs[index - 1];
    if (before === undefined || Math.abs(before.baseline - run.baseline) > 0.1 * run.size) continue;
    const gap = (run.left - before.end) / run.size;
    if (gap > 0.12 && gap < 1.5) tally.holes += 1;
  }
  return new Set(
    [...tallies].filter(([, { holes, all }]) => holes > 3 && holes > holeShare * all).map(([font]) => font),
  );
}
