// A person's sheet before layout: which rows it has, how they are labelled and how their values are printed, and the values that a reader should
// find.

import {
  type AddressPart,
  addressParts,
  type SignedCopyField,
  signedCopyFields,
} from '#engines/reading/signed-copy-reading.ts';
import { inventPerson, type PersonAddress } from './invented-person.ts';
import { type LabelLanguage, unseenWordings, usualWordings, type Wordings } from './label-wordings.ts';
import { type Dice, shuffled } from './seeded-random.ts';

export interface SheetRow {
  label: string;
  value: string;
  field?: SignedCopyField;
}

export interface SheetAddress {
  label: string;
  /** Running text, or the parts as separate rows. */
  text: string | undefined;
  parts: SheetRow[];
}

export interface Sheet {
  title: string;
  rows: SheetRow[];
  addresses: SheetAddress[];
  /** The number of rows before the addresses. */
  addressesAfter: number;
  /** The separator between a label and its value on the same line. */
  separator: string;
}

export interface ExpectedReading {
  fields: Partial<Record<SignedCopyField, string>>;
  present_address?: Partial<Record<AddressPart | 'text', string>>;
  permanent_address?: Partial<Record<AddressPart | 'text', string>>;
}

interface Style {
  language: LabelLanguage | 'both';
  bengaliDigits: boolean;
  dates: 'iso' | 'slashes' | 'named' | 'dots' | 'dashes' | 'long' | 'bengali';
  bengaliWords: boolean;
  blank: string;
  wordings: Wordings;
}

const bengaliWords: Record<string, string> = {
  male: 'পুরুষ',
  female: 'মহিলা',
  married: 'বিবাহিত',
  unmarried: 'অবিবাহিত',
  widowed: 'বিধবা',
  Islam: 'ইসলাম',
  Hinduism: 'হিন্দু',
  Buddhism: 'বৌদ্ধ',
  Christianity: 'খ্রিস্টান',
};
const longMonths = {
  long: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  bengali: ['জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর'],
}; // biome-ignore format: a list
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function bengaliDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
}

function printedDate(date: string, dates: Style['dates']): string {
  const [year, month, day] = date.split('-') as [string, string, string];
  if (dates === 'iso') return date;
  if (dates === 'slashes') return `${day}/${month}/${year}`;
  if (dates === 'dashes') return `${day}-${month}-${year}`;
  if (dates === 'long') return `${longMonths.long[Number(month) - 1]} ${Number(day)}, ${year}`;
  if (dates === 'bengali') return `${Number(day)} ${longMonths.bengali[Number(month) - 1]}, ${year}`;
  if (dates === 'dots') return `${day}.${month}.${year}`;
  return `${day} ${monthNames[Number(month) - 1]} ${year}`;
}

const fieldsWithWords = new Set<string>(['gender', 'marital_status', 'religion']);

function printed(field: SignedCopyField, value: string, style: Style, dice: Dice): string {
  if (value === '') return style.blank;
  let text = value;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) text = printedDate(text, style.dates);
  if (fieldsWithWords.has(field)) {
    text = style.bengaliWords ? bengaliWords[value]! : dice.pick([value, value.toUpperCase()]);
  }
  if (/[a-z_]/i.test(text) && !/[\u0980-\u09ff]/u.test(text)) return text;
  return style.bengaliDigits ? bengaliDigits(text) : text;
}

function labelOf(style: Style, dice: Dice, choices: (language: LabelLanguage) => string[]): string {
  if (style.language !== 'both') return dice.pick(choices(style.language));
  const [bengali, english] = [dice.pick(choices('bengali')), dice.pick(choices('english'))];
  if (style.wordings === unseenWordings) {
    return dice.pick([`${bengali} / ${english}`, `${english} / ${bengali}`, `${bengali} | ${english}`]);
  }
  return dice.chance(0.5) || english.includes('(') ? `${bengali} / ${english}` : `${english} (${bengali})`;
}

/** Fields that real sheets nearly always have; of the others each sheet shows some. */
const usual = new Set<SignedCopyField>([
  'national_id', 'pin', 'name_bangla', 'name_english', 'date_of_birth', 'father_name', 'mother_name',
  'gender', 'blood_group', 'voter_no', 'voter_area', 'mobile', 'religion', 'occupation', 'education',
]); // biome-ignore format: a list

function orderOf(dice: Dice, fields: readonly SignedCopyField[]): readonly SignedCopyField[] {
  if (dice.chance(0.6)) return fields;
  const from = dice.whole(0, Math.floor(fields.length / 2));
  return [...shuffled(dice, fields.slice(from)), ...fields.slice(0, from)];
}

/** Fonts of the Bijoy kind only get Bengali labels; unseen sheets have other words and dates. */
export function inventSheet(
  dice: Dice,
  allowed?: { bengaliOnly?: boolean; isUnseen?: boolean; isBilingual?: boolean },
): { sheet: Sheet; expected: ExpectedReading } {
  const person = inventPerson(dice);
  const language = allowed?.bengaliOnly
    ? 'bengali'
    : allowed?.isBilingual
      ? 'both'
      : dice.pick(['english', 'english', 'bengali', 'bengali', 'short', 'short', 'both'] as const);
  const isBengali = language === 'bengali' || language === 'both';
  const style: Style = {
    language,
    bengaliDigits: isBengali && dice.chance(0.6),
    dates: dice.pick(
      allowed?.isUnseen
        ? (['dashes', 'long', isBengali ? 'bengali' : 'slashes', 'iso'] as const)
        : (['iso', 'slashes', 'named', 'dots'] as const),
    ),
    bengaliWords: isBengali && dice.chance(0.8),
    blank: dice.pick(allowed?.isUnseen ? ['', '--', 'N/A', '—'] : ['', '', '-', 'N/A']),
    wordings: allowed?.isUnseen ? unseenWordings : usualWordings,
  };
  const share = dice.pick([0.45, 0.7, 0.95]);
  const chosen = signedCopyFields.filter((field) => usual.has(field) || dice.chance(share));
  const expected: ExpectedReading = { fields: {} };
  const rows = orderOf(dice, chosen).map((field) => {
    expected.fields[field] = person.fields[field].normalize('NFC');
    return {
      label: labelOf(style, dice, (one) => style.wordings.field(field, one)),
      value: printed(field, person.fields[field], style, dice).normalize('NFC'),
    };
  });
  const isRunning = dice.chance(0.55);
  const lines = addressLines(dice, style, isRunning);
  const addresses = (['present', 'permanent'] as const).map((side) => {
    const { address, values } = lines(
      person[side],
      labelOf(style, dice, (one) => style.wordings.address(side, one)),
    );
    expected[`${side}_address`] = values;
    return address;
  });
  const sheet: Sheet = {
    title: dice.pick(['Signed Copy', 'স্বাক্ষরিত কপি', 'Voter Information', 'তথ্য বিবরণী']),
    rows,
    addresses,
    addressesAfter: dice.pick([rows.length, Math.floor(rows.length / 2), Math.min(rows.length, 20)]),
    separator: dice.pick([':', ':', ' :', ' : ', ':-', ' -']),
  };
  return { sheet, expected };
}

interface PrintedAddress {
  address: SheetAddress;
  values: Partial<Record<AddressPart | 'text', string>>;
}

/** Both addresses of a sheet are printed the same way. */
function addressLines(dice: Dice, style: Style, isRunning: boolean) {
  const order = dice.chance(0.6)
    ? ([
        'home_holding_no',
        'village_road',
        'mouza_moholla',
        'union_ward',
        'post_office',
        'postal_code',
        'upazila',
        'rmo',
        'district',
        'division',
      ] as const)
    : addressParts;
  const labels = Object.fromEntries(
    addressParts.map((part) => [
      part,
      labelOf({ ...style, language: style.language === 'both' ? 'bengali' : style.language }, dice, (one) =>
        style.wordings.part(part, one),
      ),
    ]),
  ) as Record<AddressPart, string>;
  const code = dice.pick(['own', 'own', 'brackets', 'dash']);
  const separator = dice.pick([': ', ': ', ':', ' - ', ' : ']);
  const comma = dice.pick([', ', ', ', '; ']);
  return (person: PersonAddress, label: string): PrintedAddress => {
    const parts: SheetRow[] = [];
    const values: Partial<Record<AddressPart | 'text', string>> = {};
    for (const part of order) {
      const value = person[part];
      if (value === undefined) continue;
      values[part] = value.normalize('NFC');
      if (part === 'postal_code' && code !== 'own') continue;
      const bracket = code === 'brackets' ? ` (${person.postal_code})` : `-${person.postal_code}`;
      const whole = part === 'post_office' && code !== 'own' ? value + bracket : value;
      parts.push({ label: labels[part], value: style.bengaliDigits ? bengaliDigits(whole) : whole });
    }
    if (!isRunning) return { address: { label, text: undefined, parts }, values };
    const text = parts
      .map((part) => `${part.label}${separator}${part.value}`)
      .join(comma)
      .normalize('NFC');
    values.text = text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
    return { address: { label, text, parts: [] }, values };
  };
}
