// What a look at one part of the shop came to.

import type { Words } from '#contract/checkup/words.ts';
import { toBengaliDigits } from '#contract/digits.ts';

/** The same in both languages; `#` stands for the figures, in order. */
export function found(bn: string, en: string, ...figures: readonly (number | string)[]): Words {
  const fill = (text: string, digits: (value: number | string) => string) => {
    let next = 0;
    return text.replaceAll('#', () => digits(figures[next++]!));
  };
  return { bn: fill(bn, toBengaliDigits), en: fill(en, String) };
}

/** Something is not well. `isBroken` false: it works, and somebody should look at it. */
export class Unwell extends Error {
  readonly words: Words;
  readonly isBroken: boolean;

  constructor(words: Words, isBroken = true) {
    super(words.en);
    this.words = words;
    this.isBroken = isBroken;
  }
}
