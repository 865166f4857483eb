// Rules that all kinds of documents share: values, their origins, and their layout. Pure.
import { cleanText } from '#contract/clean-text.ts';
import { formatPlainDate } from '#contract/dates/dates.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import type { DocumentKind, RecordKind } from '#contract/documents/kinds.ts';
import type { Label } from '#contract/documents/labels.ts';
import type { FieldKind, PaperRules, RecordRules } from '#contract/documents/records/record-rules.ts';
import { recordRules } from '#contract/documents/records/records.ts';
import type { BarcodeKeyword } from '#contract/documents/rules.ts';
import { type ValueKind, valueKinds, wordOfValue } from '#contract/documents/values.ts';
import type { PrintableField, PrintableSection, Provenance } from '#engines/rendering/printable-document.ts';

export type Values<F extends string = string> = Record<F, string>;
export type Origins = Partial<Record<string, Provenance>>;

/** The record of a document, stored encrypted: everything that it is printed from. Pictures are in base64. */
export interface SealedRecord<F extends string = string> {
  values: Values<F>;
  origins: Origins;
  photo: string | null;
  signature: string | null;
  /** Reading or lookup that the first save referred to. */
  readingId?: string | null | undefined;
}

/** How a record of one kind of document is printed; the other rules of the kind are in `documentKinds`. */
export interface KindRules<R extends SealedRecord> {
  readonly kind: DocumentKind;
  readonly title: Label;
  print(record: R): Printing;
}

export interface Printing {
  readonly sections: PrintableSection[];
  /** False omits the QR code; the verification code and address are still printed. */
  readonly withQr: boolean;
  /** Prefix of the verification code in the barcode. */
  readonly series?: BarcodeKeyword;
  readonly fullName: string;
  readonly englishName: string;
  /** The NID, BRN or TIN that the document is about, digits only. */
  readonly number: string;
}

/** Values from a reading or lookup, and the origin of those left unchanged. */
export interface Source {
  readonly read: Partial<Record<string, string>>;
  readonly as: 'extracted' | 'registry';
}

const comparable = (value: string) => toAsciiDigits(cleanText(value)).replace(/\s+/g, ' ').toLowerCase();
const isSameAsRead = (value: string, read: string | undefined) =>
  read !== undefined && read !== '' && comparable(read) === comparable(value);

/** Empty fields have no origin. */
const filledFields = (values: Values) => Object.keys(values).filter((field) => values[field] !== '');

/** Assigns the source's origin to values left as read, and `customer` to all others. */
export function originsOf(values: Values, { read, as }: Source): Origins {
  return Object.fromEntries(
    filledFields(values).map((field) => [field, isSameAsRead(values[field]!, read[field]) ? as : 'customer']),
  );
}

/** Drops the origins of empty fields, which older records have too. */
export const originsOfFilled = ({ values, origins }: Pick<SealedRecord, 'values' | 'origins'>): Origins =>
  Object.fromEntries(
    filledFields(values).flatMap((field) => (origins[field] ? [[field, origins[field]]] : [])),
  );

/**
 * Computes the origins after a correction: changed values become the customer's, the others keep their origin.
 * A source given with the correction counts as in a first save.
 */
export function correctedOrigins(before: Values, after: Values, origins: Origins, source: Source): Origins {
  return Object.fromEntries(
    filledFields(after).map((field) => {
      const value = after[field]!;
      if (comparable(before[field] ?? '') === comparable(value)) return [field, origins[field] ?? 'customer'];
      return [field, isSameAsRead(value, source.read[field]) ? source.as : 'customer'];
    }),
  );
}

/** Returns the fields that a body sets; null and absent ones stay unchanged. */
export function valuesInBody<F extends string>(
  fields: readonly F[],
  body: Partial<Record<F, string | null | undefined>>,
): Partial<Values<F>> {
  return Object.fromEntries(
    fields
      .filter((field) => body[field] !== undefined && body[field] !== null)
      .map((field) => [field, body[field]]),
  ) as Partial<Values<F>>;
}

const chosenWords: Partial<Record<string, ValueKind>> = {
  ...valueKinds,
  father_nationality_bn: 'nationality',
  mother_nationality_bn: 'nationality',
};
const englishNationality = ['father_nationality_en', 'mother_nationality_en'];

/** Formats a value for print: dates and words in Bengali, with smaller English next to them. */
export function onPaper(
  field: string,
  value: string,
  as: FieldKind | undefined,
  words: ValueKind | undefined = chosenWords[field],
): Pick<PrintableField, 'value' | 'english'> {
  if (englishNationality.includes(field)) return { value: wordOfValue('nationality', value, 'en') };
  const [bn, en] = words
    ? [wordOfValue(words, value, 'bn'), wordOfValue(words, value, 'en')]
    : as === 'date'
      ? [formatPlainDate(value, 'bn'), formatPlainDate(value, 'en')]
      : [value, value];
  return { value: bn, ...(en === bn || field.endsWith('_bn') ? {} : { english: en }) };
}

/** Builds the sections with all non-empty fields; leaves out empty sections. */
export function printSections<P extends string>(
  { sections, labels, kinds, words }: PaperRules<P>,
  values: Values<P>,
  origins: Origins,
): PrintableSection[] {
  return sections
    .map(
      ({ heading, fields }): PrintableSection => ({
        heading: { ...heading },
        fields: fields
          .filter((field) => values[field] !== '')
          .map(
            (field): PrintableField => ({
              key: field,
              label: { ...labels[field] },
              ...onPaper(field, values[field], kinds[field], words?.[field]),
              provenance: origins[field] ?? 'customer',
            }),
          ),
      }),
    )
    .filter((section) => section.fields.length > 0);
}

/** Default rules for printing a record of this kind. */
export function printRulesOf<R extends SealedRecord>(kind: RecordKind): KindRules<R> {
  const rules: RecordRules = recordRules[kind];
  return {
    kind,
    title: rules.title,
    print: ({ values, origins }) => ({
      sections: printSections(rules, values, origins),
      withQr: true,
      fullName: values[rules.fullName]!,
      englishName: values[rules.englishName]!,
      number: values[rules.number]!,
    }),
  };
}

/** Counts the printed fields by origin, as shown on verification. */
export function countOrigins(sections: readonly PrintableSection[]): Record<Provenance, number> {
  const counts = { registry: 0, extracted: 0, customer: 0 };
  for (const { fields } of sections) for (const { provenance } of fields) counts[provenance] += 1;
  return counts;
}
