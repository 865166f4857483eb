// Bengali in the Bijoy code page: Latin characters that a font named *MJ (SutonnyMJ and similar) draws as Bengali. The codes are in drawing order,
// so the letters are also put back into typing order.

/** SutonnyMJ and similar; SutonnyOMJ and similar hold Unicode. */
export function isBijoyFont(font: string): boolean {
  return (
    /mj/i.test(font.replace(/[-,. ]?(?:bold|italic|regular|normal)+$/i, '').slice(-2)) && !/omj/i.test(font)
  );
}

const letters: Record<string, string> = {
  A: 'অ',
  B: 'ই',
  C: 'ঈ',
  D: 'উ',
  E: 'ঊ',
  F: 'ঋ',
  G: 'এ',
  H: 'ঐ',
  I: 'ও',
  J: 'ঔ',
  K: 'ক',
  L: 'খ',
  M: 'গ',
  N: 'ঘ',
  O: 'ঙ',
  P: 'চ',
  Q: 'ছ',
  R: 'জ',
  S: 'ঝ',
  T: 'ঞ',
  U: 'ট',
  V: 'ঠ',
  W: 'ড',
  X: 'ঢ',
  Y: 'ণ',
  Z: 'ত',
  _: 'থ',
  '`': 'দ',
  a: 'ধ',
  b: 'ন',
  c: 'প',
  d: 'ফ',
  e: 'ব',
  f: 'ভ',
  g: 'ম',
  h: 'য',
  i: 'র',
  j: 'ল',
  k: 'শ',
  l: 'ষ',
  m: 'স',
  n: 'হ',
  o: 'ড়',
  p: 'ঢ়',
  q: 'য়',
  r: 'ৎ',
  s: 'ং',
  t: 'ঃ',
  u: 'ঁ',
  v: 'া',
  w: 'ি',
  x: 'ী',
  y: 'ু',
  z: 'ু',
  '~': 'ূ',
  '‚': 'ূ',
  ƒ: 'ূ',
  '“': 'ু',
  '–': 'ু',
  '„': 'ৃ',
  '…': 'ৃ',
  '†': 'ে',
  '‡': 'ে',
  ˆ: 'ৈ',
  '‰': 'ৈ',
  Š: 'ৗ',
  '|': '।',
};

/** Single codes for whole conjuncts. */
const conjuncts: Record<string, string> = {
  '°': 'ক্ক',
  '±': 'ক্ট',
  '²': 'ক্ষ্ণ',
  '³': 'ক্ত',
  '´': 'ক্ম',
  µ: 'ক্র',
  '¶': 'ক্ষ',
  '·': 'ক্স',
  '¸': 'গু',
  '¹': 'জ্ঞ',
  º: 'গ্দ',
  '»': 'গ্ধ',
  '¼': 'ঙ্ক',
  '½': 'ঙ্গ',
  '¾': 'জ্জ',
  '¿': '্ত্র',
  À: 'জ্ঝ',
  Á: 'জ্ঞ',
  Â: 'ঞ্চ',
  Ã: 'ঞ্ছ',
  Ä: 'ঞ্জ',
  Å: 'ঞ্ঝ',
  Æ: 'ট্ট',
  Ç: 'ড্ড',
  È: 'ণ্ট',
  É: 'ণ্ঠ',
  Ê: 'ণ্ড',
  Ë: 'ত্ত',
  Ì: 'ত্থ',
  Î: 'ত্র',
  Ï: 'দ্দ',
  '×': 'দ্ধ',
  Ø: 'দ্ব',
  Ù: 'দ্ম',
  Ú: 'ন্ঠ',
  Û: 'ন্ড',
  Ü: 'ন্ধ',
  Ý: 'ন্স',
  Þ: 'প্ট',
  ß: 'প্ত',
  à: 'প্প',
  á: 'প্স',
  â: 'ব্জ',
  ã: 'ব্দ',
  ä: 'ব্ধ',
  å: 'ভ্র',
  ç: 'ম্ফ',
  é: 'ল্ক',
  ê: 'ল্গ',
  ë: 'ল্ট',
  ì: 'ল্ড',
  í: 'ল্প',
  î: 'ল্ফ',
  ï: 'শু',
  ð: 'শ্চ',
  ñ: 'শ্ছ',
  ò: 'ষ্ণ',
  ó: 'ষ্ট',
  ô: 'ষ্ঠ',
  õ: 'ষ্ফ',
  ö: 'স্খ',
  '÷': 'স্ট',
  ù: 'স্ফ',
  û: 'হু',
  ü: 'হৃ',
  ý: 'হ্ন',
  þ: 'হ্ম',
  ÿ: 'ক্ষ',
};

/** First letters of a conjunct, drawn narrow before the next. */
const leading: Record<string, string> = {
  '¯': 'স্',
  '®': 'ষ্',
  '¤': 'ম্',
  š: 'ন্',
  '›': 'ন্',
  '˜': 'দ্',
  '™': 'দ্',
  '•': 'ঙ্',
  '”': 'চ্',
};

/** Later letters of a conjunct, drawn below or after the previous one. */
const trailing: Record<string, string> = {
  '¨': '্য',
  ª: '্র',
  '«': '্র',
  Ö: '্র',
  '^': '্ব',
  '¡': '্ব',
  '¦': '্ব',
  '¢': '্ভ',
  '£': '্ভ্র',
  '¥': '্ম',
  '§': '্ম',
  '¬': '্ল',
  '\u00ad': '্ল',
  '‹': '্ক',
  Œ: '্ক্র',
  '—': '্ত',
  Í: '্ত',
  '‘': '্তু',
  '’': '্থ',
  ú: '্প',
  è: '্ণ',
  œ: '্ন',
  Ÿ: '্ব',
  '&': '্',
};

const reph = '©';

const quotes: Record<string, string> = { Ò: '“', Ó: '”', Ô: '‘', Õ: '’', Ñ: '-', Ð: '-' };

/** Codes that mean one thing after a letter and another alone: [after, alone]. */
const twofold: Record<string, readonly [string, string]> = { æ: ['ু', 'ম্ন'], ø: ['্ল', 'স্ন'] };

const consonant = '[\u0995-\u09b9\u09ce]\u09bc?';
const cluster = `${consonant}(?:\u09cd${consonant})*`;

/** Some readers report the codes 0x80 to 0x9f as control characters; the fonts mean Windows-1252. */
function windowsSign(sign: string): string {
  const code = sign.charCodeAt(0);
  return code >= 0x80 && code <= 0x9f ? new TextDecoder('windows-1252').decode(Uint8Array.of(code)) : sign;
}

function unicodeOf(sign: string, before: string): string {
  if (sign === reph) return '\ue000';
  const both = twofold[sign];
  if (both !== undefined) return /[\u0995-\u09b9\u09bc\u09cd]$/u.test(before) ? both[0] : both[1];
  return letters[sign] ?? conjuncts[sign] ?? leading[sign] ?? trailing[sign] ?? quotes[sign] ?? sign;
}

/** Converts a text in the Bijoy code page to Unicode (NFC). Digits become ASCII, as in the code page. */
export function fromBijoy(text: string): string {
  let drawn = '';
  // ² stands for both ক্ষ্ম and ক্ষ্ণ; only the first is followed by a vowel sign (লক্ষ্মী, যক্ষ্মা).
  for (const sign of text.replace(/²(?=[vx])/g, '¶§')) drawn += unicodeOf(windowsSign(sign), drawn);
  return (
    drawn
      .normalize('NFC')
      .replace(/অা/gu, 'আ')
      // Leading halves bring a hasanta, and so do trailing ones.
      .replace(/\u09cd{2,}/gu, '\u09cd')
      // Marks written between a letter and the one joined below it.
      .replace(new RegExp(`([\u09be-\u09c4\u09d7\u0981])((?:\u09cd${consonant})+)`, 'gu'), '$2$1')
      // The reph is drawn after the cluster that it belongs above.
      .replace(new RegExp(`(${cluster})([\u09be\u09c0-\u09c4]?)\ue000`, 'gu'), '\u09b0\u09cd$1$2')
      .replace(/\ue000/gu, '\u09b0\u09cd')
      .replace(new RegExp(`([\u09bf\u09c7\u09c8])(${cluster})`, 'gu'), '$2$1')
      .replace(/\u09c7(\u0981?)\u09be/gu, '\u09cb$1')
      .replace(/\u09c7(\u0981?)\u09d7/gu, '\u09cc$1')
      .replace(/\u0981([\u09be-\u09cc])/gu, '$1\u0981')
      .normalize('NFC')
  );
}
