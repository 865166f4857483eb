// Some producers store Bengali as it is drawn from left to right: ি ে ৈ before their consonant, ো and ৌ in two halves around it, the reph after its
// base. This puts the letters back into typing order.

const consonant = '[\u0995-\u09b9\u09ce\u09dc-\u09df\u09f0]\u09bc?';
/** A consonant with those joined to it by hasanta. */
const cluster = `${consonant}(?:\u09cd\u200d?${consonant})*`;
/** Vowel signs that are drawn after their consonant. */
const signsAfter = '[\u09be\u09c0-\u09c4\u09d7]';
const vowelSigns = '[\u09be-\u09c4\u09c7\u09c8\u09cb\u09cc\u09d7]';

/** Returns the text in typing order, NFC. Text that is already in typing order would be damaged. */
export function toTypingOrder(text: string): string {
  return (
    text
      .normalize('NFC')
      // A mark separated from its letter by a meaningless space.
      .replace(/ (?=[\u0981-\u0983\u09bc\u09be\u09c0-\u09c4\u09cd\u09d7])/gu, '')
      .replace(new RegExp(`([\u09bf\u09c7\u09c8]) (?=${consonant})`, 'gu'), '$1')
      // A sign above the letters may be drawn before what is joined to their right (হ্যাঁ).
      .replace(new RegExp(`\u0981((?:\u09cd${consonant})+)`, 'gu'), '$1\u0981')
      // The reph follows the cluster that it is written above, and that cluster's vowel signs.
      .replace(
        new RegExp(`([\u09bf\u09c7\u09c8]?${cluster}${signsAfter}?)\u09b0\u09cd(?!\u200d)`, 'gu'),
        (_, base: string) =>
          /^[\u09bf\u09c7\u09c8]/u.test(base)
            ? `${base[0]}\u09b0\u09cd${base.slice(1)}`
            : `\u09b0\u09cd${base}`,
      )
      // A joined letter written to the right of the vowel sign (ত্যু as ত ু ্য).
      .replace(new RegExp(`(${vowelSigns})(\u09cd${consonant})`, 'gu'), '$2$1')
      .replace(new RegExp(`([\u09bf\u09c7\u09c8]\u0981?)(${cluster})`, 'gu'), '$2$1')
      .replace(/\u09c7([\u0981]?)\u09be/gu, '\u09cb$1')
      .replace(/\u09c7([\u0981]?)\u09d7/gu, '\u09cc$1')
      .replace(new RegExp(`\u0981(${vowelSigns})`, 'gu'), '$1\u0981')
      .normalize('NFC')
  );
}

/** Returns typed text as it is drawn from left to right, without joiners. */
export function toDrawnOrder(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200d]/g, '')
    .replace(/\u09cb/g, '\u09c7\u09be')
    .replace(/\u09cc/g, '\u09c7\u09d7')
    .replace(
      new RegExp(`(\u09b0\u09cd(?=${consonant}))?(${cluster})([\u09bf\u09c7\u09c8])?`, 'gu'),
      (_, reph: string | undefined, base: string, before: string | undefined) =>
        `${before ?? ''}${base}${reph ?? ''}`,
    );
}
