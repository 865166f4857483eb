// A sheet as an office or a print shop fills it in, before layout: labels and values each in a language of their own, dates in other forms, and
// the addresses in the form that the layout prints.

import {
  type AddressPart,
  addressParts,
  type SignedCopyField,
  signedCopyFields,
} from '#engines/reading/signed-copy-reading.ts';
import type { PersonAddress } from './invented-person.ts';
import { type LabelLanguage, officeWordings, type Wordings } from './label-wordings.ts';
import { isDevelopmentLayout, type OfficeLayoutName } from './office-layouts.ts';
import { type Dice, shuffled } from './seeded-random.ts';
import {
  bengaliDigits,
  type ExpectedReading,
  type Sheet,
  type SheetAddress,
  type SheetRow,
} from './sheet.ts';
import { inventStranger } from './stranger-people.ts';
import { words } from './stranger-sheet.ts';

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']; // biome-ignore format: a list
const datedMonths = [
  'জানুয়ারী', 'ফেব্রুয়ারী', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগষ্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর',
]; // biome-ignore format: a list

function englishOrdinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${ending}`;
}

function bengaliOrdinal(day: number): string {
  const ending = day === 1 ? 'লা' : day <= 3 ? 'রা' : day === 4 ? 'ঠা' : day <= 18 ? 'ই' : 'শে';
  return bengaliDigits(String(day)) + ending;
}

type DateForm = (day: string, month: string, year: string) => string;
/** Those at even places are for development. */
const englishDates: readonly DateForm[] = [
  (d, m, y) => `${englishOrdinal(Number(d))} ${months[Number(m) - 1]}, ${y}`,
  (d, m, y) => `${months[Number(m) - 1]} ${englishOrdinal(Number(d))}, ${y}`,
  (d, m, y) => `${y}/${m}/${d}`,
  (d, m, y) => `${d} / ${m} / ${y}`,
  (d, m, y) => `${d}-${months[Number(m) - 1]!.slice(0, 3)}-${y}`,
  (d, m, y) => `${Number(d)} ${months[Number(m) - 1]!.toUpperCase()} ${y}`,
  (d, m, y) => `${Number(d)}.${Number(m)}.${y}`,
  (d, m, y) => `${Number(d)}/${Number(m)}/${y}`,
];
const bengaliDates: readonly DateForm[] = [
  (d, m, y) => bengaliDigits(`${d}/${m}/${y} ইং`),
  (d, m, y) => bengaliDigits(`${d}-${m}-${y} খ্রিঃ`),
  (d, m, y) => `${bengaliOrdinal(Number(d))} ${datedMonths[Number(m) - 1]} ${bengaliDigits(y)}`,
  (d, m, y) => bengaliDigits(`${Number(d)} ${datedMonths[Number(m) - 1]} ${y} খ্রি.`),
  (d, m, y) => bengaliDigits(`${Number(d)}.${Number(m)}.${y}`),
  (d, m, y) => bengaliDigits(`${Number(d)}/${Number(m)}/${y}`),
  (d, m, y) => bengaliDigits(`${d} ${datedMonths[Number(m) - 1]}, ${y} খ্রিস্টাব্দ`),
  (d, m, y) => `${bengaliOrdinal(Number(d))} ${datedMonths[Number(m) - 1]}, ${bengaliDigits(y)} ইং`,
];

const usual = new Set<SignedCopyField>([
  'national_id', 'pin', 'name_bangla', 'name_english', 'date_of_birth', 'father_name', 'mother_name', 'spouse_name', 'gender', 'blood_group',
  'voter_no', 'voter_area', 'religion', 'occupation', 'education', 'birth_place', 'mobile',
]); // biome-ignore format: a list
/** What a table of the relatives has a cell for. */
const familyFields = new Set<SignedCopyField>([
  'father_name', 'mother_name', 'spouse_name', 'nid_father', 'nid_mother', 'nid_spouse', 'voter_no_father', 'voter_no_mother',
  'voter_no_spouse', 'death_date_of_father', 'death_date_of_mother', 'death_date_of_spouse',
]); // biome-ignore format: a list
const written = new Set<string>([
  'name_english', 'father_name', 'mother_name', 'spouse_name', 'occupation', 'education', 'education_sub', 'birth_place', 'identification',
  'disability', 'voter_area',
]); // biome-ignore format: a list

interface Manner {
  language: LabelLanguage;
  hasEnglishValues: boolean;
  isCapital: boolean;
  digits: boolean;
  date: DateForm;
  blank: string;
  bilingual: ((bengali: string, english: string) => string) | undefined;
}

function mannerOf(dice: Dice, layout: OfficeLayoutName, half: 0 | 1): Manner {
  const isCapital = layout === 'capitals';
  const isBilingual = layout === 'numbered-slashes' || (!isCapital && dice.chance(0.15));
  const language = isCapital
    ? 'english'
    : dice.pick(['english', 'english', 'bengali', 'bengali', 'short'] as const);
  const hasEnglishValues = isCapital || dice.chance(0.25);
  const forms = hasEnglishValues ? englishDates : bengaliDates;
  return {
    language,
    hasEnglishValues,
    isCapital,
    digits: !hasEnglishValues && dice.chance(0.5),
    date: dice.pick(forms.filter((_, index) => index % 2 === half)),
    blank: dice.pick(['', '', '-', 'N/A', '—', hasEnglishValues ? 'Not Applicable' : 'প্রযোজ্য নহে']),
    bilingual: isBilingual
      ? dice.pick([
          (bengali: string, english: string) => `${bengali} / ${english}`,
          (bengali: string, english: string) => `${english} / ${bengali}`,
          (bengali: string, english: string) => `${bengali}/${english}`,
        ])
      : undefined,
  };
}

const isBengali = (text: string) => /[\u0980-\u09ff]/u.test(text);

function printed(value: string, manner: Manner, dice: Dice): string {
  if (value === '') return manner.blank;
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (date !== null) return manner.date(date[3]!, date[2]!, date[1]!);
  const word = words[value];
  if (word !== undefined) {
    if (manner.isCapital) return value.toUpperCase();
    return dice.pick(manner.hasEnglishValues ? word.english : word.bengali);
  }
  const hasLatin = /[a-z_]/i.test(value) && !isBengali(value);
  return manner.digits && !hasLatin ? bengaliDigits(value) : value;
}

function labelled(manner: Manner, dice: Dice, choices: (language: LabelLanguage) => string[]): string {
  const label = dice.pick(choices(manner.language));
  if (manner.bilingual !== undefined) {
    const [bengali, english] = [dice.pick(choices('bengali')), dice.pick(choices('english'))];
    if (!/[(/]/.test(bengali + english)) return manner.bilingual(bengali, english);
  }
  return manner.isCapital ? label.toUpperCase() : label;
}

export function inventOfficeSheet(
  dice: Dice,
  layout: OfficeLayoutName,
): { sheet: Sheet; expected: ExpectedReading } {
  const half = isDevelopmentLayout(layout) ? 0 : 1;
  const manner = mannerOf(dice, layout, half);
  const areCut = layout === 'parts-abbreviated' || layout === 'run-on';
  const wordings = officeWordings(half, areCut);
  const person = inventStranger(dice, manner.hasEnglishValues);
  const share = dice.pick([0.1, 0.3, 0.7]);
  const chosen = signedCopyFields.filter(
    (field) =>
      (usual.has(field) || dice.chance(share) || (layout === 'family-matrix' && familyFields.has(field))) &&
      !(manner.isCapital && field === 'name_bangla'),
  );
  const expected: ExpectedReading = { fields: {} };
  const ordered = dice.chance(0.5) ? chosen : [...chosen.slice(0, 2), ...shuffled(dice, chosen.slice(2))];
  const capital = (text: string) => (manner.isCapital ? text.toUpperCase() : text);
  const rows: SheetRow[] = ordered.map((field) => {
    const value = written.has(field) ? capital(person.fields[field]) : person.fields[field];
    expected.fields[field] = value.normalize('NFC');
    return {
      field,
      label: labelled(manner, dice, (language) => wordings.field(field, language)).normalize('NFC'),
      value: printed(value, manner, dice).normalize('NFC'),
    };
  });
  const print = addressPrinter(dice, manner, wordings, { areCut, layout });
  const addresses = (['present', 'permanent'] as const).map((side) => {
    const label = labelled(manner, dice, (language) => wordings.address(side, language));
    const { address, values } = print(person[side], label);
    expected[`${side}_address`] = values;
    return address;
  });
  const isTitledInBengali = manner.language === 'bengali';
  const sheet: Sheet = {
    title: isTitledInBengali
      ? dice.pick(['জাতীয় পরিচয়পত্রের তথ্য', 'ভোটার তথ্য যাচাই', 'নাগরিক তথ্য প্রতিবেদন', 'আবেদনকারীর তথ্যাবলী'])
      : dice.pick([
          'NID Information',
          'Verified Citizen Data',
          'Applicant Record',
          'NID Verification Report',
        ]),
    rows,
    addresses,
    addressesAfter: dice.pick([rows.length, rows.length, Math.floor(rows.length / 2)]),
    separator: dice.pick([':', ':', ' :', ' : ', ':-', ' -', ' =', ' ঃ']),
  };
  // A visarga after a label that ends in one would be a letter of its own.
  if (rows.some((row) => /[:ঃ.]$/.test(row.label))) sheet.separator = sheet.separator.replace('ঃ', ':');
  return { sheet, expected };
}

type Values = Partial<Record<AddressPart | 'text', string>>;

/** Both addresses of a sheet are printed the same way. */
function addressPrinter(
  dice: Dice,
  manner: Manner,
  wordings: Wordings,
  { areCut, layout }: { areCut: boolean; layout: OfficeLayoutName },
) {
  const fromTheHouse: readonly AddressPart[] = [
    'home_holding_no', 'village_road', 'mouza_moholla', 'union_ward', 'post_office', 'postal_code', 'upazila', 'rmo', 'district', 'division',
  ]; // biome-ignore format: a list
  const order = dice.chance(0.6) ? fromTheHouse : addressParts;
  const language = manner.language;
  const capital = (text: string) => (manner.isCapital ? text.toUpperCase() : text);
  const labels = Object.fromEntries(
    addressParts.map((part) => [part, capital(dice.pick(wordings.part(part, language)))]),
  ) as Record<AddressPart, string>;
  const inColumns = layout === 'addresses-abreast' || layout === 'family-matrix';
  const isRunning = !inColumns && (areCut || dice.chance(0.5));
  const code = dice.pick(['own', 'brackets', 'dash'] as const);
  const colon = dice.pick([': ', ': ', '- ', ' : ']);
  const comma = dice.pick([', ', ', ', '; ', ' ']);
  return (person: PersonAddress, label: string): { address: SheetAddress; values: Values } => {
    const values: Values = {};
    const parts: SheetRow[] = [];
    for (const part of order) {
      const value = person[part];
      if (value === undefined) continue;
      values[part] = capital(value).normalize('NFC');
      if (part === 'postal_code' && code !== 'own') continue;
      const tail = { own: '', brackets: ` (${person.postal_code})`, dash: `-${person.postal_code}` }[code];
      const whole = capital(part === 'post_office' ? value + tail : value);
      parts.push({
        label: labels[part].normalize('NFC'),
        value: (manner.digits ? bengaliDigits(whole) : whole).normalize('NFC'),
      });
    }
    if (!isRunning) return { address: { label: label.normalize('NFC'), text: undefined, parts }, values };
    const joined = (part: SheetRow) =>
      /[-:ঃ]$/.test(part.label) ? `${part.label} ${part.value}` : part.label + colon + part.value;
    // Without a comma between them cut labels could not be told from names.
    const text = parts.map(joined).join(areCut && comma === ' ' ? ', ' : comma);
    values.text = text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)).normalize('NFC');
    return { address: { label: label.normalize('NFC'), text: text.normalize('NFC'), parts: [] }, values };
  };
}
