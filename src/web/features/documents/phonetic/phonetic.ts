// Bengali from Latin letters, by the phonetic layout that Bengali typists know: k ক, kh খ, T ট, t ত, o অ, rohim রহিম. Words that are not spelled as
// they sound, above all names, come from a list.
import { toBengaliDigits } from '#contract/digits.ts';
import { spellings } from './spellings.ts';

const consonants: Record<string, string> = {
  k: 'ক',
  kh: 'খ',
  g: 'গ',
  gh: 'ঘ',
  Ng: 'ঙ',
  c: 'চ',
  ch: 'ছ',
  j: 'জ',
  jh: 'ঝ',
  NG: 'ঞ',
  T: 'ট',
  Th: 'ঠ',
  D: 'ড',
  Dh: 'ঢ',
  N: 'ণ',
  t: 'ত',
  th: 'থ',
  d: 'দ',
  dh: 'ধ',
  n: 'ন',
  p: 'প',
  ph: 'ফ',
  f: 'ফ',
  b: 'ব',
  bh: 'ভ',
  v: 'ভ',
  m: 'ম',
  z: 'য',
  r: 'র',
  l: 'ল',
  sh: 'শ',
  S: 'শ',
  Sh: 'ষ',
  s: 'স',
  h: 'হ',
  R: 'ড়',
  Rh: 'ঢ়',
  q: 'ক',
  x: 'ক্স',
  w: 'ও',
  y: 'য়',
  Y: 'য়',
};

/** Alone, and after a consonant. */
const vowels: Record<string, readonly [string, string]> = {
  o: ['অ', ''],
  a: ['আ', 'া'],
  i: ['ই', 'ি'],
  I: ['ঈ', 'ী'],
  aa: ['আ', 'া'],
  ee: ['ঈ', 'ী'],
  u: ['উ', 'ু'],
  oo: ['উ', 'ু'],
  U: ['ঊ', 'ূ'],
  rri: ['ঋ', 'ৃ'],
  e: ['এ', 'ে'],
  O: ['ও', 'ো'],
  OI: ['ঐ', 'ৈ'],
  OU: ['ঔ', 'ৌ'],
};

const signs: Record<string, string> = { ng: 'ং', '^': 'ঁ', 't`': 'ৎ', 't``': 'ৎ' };

/** Consonants that join when nothing is typed between them; all others keep their own vowel. */
const joined = new Set(
  `k+k k+T k+t k+l k+s k+Sh g+g g+n g+m g+l Ng+k Ng+kh Ng+g Ng+gh c+c c+ch j+j j+NG NG+c NG+ch NG+j T+T D+D N+T N+Th N+D N+N
  t+t t+th t+m t+n d+d d+dh d+b d+bh d+m n+t n+th n+d n+dh n+n n+m n+T n+D p+t p+p p+l p+s b+b b+d b+dh b+j b+l m+p m+ph m+b m+bh m+m m+n
  l+l l+k l+T Sh+T Sh+Th Sh+N Sh+k Sh+p Sh+m sh+c sh+ch sh+l sh+m sh+n s+k s+kh s+t s+th s+T s+p s+ph s+m s+n s+l h+n f+l`
    .split(/\s+/)
    .filter(Boolean),
);
const hasanta = '্';

/** র joins these; those of the second set only at the beginning of a word or before অ (স্রোত, নম্র, but নুসরাত, কামরুন); no others (আনরা, খায়রুল). */
const withRa = new Set('k g gh t th T d dh D p b bh v sh Sh x q'.split(' '));
const withRaFirst = new Set('kh h s m j f ph'.split(' '));

const keys = [...Object.keys(consonants), ...Object.keys(vowels), ...Object.keys(signs), 'rr'].sort(
  (a, b) => b.length - a.length,
);
const mattersInCase = new Set('TDNSRIUOY');
/** No Bengali word begins with these; at the beginning the letter is a capital only because names have one. */
const neverFirst: Record<string, string> = { N: 'n', R: 'r', S: 's', Y: 'y' };

/** A name has its capital, and a form its capitals, for their own sake: neither says which letter is meant. */
function ofKeys(word: string): string {
  if (word.length > 3 && !/[a-z]/.test(word)) return word.toLowerCase();
  if (!/^[A-Z][a-z]+$/.test(word)) return word;
  return word
    .replace(/^Oi(?=[^aeiou])/, 'OI')
    .replace(/^[IU]/, (first) => first.toLowerCase())
    .replace(/(?<=[^aeiou])y$/, 'i');
}

const normalise = (word: string): string =>
  [...ofKeys(word)]
    .map((letter, at, letters) =>
      at === 0 && neverFirst[letter]
        ? neverFirst[letter]
        : mattersInCase.has(letter) || (letter === 'G' && letters[at - 1] === 'N')
          ? letter
          : letter.toLowerCase(),
    )
    .join('')
    // Parts of the names of places: the first does not join what is before it.
    .replace(/m(?=pur$)/, 'm`')
    .replace(/(?<=..)g[ao]nj$/, '`gonj')
    .replace(/(?<=..)gaon$/, '`ga^O')
    .replace(/(?<=..)ba[zj]ar$/, 'bajar')
    // A doubled letter before য-ফলা is what is heard, not what is written: ঐক্য, সত্য.
    .replace(/([kgtdj])\1y/g, '$1y')
    // Before a throat or palate letter the nasal is of its kind; only সংখ্যা keeps its sign.
    .replace(/ng(?=k(?!h)|g)|n(?=k)/g, 'Ng')
    .replace(/n(?=[cj])/g, 'NG')
    // As it is heard: ng before a vowel has a গ, as in রঙ্গন.
    .replace(/ng(?=[aeiouIUO])/g, 'Ngg')
    .replace(/kkh/g, 'kSh')
    .replace(/chh/g, 'ch');

const isVowel = (key: string | undefined): boolean => key !== undefined && Object.hasOwn(vowels, key);

interface Place {
  readonly previous: string;
  readonly key: string;
  /** Undefined at the end of the word. */
  readonly next: string | undefined;
  readonly isSecond: boolean;
}

/** A consonant that follows a consonant, joined to it or not. */
function afterConsonant({ previous, key, next, isSecond }: Place): string {
  const alone = consonants[key]!;
  const isSoft = previous === 'y' || previous === 'Y' || previous === 'w';
  if (key === 'r')
    return withRa.has(previous) || (withRaFirst.has(previous) && (isSecond || next === 'o'))
      ? `${hasanta}র`
      : alone;
  if (key === 'y' || key === 'Y') return isSoft ? alone : `${hasanta}য`;
  if (key === 'w') return isSoft ? 'ওয়' : `${hasanta}ব`;
  return joined.has(`${previous}+${key}`) ? hasanta + alone : alone;
}

function vowelAfter(previous: string, key: string): string {
  const [whole, sign] = vowels[key]!;
  if (Object.hasOwn(consonants, previous)) return sign;
  if (!isVowel(previous)) return whole;
  // A vowel after a vowel is written whole; only অ and আ are not: যাও, তানিয়া.
  if (key === 'o') return 'ও';
  return key === 'a' && !previous.startsWith('a') ? 'য়া' : whole;
}

function keysOf(word: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < word.length; at += found.at(-1)!.length)
    found.push(keys.find((each) => word.startsWith(each, at)) ?? word[at]!);
  return found;
}

function spell(word: string): string {
  const typed = keysOf(normalise(word));
  let written = '';
  let previous = '';
  for (const [at, key] of typed.entries()) {
    const next = typed[at + 1];
    // It only keeps apart what would join.
    if (key === '`') written += '';
    else if (key === 'rr') written += next === undefined || isVowel(next) ? 'রর' : `র${hasanta}`;
    else if (signs[key]) written += signs[key];
    else if (isVowel(key)) written += vowelAfter(previous, key);
    else if (!Object.hasOwn(consonants, key)) written += key;
    else if (Object.hasOwn(consonants, previous))
      written += afterConsonant({ previous, key, next, isSecond: at === 1 });
    else if (key === 'y' && written === '') written += 'ইয়';
    else if (key === 'w' && (written === '' || isVowel(next))) written += 'ওয়';
    else written += consonants[key];
    previous = key === 'rr' && isVowel(next) ? 'r' : key;
  }
  return written;
}

/** Whoever types capitals within a word means letters of the layout: maTi is মাটি, whatever mati is. */
const isPlain = /^(?:[A-Za-z][a-z]*|[A-Z]+)$/;

/** One word in Latin letters, as it is written in Bengali. */
export const toBengaliWord = (word: string): string => {
  const usual = isPlain.test(word) ? word.toLowerCase() : '';
  return (Object.hasOwn(spellings, usual) ? spellings[usual] : undefined) ?? spell(word);
};

/** An address of the internet, or a code as of a passport or a payment: meant as it is typed. */
const asTyped =
  /\S*@\S*|(?:https?:|www\.)\S+|(?:[A-Za-z0-9-]+\.)+(?:com|net|org|info|gov|edu|bd)\b\S*|\b(?=\w*[A-Z])(?=\w*[0-9])[A-Z0-9]{6,}\b/;
const coxsBazar = /(?:[Cc]ox['’]?s?|COX['’]?S?|কক্স)\s*(?:[Bb]azar|BAZAR)/;
const word = /[A-Za-z](?:[A-Za-z`^]|['’](?=[A-Za-z]))*\.?/;
/** Short in Latin letters only: মোঃ, নং, শেখ, গ্রাম have no dot. */
const isShort = /^(?:md|mst|most|dr|sk|no|vill|dist)\.$/i;
const parts = new RegExp(`(${asTyped.source})|(${coxsBazar.source})|(${word.source})|[0-9]+`, 'g');

/** Every Latin word and digit of a text in Bengali, but for addresses of the internet and codes; what is Bengali already stays. */
export const toBengaliText = (text: string): string =>
  text.replace(parts, (part, kept?: string, bazar?: string, latin?: string, at = 0) => {
    if (kept !== undefined) return kept;
    if (bazar !== undefined) return 'কক্সবাজার';
    if (latin === undefined) return toBengaliDigits(part);
    const written = toBengaliWord(latin.replace(/['’.]/g, ''));
    if (!latin.endsWith('.')) return written;
    if (!isShort.test(latin)) return `${written}.`;
    return /^[A-Za-z0-9]/.test(text.slice(at + part.length)) ? `${written} ` : written;
  });

/** What is typed at the caret, as far as it may go on: a word, a number, an address, a code. */
const unfinishedAt = /[A-Za-z0-9`^.'’@:/_-]*$/;

/**
 * While typing: words that a space or a mark has ended are in Bengali, the one at the caret stays Latin, so that a phone's keyboard is not disturbed.
 * @param caret where typing continues, in UTF-16 units; what is after it stays
 */
export function toBengaliTyped(text: string, caret: number): string {
  const unfinished = unfinishedAt.exec(text.slice(0, caret))?.[0] ?? '';
  return toBengaliText(text.slice(0, caret - unfinished.length)) + unfinished + text.slice(caret);
}
