// Fields with a fixed set of values: the label of each value, and its accepted spellings. Without zod, shared with the screens.
import { cleanText } from '../clean-text.ts';
import type { Language } from '../language.ts';
import { bloodGroups, type genders } from './rules.ts';

const other = { bn: 'অন্যান্য', en: 'Other' };

interface ValueWords {
  readonly bn: string;
  readonly en: string;
  /** Other spellings of the same value. */
  readonly also?: readonly string[];
}

const genderWords = {
  male: { bn: 'পুরুষ', en: 'Male' },
  female: { bn: 'নারী', en: 'Female', also: ['মহিলা'] },
  other: { ...other, also: ['হিজড়া', 'তৃতীয় লিঙ্গ'] },
} satisfies Record<(typeof genders)[number], ValueWords>;

const words = {
  blood_group: Object.fromEntries(bloodGroups.map((group) => [group, { bn: group, en: group }])),
  gender: genderWords,
  religion: {
    Islam: { bn: 'ইসলাম', en: 'Islam', also: ['Muslim', 'মুসলিম', 'মুসলমান'] },
    Hinduism: { bn: 'হিন্দু', en: 'Hinduism', also: ['Hindu', 'সনাতন'] },
    Buddhism: { bn: 'বৌদ্ধ', en: 'Buddhism', also: ['Buddhist'] },
    Christianity: { bn: 'খ্রিস্টান', en: 'Christianity', also: ['Christian', 'খ্রিষ্টান'] },
    Other: other,
  },
  marital_status: {
    married: { bn: 'বিবাহিত', en: 'Married', also: ['বিবাহিতা'] },
    unmarried: { bn: 'অবিবাহিত', en: 'Unmarried', also: ['Single', 'অবিবাহিতা'] },
    widowed: { bn: 'বিধবা', en: 'Widowed', also: ['Widow'] },
    widower: { bn: 'বিপত্নীক', en: 'Widower' },
    divorced: { bn: 'তালাকপ্রাপ্ত', en: 'Divorced', also: ['তালাকপ্রাপ্তা'] },
    separated: { bn: 'বিচ্ছিন্ন', en: 'Separated' },
  },
  nationality: {
    Bangladeshi: { bn: 'বাংলাদেশী', en: 'Bangladeshi', also: ['বাংলাদেশি'] },
    Other: other,
  },
  tax_status: {
    Active: { bn: 'সক্রিয়', en: 'Active' },
    Inactive: { bn: 'নিষ্ক্রিয়', en: 'Inactive' },
  },
} satisfies Record<string, Record<string, ValueWords>>;

export type ValueKind = keyof typeof words;
type Choices = Readonly<Record<string, ValueWords>>;

const comparable = (text: string) => cleanText(text).replace(/\s+/g, ' ').toLowerCase();

/** The value as records store it, however it was spelled; undefined for anything outside its kind. */
export function findValue(kind: ValueKind, text: string): string | undefined {
  const compared = comparable(text);
  return Object.entries(words[kind] as Choices).find(([value, { bn, en, also = [] }]) =>
    [value, bn, en, ...also].some((spelling) => comparable(spelling) === compared),
  )?.[0];
}

/** The label of a value. A value outside its kind is unchanged. */
export function wordOfValue(kind: ValueKind, text: string, language: Language): string {
  const value = findValue(kind, text);
  return value === undefined ? text : (words[kind] as Choices)[value]![language];
}

export const choicesOf = (kind: ValueKind, language: Language) =>
  Object.entries(words[kind] as Choices).map(([value, { [language]: label }]) => ({ value, label }));

/** The kinds of an NID record's fields; those of a server copy have the same names. */
export const valueKinds = {
  blood_group: 'blood_group',
  gender: 'gender',
  religion: 'religion',
  marital_status: 'marital_status',
} as const satisfies Partial<Record<string, ValueKind>>;
export type ChosenField = keyof typeof valueKinds;

export const valueKindOf = (field: string): ValueKind | undefined =>
  (valueKinds as Partial<Record<string, ValueKind>>)[field];

/** The refusal for a value outside the field's kind. */
export const unknownValueMessage = {
  blood_group: 'blood_group_unknown',
  gender: 'gender_unknown',
  religion: 'religion_unknown',
  marital_status: 'marital_status_unknown',
} as const satisfies Record<ChosenField, string>;
