// Interprets printed values: blanks, digits, dates, the words for gender, marital status and religion. Values are returned as the record stores them:
// NFC, ASCII digits, dates as YYYY-MM-DD.

import type { SignedCopyField } from '../signed-copy-reading.ts';
import { findNotion } from './label-words.ts';

/** Converts Bengali digits to ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}

const blanks = new Set([
  '',
  'n/a',
  'na',
  'n.a',
  'n.a.',
  'nil',
  'null',
  'none',
  'not available',
  'not applicable',
  'প্রযোজ্য নয়',
  'প্রযোজ্য নহে',
  'undefined',
]);

/** Whether a printed value stands for "none". */
export function isBlank(text: string): boolean {
  const bare = text.replace(/^[\s\-–—_.:।=*]+$/u, '').trim();
  // The number of the row below, in a list of numbered labels.
  return blanks.has(bare.toLowerCase().normalize('NFC')) || /^\d{1,2}\.$/.test(asciiDigits(bare));
}

const months: Record<string, number> = {};
const monthNames: string[][] = [
  ['jan', 'january', 'জানুয়ারি', 'জানুয়ারী', 'জানু'],
  ['feb', 'february', 'ফেব্রুয়ারি', 'ফেব্রুয়ারী', 'ফেব্রু'],
  ['mar', 'march', 'মার্চ'],
  ['apr', 'april', 'এপ্রিল'],
  ['may', 'মে'],
  ['jun', 'june', 'জুন'],
  ['jul', 'july', 'জুলাই'],
  ['aug', 'august', 'আগস্ট', 'আগষ্ট', 'অগাস্ট'],
  ['sep', 'sept', 'september', 'সেপ্টেম্বর', 'সেপ্টে'],
  ['oct', 'october', 'অক্টোবর', 'অক্টো'],
  ['nov', 'november', 'নভেম্বর', 'নভে'],
  ['dec', 'december', 'ডিসেম্বর', 'ডিসে'],
];
for (const [index, names] of monthNames.entries()) {
  for (const name of names) months[name.normalize('NFC')] = index + 1;
}

/** Returns a printed date, day first, as YYYY-MM-DD; undefined for anything else. Two-digit years are not guessed. */
export function findDate(printed: string): string | undefined {
  const text = asciiDigits(printed).normalize('NFC').toLowerCase().trim();
  const iso = /^(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?!\d)/.exec(text);
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!);
  const dayFirst =
    /^(\d{1,2})(?:\s*[-/.।|]\s*|\s+)(\d{1,2})(?:\s*[-/.।|]\s*|\s+)(\d{4})(?!\d)/.exec(text) ??
    /^(\d\d)(\d\d)(\d{4})$/.exec(text);
  if (dayFirst) return dateOf(dayFirst[3]!, dayFirst[2]!, dayFirst[1]!);
  const named = /^(\d{1,2})(?:st|nd|rd|th|ই|শে|লা|রা|ঠা)?[\s,./-]*([\p{L}\p{M}]+)[\s,./-]*(\d{4})(?!\d)/u.exec(
    text,
  );
  if (named && months[named[2]!] !== undefined)
    return dateOf(named[3]!, String(months[named[2]!]), named[1]!);
  const monthFirst = /^([\p{L}\p{M}]+)[\s.]*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4})(?!\d)/u.exec(text);
  if (monthFirst && months[monthFirst[1]!] !== undefined) {
    return dateOf(monthFirst[3]!, String(months[monthFirst[1]!]), monthFirst[2]!);
  }
  const yearNamed = /^(\d{4})[\s,./-]+([\p{L}\p{M}]+)[\s,./-]+(\d{1,2})(?!\d)/u.exec(text);
  if (yearNamed && months[yearNamed[2]!] !== undefined)
    return dateOf(yearNamed[1]!, String(months[yearNamed[2]!]), yearNamed[3]!);
  return undefined;
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (y < 1850 || y > 2150 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined;
  return date.toISOString().slice(0, 10);
}

const wordsOf: Partial<Record<SignedCopyField, Record<string, string>>> = {
  gender: {
    male: 'male m man পুরুষ পুং ছেলে',
    female: 'female f woman মহিলা নারী স্ত্রী মেয়ে',
    other: 'other others o hijra thirdgender transgender অন্যান্য অন্য হিজড়া তৃতীয়লিঙ্গ',
  },
  marital_status: {
    married: 'married বিবাহিত বিবাহিতা',
    unmarried: 'unmarried single অবিবাহিত অবিবাহিতা',
    widowed: 'widowed widow বিধবা',
    widower: 'widower বিপত্নীক',
    divorced: 'divorced divorcee তালাকপ্রাপ্ত তালাকপ্রাপ্তা বিবাহবিচ্ছিন্ন',
    separated: 'separated বিচ্ছিন্ন',
  },
  religion: {
    Islam: 'islam muslim moslem ইসলাম মুসলিম মুসলমান ইসলামধর্ম',
    Hinduism: 'hinduism hindu সনাতন হিন্দু হিন্দুধর্ম সনাতনধর্ম',
    Buddhism: 'buddhism buddhist buddha বৌদ্ধ বৌদ্ধধর্ম',
    Christianity: 'christianity christian খ্রিস্টান খ্রিষ্টান খ্রীষ্টান খ্রীস্টান খৃষ্টান খ্রিস্টধর্ম',
    Other: 'other others অন্যান্য',
  },
};

function chosenWord(field: SignedCopyField, text: string): string | undefined {
  const choices = wordsOf[field];
  if (choices === undefined) return undefined;
  const bare = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}/]/gu, '');
  for (const [value, words] of Object.entries(choices)) {
    for (const word of words.normalize('NFC').split(' ')) {
      // A bilingual sheet prints 'পুরুষ / Male'.
      if (bare === word || bare.split('/').includes(word)) return value;
    }
  }
  return undefined;
}

/** Fields that consist of digits only, with their possible lengths. */
const digitCounts: Partial<Record<SignedCopyField, readonly number[]>> = {
  national_id: [10, 13, 17],
  pin: [13, 17],
  voter_no: [12],
  nid_father: [10, 13, 17],
  nid_mother: [10, 13, 17],
  nid_spouse: [10, 13, 17],
  voter_no_father: [12],
  voter_no_mother: [12],
  voter_no_spouse: [12],
  tin: [12],
  birth_registration_no: [17],
};

/** Returns the possible numbers of digits in this field; undefined for fields that are not numbers. */
export const digitCountsOf = (field: SignedCopyField) => digitCounts[field];

const dateFields = new Set<string>([
  'date_of_birth',
  'death_date_of_father',
  'death_date_of_mother',
  'death_date_of_spouse',
]);
const unspacedFields = new Set<string>([
  'form_no',
  'sl_no',
  'driving',
  'passport',
  'laptop_id',
  'phone',
  'mobile',
  'email',
  'afis_status',
  'no_finger',
  'no_finger_print',
]);

const names = new Set<string>(['name_bangla', 'name_english', 'father_name', 'mother_name', 'spouse_name']);
/** Everyone has a value for these fields, so a blank is more likely a value that was missed. */
const essential = new Set<string>([
  'national_id',
  'name_bangla',
  'name_english',
  'father_name',
  'mother_name',
  'date_of_birth',
  'gender',
]);

/** A name with digits or in two scripts has absorbed its neighbour, and so has a value with a colon. */
function isWhole(field: SignedCopyField, text: string): boolean {
  if (/[:：=|;•]|\/$/u.test(text) || blankBeforeText.test(text) || endsInBracket(text)) return false;
  // A blood group that stands behind another value.
  if (/\s(?:AB?|B|O)[+-]$/.test(text)) return false;
  return !names.has(field) || isWholeName(field, text);
}

function isWholeName(field: SignedCopyField, text: string): boolean {
  if (/[\d@_]/.test(text) || isInTwoScripts(text)) return false;
  // The late are relatives.
  return !field.startsWith('name_') || !/^(?:মৃত|late)(?![\p{L}\p{M}])/iu.test(text);
}

/** Whether a name has one word, or only shortened ones: few people are called so, and the rest may be lost. */
export function mayLackWords(field: SignedCopyField, value: string): boolean {
  const words = value.split(/\s+/);
  return names.has(field) && (words.length === 1 || words.every((word) => word.endsWith('.')));
}

/** Whether the text lost its end: a bracket stays open. */
export const endsInBracket = (text: string) => /\([^()]*$/u.test(text);

/** 'N/A Blood Group N/A': the blank of this field, and what follows it. */
const blankBeforeText = /^(?:n\/a|nil|[-–—]+)\s+\p{L}/iu;

/** Removes remarks in brackets, which may be in any words. */
export const withoutBrackets = (text: string) => text.replace(/\([^()]*\)/gu, ' ');

function isInTwoScripts(text: string): boolean {
  const bare = withoutBrackets(text);
  return /[A-Za-z]{2}/.test(bare) && /[\u0980-\u09ff]/u.test(bare);
}

/** Label words that never occur in a name: a name with one of them contains an unrecognised label and its value. */
const labelNotions = new Set<string>([
  'name', 'father', 'mother', 'spouse', 'birth', 'birth date', 'birth place', 'date', 'gender', 'religion', 'occupation', 'education', 'voter',
  'address', 'national id', 'blood', 'marital',
]); // biome-ignore format: a list

/** Whether a text contains such a word outside brackets. */
function holdsLabelWord(text: string): boolean {
  return withoutBrackets(text)
    .split(/[\s/,]+/u)
    .some((word) => labelNotions.has(findNotion(word, 0) ?? ''));
}

/** Whether the text is a single number or code. */
const isCode = (text: string) => /^[\p{L}\p{M}\d_./#-]{1,24}$/u.test(text);

/** 'অন্যান্য', 'Other = -', 'বিষয় প্রযোজ্য নহে': the second half of the label, alone or before a blank. */
function beginsWithLabel(field: SignedCopyField, text: string): boolean {
  const half = /_other$/.test(field)
    ? /^(?:অন্যান্য|অন্য|others?)(?![\p{L}\p{M}])/iu
    : field === 'education_sub'
      ? /^(?:বিষয়|subject)(?![\p{L}\p{M}])/iu
      : undefined;
  const rest = half === undefined ? undefined : text.normalize('NFC').replace(half, '');
  return rest !== undefined && rest !== text.normalize('NFC') && isBlank(rest.replace(/^[\s:：=]+/u, ''));
}

export const isDateField = (field: SignedCopyField) => dateFields.has(field);

const phones = new Set<string>(['phone', 'mobile']);
/** Codes are printed in capitals. */
const codeOf = (text: string) =>
  /^(?:[yn]|[A-Za-z]{2}\d{5,})$/.test(text)
    ? text.toUpperCase()
    : text.replace(/^(NO|MATCH)(MATCH|FOUND)$/, '$1_$2');

const latinWords = new Set<string>([
  'afis_status',
  'lock_flag',
  'status',
  'tag',
  'passport',
  'driving',
  'laptop_id',
]);

/**
 * Returns the part of a text read from a picture that has the form of its field, if the rest can only belong to its neighbour: one number of the right
 * length, a word for the gender at either end, Latin letters before Bengali ones. Otherwise returns the text itself.
 */
export function withoutNeighbour(field: SignedCopyField, printed: string): string {
  const text = asciiDigits(printed.normalize('NFC')).trim();
  const counts = digitCounts[field];
  if (counts !== undefined || phones.has(field)) {
    const numbers = (text.match(/\d+/g) ?? []).filter((number) =>
      counts === undefined ? number.length >= 9 && number.length <= 11 : counts.includes(number.length),
    );
    return numbers.length === 1 && /[\p{L}:]/u.test(text) ? numbers[0]! : printed;
  }
  if (field in wordsOf && chosenWord(field, text) === undefined) {
    const words = text.split(/\s+/);
    const known = [words[0]!, words.at(-1)!].filter((word) => chosenWord(field, word) !== undefined);
    return known[0] ?? printed;
  }
  if (field === 'blood_group') {
    const [, letters, sign] = /^(AB?|B|O|0{1,2})\s?([+-])(?=\s|$)/u.exec(text) ?? [];
    return letters === undefined ? printed : letters.replace(/^0+/, 'O') + sign;
  }
  if (latinWords.has(field))
    return codeOf(/^([A-Za-z][\w-]*)\s*[:\u0980-\u09ff]/u.exec(text)?.[1] ?? printed);
  return printed;
}

/** Splits a Bengali value from an adjacent English word, which identifies its own field: 'এস. এম. ইসলাম FEMALE'. */
export function splitWord(
  printed: string,
): { value: string; field: SignedCopyField; word: string } | undefined {
  const found = /^(.*[\u0980-\u09ff.)])\s+([A-Za-z]+)$/u.exec(printed.trim());
  if (found === null) return undefined;
  const [, value = '', word = ''] = found;
  const field = (Object.keys(wordsOf) as SignedCopyField[]).find(
    (one) => word.length > 2 && chosenWord(one, word) !== undefined,
  );
  return field && { value, field, word };
}

/** Returns the field that a value identifies by itself: words for gender and marital status, and blood groups, occur in no other field. */
export function fieldOfWord(printed: string): SignedCopyField | undefined {
  const fields = ['gender', 'marital_status', 'blood_group'] as const;
  const text = printed.trim();
  if (text.length < 2 || isBlank(text) || /^(?:other|অন্য)/iu.test(text)) return undefined;
  return fields.find((field) => fieldValue(field, text).sound);
}

export interface FieldValue {
  value: string;
  /** Whether the value has the form that the field requires. */
  sound: boolean;
}

/** Returns the value of a field as the record stores it. */
export function fieldValue(field: SignedCopyField, printed: string): FieldValue {
  const text = asciiDigits(
    printed
      .normalize('NFC')
      .replace(/[\s\u00a0]+/g, ' ')
      // What separates it from the next row of its line.
      .replace(/[\s,;|•]+$|^[\s•]+/gu, '')
      .trim(),
  );
  if (isBlank(text)) return { value: '', sound: !essential.has(field) };
  if (dateFields.has(field)) {
    const date = findDate(text);
    return { value: date ?? text, sound: date !== undefined };
  }
  if (field in wordsOf) {
    const word = chosenWord(field, text);
    return { value: word ?? text, sound: word !== undefined };
  }
  if (field === 'blood_group') {
    const group = findBloodGroup(text);
    return { value: group ?? text, sound: group !== undefined };
  }
  const counts = digitCounts[field];
  if (counts !== undefined) {
    const digits = text.replace(/[\s-]/g, '');
    if (/^\d+$/.test(digits)) return { value: digits, sound: counts.includes(digits.length) };
    return { value: text, sound: false };
  }
  if (unspacedFields.has(field)) {
    const value = text.replace(/\s/g, '').replace(/^[:：]/u, '');
    // After a domain in small letters, a capital begins the value of a neighbour: 'example.comIslam'.
    if (field === 'email') return { value, sound: /^[^@]+@[^@]+\.(?:[a-z]+|[A-Z]+)$/.test(value) };
    if (phones.has(field)) return { value, sound: /^\+?[\d-]{7,17}$/.test(value) };
    return { value, sound: isCode(value) && (field === 'afis_status' || /\d/.test(value)) };
  }
  // Letter-spaced text contains spaces.
  const joined = text.replace(/\s/g, '');
  if (field === 'voter_at' && /^(?:present|permanent)$/i.test(joined)) return { value: joined, sound: true };
  // A dash behind a value is the blank of its neighbour.
  const value = text.replace(/^[:：]\s*|\s+[-–—]+$/gu, '');
  return {
    value,
    sound:
      isWhole(field, value) && !beginsWithLabel(field, value) && !(names.has(field) && holdsLabelWord(value)),
  };
}

/** Whether a text cannot be this field's value, which has another form. */
export function contradicts(field: SignedCopyField | 'name', printed: string): boolean {
  if (field === 'name' || isBlank(printed) || fieldValue(field, printed).sound) return false;
  return hasOwnForm(field);
}

/** Whether values of this field have a form that a text of several words lacks. */
export const hasOwnForm = (field: SignedCopyField) => isShaped(field) || unspacedFields.has(field);

function isShaped(field: SignedCopyField): boolean {
  return (
    dateFields.has(field) ||
    field in wordsOf ||
    field === 'blood_group' ||
    field in digitCounts ||
    field === 'email'
  );
}

/** Whether a text could be this field's value: checked before accepting a label that has no separator after it. */
export function isPlausible(field: SignedCopyField | 'name', printed: string): boolean {
  if (field === 'name' || printed.trim() === '') return false;
  if (isShaped(field)) return fieldValue(field, printed).sound;
  if (unspacedFields.has(field))
    return /^[\w+-]+$/.test(asciiDigits(printed).trim()) && /[\d_]/.test(asciiDigits(printed));
  return field === 'name_bangla' || field === 'father_name' || field === 'mother_name'
    ? /^[\u0980-\u09ff.\s()-]+$/u.test(printed)
    : field === 'name_english' && /^[A-Za-z.\s()-]+$/u.test(printed);
}

const letterGroups: Record<string, string> = { এ: 'A', বি: 'B', এবি: 'AB', ও: 'O', '0': 'O' };

function findBloodGroup(text: string): string | undefined {
  const bare = text
    .replace(/\s/g, '')
    .replace(/\(?\+?(positive|pos|ve\+|\+ve|পজিটিভ|পজেটিভ|ধনাত্মক)\)?/i, '+')
    .replace(/\(?[-–−]?(negative|neg|ve-|[-–−]ve|নেগেটিভ|ঋণাত্মক)\)?/i, '-')
    .replace(/[–−—]/g, '-')
    .replace(/[()]/g, '');
  const match = /^(A|B|AB|O|0|এবি|এ|বি|ও)([+-])$/i.exec(bare);
  if (match === null) return undefined;
  const letters = match[1]!.toUpperCase();
  return (letterGroups[letters] ?? letters) + match[2]!;
}
