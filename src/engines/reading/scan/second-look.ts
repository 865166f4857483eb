// Words that came out as nonsense are read once more by themselves, by the Bengali model alone: with both models
// at hand Tesseract now and then takes a Bengali word for an English one.

import { findNotion } from '../label-words.ts';
import { brokenShare } from '../text-quality.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import { recognise, type Word } from './recognise.ts';

/** A page with more doubtful words than this is not saved by reading them again. */
const maxWords = 24;

/** The words with the doubtful ones replaced where the second reading is better. `crop` cuts a box out of the page. */
export async function lookAgain(
  words: readonly Word[],
  dpi: number,
  crop: (box: PixelBox) => Grey,
): Promise<Word[]> {
  const doubtful = words.filter((word) => isDoubtful(word, words)).slice(0, maxWords);
  const better = new Map<Word, Word>();
  for (const word of doubtful) {
    const box = {
      left: word.left,
      top: word.top,
      width: word.right - word.left,
      height: word.bottom - word.top,
    };
    if (box.width < 6 || box.height < 6) continue;
    const again = await recognise(crop(box), dpi, 'ben', '7');
    const text = again.map((part) => part.text).join(' ');
    const confidence = Math.min(1, ...again.map((part) => part.confidence));
    if (isBengali(text) && brokenShare([text]) === 0 && confidence > Math.min(0.5, word.confidence)) {
      better.set(word, { ...word, text, confidence });
    }
  }
  return words.map((word) => better.get(word) ?? word);
}

function isBengali(text: string): boolean {
  return /[\u0985-\u09b9]/u.test(text) && !/[A-Za-z]/.test(text);
}

function isDoubtful(word: Word, words: readonly Word[]): boolean {
  if (isBengali(word.text)) return brokenShare([word.text]) > 0;
  if (!/[A-Za-z$]/.test(word.text) || word.confidence > 0.85) return false;
  if (word.text.split(/[^A-Za-z]+/).some((part) => part.length > 2 && findNotion(part, 0) !== undefined))
    return false;
  // English stands in capitals or among English: a lone Latin word in a line of Bengali is suspect.
  const line = words.filter((other) => other.line === word.line && other !== word);
  return line.some((other) => isBengali(other.text)) || (line.length === 0 && word.confidence < 0.6);
}
