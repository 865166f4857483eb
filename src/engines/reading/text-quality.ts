// How sound a text layer's Bengali is, and which way of reading it follows from that.

const sign = '[\u09be-\u09cc\u09d7]';
const brokenToken = new RegExp(
  [
    `^[\u0981-\u0983\u09bc${sign.slice(1, -1)}\u09cd]`, // begins with a mark
    `${sign}${sign}`, // two vowel signs in a row
    '\u09cd$', // ends in a hasanta
    `\u09cd${sign}`,
    '[\u0980-\u09ff][A-Za-z\u00a1-\u00ff]|[A-Za-z\u00a1-\u00ff][\u0981-\u0983\u09bc-\u09cd]', // Latin inside
    '[\\p{Cc}\ufffd\ue000-\uf8ff]',
  ].join('|'),
  'u',
);

/**
 * Share of Bengali words that no writer would type: 0 for sound text, above 0.3 for visual order or a broken
 * character map. 0 also when there is no Bengali at all.
 */
export function brokenShare(texts: readonly string[]): number {
  let words = 0;
  let broken = 0;
  for (const text of texts) {
    for (const word of text.normalize('NFC').split(/[\s,;:/()]+/u)) {
      if (!/[\u0980-\u09e3\ufffd\ue000-\uf8ff]/u.test(word)) continue;
      words += 1;
      if (brokenToken.test(word.replace(/ৎ/g, 'ত'))) broken += 1;
    }
  }
  return words === 0 ? 0 : broken / words;
}

/** Above this share a text is repaired, and if it stays above it, read by OCR. */
export const brokenLimit = 0.05;
