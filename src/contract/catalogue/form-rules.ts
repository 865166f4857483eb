// The structure of an owner's form, and the check of answers to it; without zod, so that browser and server share it.
import { readPhone } from '../accounts/rules.ts';
import { cleanText, toSingleLine } from '../clean-text.ts';
import { parseDate } from '../dates/typed-dates.ts';
import { toAsciiDigits } from '../digits.ts';
import type { FieldMessageKey } from '../fields/field-messages.ts';
import { formatDecimal, maximumAmountPaisa } from '../money.ts';
import { maximumNumberLength } from '../orders/rules.ts';
import { readTaka } from '../wallet/typed-money.ts';
import type { FormMessageKey } from './form-messages.ts';

export const fieldKinds = [
  'text',
  'long_text',
  'digits',
  'date',
  'choice',
  'phone',
  'person',
  'address',
  'amount',
  'yes_no',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const conditionKinds = ['filled', 'equal', 'younger'] as const;

export interface Words {
  readonly bn: string;
  readonly en: string;
}

/** When to show a field: if an earlier field has an answer, has this answer, or is the birth date of someone younger than this many years. */
export interface Condition {
  readonly field: string;
  readonly is: (typeof conditionKinds)[number];
  readonly value: string;
}

export interface FormField {
  readonly key: string;
  readonly kind: FieldKind;
  readonly label: Words;
  readonly help: Words;
  readonly required: boolean;
  readonly when: Condition | null;
  /** Number of digits; set for the kind `digits` only. */
  readonly shortest: number | null;
  readonly longest: number | null;
  /** Set for the kind `choice` only. */
  readonly choices: readonly { readonly key: string; readonly label: Words }[];
}

export const paperKinds = ['photo', 'pdf', 'both'] as const;

export interface FormPaper {
  readonly key: string;
  readonly label: Words;
  readonly help: Words;
  readonly required: boolean;
  readonly when: Condition | null;
  readonly takes: (typeof paperKinds)[number];
  /** Front and back: at least two files, or one PDF. */
  readonly both_sides: boolean;
  readonly most: number;
  readonly megabytes: number;
}

/** An item of the checklist that staff tick before they complete an order. */
export interface FormCheck {
  readonly key: string;
  readonly label: Words;
  readonly required: boolean;
}

export interface ServiceForm {
  readonly fields: readonly FormField[];
  readonly papers: readonly FormPaper[];
  readonly checks: readonly FormCheck[];
}

export const maximumFields = 30;
export const maximumPapers = 6;
export const maximumChecks = 15;
export const maximumChoices = 20;
export const maximumLabelLength = 120;
export const maximumHelpLength = 300;
const longestOf: Readonly<Partial<Record<FieldKind, number>>> = { long_text: 2_000, address: 500 };
export const maximumAnswerLengthOf = (kind: FieldKind): number => longestOf[kind] ?? 200;

/** Key of a person's second answer, the NID number, which may be empty. It can't collide, since keys contain no dot. */
export const nidKeyOf = (key: string): string => `${key}.nid`;

export type Answers = Readonly<Record<string, string>>;
export interface GivenPaper {
  readonly name: string;
  readonly byteSize: number;
}

/** Full years between a birth date and a day, both `YYYY-MM-DD`. */
export function yearsBetween(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** @param answers cleaned; hidden fields have none */
export function isAsked(when: Condition | null, answers: Answers, today: string): boolean {
  if (!when) return true;
  const answer = Object.hasOwn(answers, when.field) ? answers[when.field]! : '';
  if (answer === '') return false;
  if (when.is === 'filled') return true;
  if (when.is === 'equal') return answer === when.value;
  return yearsBetween(answer, today) < Number(when.value);
}

type Message = FieldMessageKey | FormMessageKey;
type Read = { readonly value: string } | { readonly error: Message };

const readDigits = (typed: string, shortest: number, longest: number): Read => {
  const value = toAsciiDigits(typed).replace(/[\s-]/g, '');
  if (!/^\d+$/.test(value)) return { error: 'digits_only' };
  return value.length < shortest || value.length > longest ? { error: 'digits_count' } : { value };
};

/** Reads a typed answer by the kind of its field. Never called with an empty answer. */
function readAnswer(field: FormField, typed: string): Read {
  switch (field.kind) {
    case 'digits':
      return readDigits(typed, field.shortest ?? 1, field.longest ?? 40);
    case 'phone': {
      const value = readPhone(typed);
      return /^01\d{9}$/.test(value) ? { value } : { error: 'phone_invalid' };
    }
    case 'date': {
      const value = parseDate(typed);
      return value === undefined ? { error: 'date_invalid' } : { value };
    }
    case 'amount': {
      const paisa = readTaka(typed);
      if (paisa === undefined) return { error: 'invalid_amount' };
      return paisa > maximumAmountPaisa ? { error: 'amount_too_large' } : { value: formatDecimal(paisa) };
    }
    case 'choice':
      return field.choices.some(({ key }) => key === typed) ? { value: typed } : { error: 'invalid' };
    case 'yes_no':
      return typed === 'yes' || typed === 'no' ? { value: typed } : { error: 'invalid' };
    default: {
      const value = longestOf[field.kind] === undefined ? toSingleLine(typed) : typed;
      return value.length > maximumAnswerLengthOf(field.kind) ? { error: 'too_long' } : { value };
    }
  }
}

function findPaperError(paper: FormPaper, files: readonly GivenPaper[]): Message | undefined {
  if (files.length === 0) return paper.required ? 'paper_required' : undefined;
  if (files.length > paper.most) return 'too_many';
  const pdfs = files.filter(({ name }) => /\.pdf$/i.test(name)).length;
  if (paper.takes === 'photo' && pdfs > 0) return 'paper_photo_only';
  if (paper.takes === 'pdf' && pdfs < files.length) return 'paper_pdf_only';
  if (files.some(({ byteSize }) => byteSize > paper.megabytes * 1024 * 1024)) return 'paper_too_large';
  return paper.both_sides && pdfs === 0 && files.length < 2 ? 'paper_both_sides' : undefined;
}

export interface CheckedAnswers {
  /** Cleaned answers to visible fields, without empty ones. */
  readonly answers: Answers;
  /** By the key of a field or paper, or `<key>.nid`. */
  readonly errors: Readonly<Record<string, Message>>;
}

/**
 * Checks answers and papers against a form, in the browser and on the server.
 * @param today in Dhaka, `YYYY-MM-DD`
 */
export function checkAnswers(
  form: ServiceForm,
  given: Answers,
  papers: Readonly<Record<string, readonly GivenPaper[]>>,
  today: string,
): CheckedAnswers {
  const answers: Record<string, string> = {};
  const errors: Record<string, Message> = {};
  const known = new Set<string>();
  const typedAt = (key: string) => {
    known.add(key);
    return Object.hasOwn(given, key) ? cleanText(given[key]!) : '';
  };
  const take = (key: string, read: Read) => {
    if ('error' in read) errors[key] = read.error;
    else answers[key] = read.value;
  };
  for (const field of form.fields) {
    const typed = typedAt(field.key);
    const nid = field.kind === 'person' ? typedAt(nidKeyOf(field.key)) : '';
    // Answers to hidden fields are dropped, so that nobody gets an error about a field they can't see.
    if (!isAsked(field.when, answers, today)) continue;
    if (typed !== '') take(field.key, readAnswer(field, typed));
    else if (field.required || nid !== '') errors[field.key] = 'required';
    if (nid !== '') take(nidKeyOf(field.key), readDigits(nid, 10, 17));
  }
  for (const paper of form.papers) {
    const files = Object.hasOwn(papers, paper.key) ? papers[paper.key]! : [];
    const error = isAsked(paper.when, answers, today) ? findPaperError(paper, files) : undefined;
    if (error) errors[paper.key] = error;
  }
  const paperKeys = new Set(form.papers.map(({ key }) => key));
  for (const key of Object.keys(given)) if (!known.has(key)) errors[key] = 'unknown_field';
  for (const key of Object.keys(papers)) if (!paperKeys.has(key)) errors[key] = 'unknown_field';
  return { answers, errors };
}

/** Returns the number and the name under which an order is listed and found: the first of each that was answered. */
export function listedBy(form: ServiceForm, answers: Answers): { number: string; name: string | null } {
  const found = (key: string) => (Object.hasOwn(answers, key) ? answers[key]! : '');
  const numbers = form.fields.map(({ kind, key }) =>
    kind === 'digits' ? found(key) : kind === 'person' ? found(nidKeyOf(key)) : '',
  );
  const names = form.fields.map(({ kind, key }) => (kind === 'person' ? found(key) : ''));
  return {
    number: numbers.find((number) => number !== '' && number.length <= maximumNumberLength) ?? '',
    name: names.find((name) => name !== '') ?? null,
  };
}
