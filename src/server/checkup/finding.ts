// Findings of checks, and the error that reports a failed one.

import type { Words } from '#contract/checkup/words.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { type StoreFault, UnusableStoreError } from '../platform/storage/storage.ts';

/** Formats a finding in both languages; each `#` is replaced by the next figure. */
export function formatFinding(bn: string, en: string, ...figures: readonly (number | string)[]): Words {
  const fill = (text: string, digits: (value: number | string) => string) => {
    let next = 0;
    return text.replaceAll('#', () => digits(figures[next++]!));
  };
  return { bn: fill(bn, toBengaliDigits), en: fill(en, String) };
}

/** Appends a list to the words; codes in it keep their digits. */
export const appendList = ({ bn, en }: Words, list: (language: Language) => string[]): Words => ({
  bn: bn + list('bn').join('; '),
  en: en + list('en').join('; '),
});

/** A check failed. `isBroken` is false if the part still works but needs attention. */
export class CheckFailure extends Error {
  readonly words: Words;
  readonly isBroken: boolean;

  constructor(words: Words, isBroken = true) {
    super(words.en);
    this.words = words;
    this.isBroken = isBroken;
  }
}

const storeFaults: Readonly<Record<StoreFault, Words>> = {
  keys: { bn: 'চাবি ভুল', en: 'wrong keys' },
  rights: { bn: 'চাবির সব অনুমতি নেই', en: 'the keys lack rights' },
  clock: { bn: 'এই মেশিনের ঘড়ি ভুল', en: 'the clock of this machine is wrong' },
  region: { bn: 'রিজিয়ন ভুল', en: 'wrong region' },
  bucket: { bn: 'বাকেটটি নেই', en: 'there is no such bucket' },
  full: { bn: 'বাকেট ভরে গেছে', en: 'the bucket is full' },
  other: { bn: 'উত্তর নেই', en: 'no answer' },
};

/** Builds the failure of an unusable store, with the reason in brackets. */
export function storeFailure(error: unknown, bn: string, en: string): CheckFailure {
  const words = error instanceof UnusableStoreError ? storeFaults[error.fault] : undefined;
  return new CheckFailure(words ? { bn: `${bn} (${words.bn})`, en: `${en} (${words.en})` } : { bn, en });
}
