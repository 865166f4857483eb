// Unifies the script of digits: a sheet prints its numbers in one script, but a lone Latin eight looks like a Bengali four.

import type { Word } from '../recognise.ts';

/** A number so long that its script was surely seen. */
const longNumber = 6;

/** Returns the words with each lone 8 and ৪ in the script of the page's long numbers. */
export function unifyDigitScript(words: readonly Word[]): Word[] {
  const long = words.filter(({ text }) => text.length >= longNumber);
  const latin = long.filter(({ text }) => /\d{6}/.test(text)).length;
  const bengali = long.filter(({ text }) => /[০-৯]{6}/u.test(text)).length;
  if (latin + bengali < 3 || Math.min(latin, bengali) > 0.2 * (latin + bengali)) return [...words];
  const [from, to] = latin > bengali ? ['৪', '8'] : ['8', '৪'];
  const alone = new RegExp(`(?<![\\dA-Za-z০-৯])([0০]?)${from}(?![\\dA-Za-z০-৯])`, 'gu');
  return words.map((word) => ({ ...word, text: word.text.replace(alone, `$1${to}`) }));
}
