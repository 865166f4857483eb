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

const signs: Record<string, string> = { ng: 'ং', '^': 'ঁ', ':': 'ঃ', 't`': 'ৎ' };

/** Consonants that join when nothing is typed between them; all others keep their own vowel. */
const joined = new Set(
  `k+k k+T k+t k+l k+s k+Sh g+g g+n g+m g+l Ng+k Ng+kh Ng+g Ng+gh c+c c+ch j+j j+NG NG+c NG+ch NG+j T+T D+D N+T N+Th N+D N+N
  t+t t+th t+m t+n d+d d+dh d+b d+bh d+m n+t n+th n+d n+dh n+n n+m n+T n+D p+t p+p p+l p+s b+b b+d b+dh b+j b+l m+p m+ph m+b m+bh m+m m+n
  l+l l+k l+T Sh+T Sh+Th Sh+N Sh+k Sh+p sh+c sh+ch sh+l sh+m sh+n s+k s+kh s+t s+th s+T s+p s+ph s+m s+n s+l h+n f+l`
    .split(/\s+/)
    .filter(Boolean),
);
const hasanta = '্';

const keys = [...Object.keys(consonants), ...Object.keys(vowels), ...Object.keys(signs), 'rr'].sort(
  (a, b) => b.length - a.length,
);
const mattersInCase = new Set('TDNSRIUOY');
/** No Bengali word begins with these; at the beginning the letter is a capital only because names have one. */
const neverFirst: Record<string, string> = { N: 'n', R: 'r', S: 's', Y: 'y' };

const normalise = (word: string): string =>
  [...word]
    .map((letter, at, letters) =>
      at === 0 && neverFirst[letter]
        ? neverFirst[letter]
        : mattersInCase.has(letter) || (letter === 'G' && letters[at - 1] === 'N')
          ? letter
          : letter.toLowerCase(),
    )
    .join('')
    // Before a throat or palate letter the nasal is of its kind.
    .replace(/ng(?=[kg])/g, 'Ng')
    .replace(/n(?=[cj])/g, 'NG')
    // As it is heard: ng before a vowel has a গ, as in রঙ্গন.
    .replace(/ng(?=[aeiouIUO])/g, 'Ngg')
    .replace(/kkh/g, 'kSh');

/** What the next key after a consonant adds to it; undefined if it does not join. */
function joinedBy(previous: string, key: string): string | undefined {
  if (key === 'r') return `${hasanta}র`;
  if (key === 'y' || key === 'Y') return `${hasanta}য`;
  if (key === 'w') return `${hasanta}ব`;
  return joined.has(`${previous}+${key}`) ? hasanta + consonants[key] : undefined;
}

function spell(word: string): string {
  const rest = normalise(word);
  let written = '';
  let previous = '';
  for (let at = 0; at < rest.length; ) {
    const key = keys.find((each) => rest.startsWith(each, at));
    if (key === undefined) {
      written += rest[at];
      previous = '';
      at += 1;
      continue;
    }
    at += key.length;
    const isAfterConsonant = Object.hasOwn(consonants, previous);
    if (key === 'rr') written += `র${hasanta}`;
    else if (signs[key]) written += signs[key];
    else if (vowels[key]) {
      const isAfterVowel = Object.hasOwn(vowels, previous);
      // A vowel after a vowel is written whole; only অ is not.
      written += key === 'o' && isAfterVowel ? 'ও' : vowels[key][isAfterConsonant ? 1 : 0];
    } else if (written === '' && (key === 'y' || key === 'w')) written += key === 'y' ? 'ইয়' : 'ওয়';
    else written += (isAfterConsonant && joinedBy(previous, key)) || consonants[key];
    previous = key;
  }
  return written;
}

/** One word in Latin letters, as it is written in Bengali. */
export const toBengaliWord = (word: string): string => {
  const usual = word.toLowerCase();
  return (Object.hasOwn(spellings, usual) ? spellings[usual] : undefined) ?? spell(word);
};

const latinWord = /[A-Za-z][A-Za-z`^]*/g;

/** Every Latin word and digit of a text in Bengali; what is Bengali already stays. */
export const toBengaliText = (text: string): string =>
  text.replace(latinWord, toBengaliWord).replace(/[0-9]+/g, toBengaliDigits);

/**
 * While typing: words that a space or a mark has ended are in Bengali, the one at the caret stays Latin, so that a phone's keyboard is not disturbed.
 * @param caret where typing continues, in UTF-16 units; what is after it stays
 */
export function toBengaliTyped(text: string, caret: number): string {
  const unfinished = /[A-Za-z0-9`^]*$/.exec(text.slice(0, caret))?.[0] ?? '';
  return toBengaliText(text.slice(0, caret - unfinished.length)) + unfinished + text.slice(caret);
}
