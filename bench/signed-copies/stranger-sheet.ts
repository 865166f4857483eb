// A stranger's sheet before layout: other people, labels, dates, blanks and forms of addresses than the usual sheets have.

import {
  type AddressPart,
  addressParts,
  type SignedCopyField,
  signedCopyFields,
} from '#engines/reading/signed-copy-reading.ts';
import type { PersonAddress } from './invented-person.ts';
import { type LabelLanguage, strangerWordings, type Wordings } from './label-wordings.ts';
import { type Dice, shuffled } from './seeded-random.ts';
import {
  bengaliDigits,
  type ExpectedReading,
  type Sheet,
  type SheetAddress,
  type SheetRow,
} from './sheet.ts';
import { inventStranger } from './stranger-people.ts';

const short = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const bengaliMonths = [
  'জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর',
]; // biome-ignore format: a list
const long = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']; // biome-ignore format: a list

type DateForm = (day: string, month: string, year: string) => string;
const englishDates: readonly DateForm[] = [
  (d, m, y) => `${d} ${short[Number(m) - 1]} ${y}`,
  (d, m, y) => `${d}-${short[Number(m) - 1]!.toUpperCase()}-${y}`,
  (d, m, y) => `${d}/${m}/${y}`,
  (d, m, y) => `${y}-${m}-${d}`,
  (d, m, y) => `${short[Number(m) - 1]} ${d}, ${y}`,
  (d, m, y) => `${Number(d)} ${long[Number(m) - 1]} ${y}`,
];
const bengaliDates: readonly DateForm[] = [
  (d, m, y) => bengaliDigits(`${d}/${m}/${y}`),
  (d, m, y) => bengaliDigits(`${y}-${m}-${d}`),
  (d, m, y) => `${bengaliDigits(d)} ${bengaliMonths[Number(m) - 1]} ${bengaliDigits(y)}`,
  (d, m, y) => `${bengaliDigits(d)} ${bengaliMonths[Number(m) - 1]}, ${bengaliDigits(y)}`,
  (d, m, y) => `${d} ${short[Number(m) - 1]} ${y}`,
  (d, m, y) => bengaliDigits(`${d}-${m}-${y}`),
];

export const words: Record<string, { bengali: string[]; english: string[] }> = {
  male: { bengali: ['পুরুষ'], english: ['Male', 'MALE', 'male'] },
  female: { bengali: ['মহিলা', 'নারী'], english: ['Female', 'FEMALE', 'female'] },
  married: { bengali: ['বিবাহিত', 'বিবাহিতা'], english: ['Married', 'MARRIED', 'married'] },
  unmarried: { bengali: ['অবিবাহিত', 'অবিবাহিতা'], english: ['Unmarried', 'UNMARRIED', 'unmarried'] },
  widowed: { bengali: ['বিধবা'], english: ['Widowed', 'WIDOWED', 'widowed'] },
  Islam: { bengali: ['ইসলাম'], english: ['Islam', 'ISLAM', 'islam'] },
  Hinduism: { bengali: ['হিন্দু'], english: ['Hinduism', 'HINDUISM'] },
  Buddhism: { bengali: ['বৌদ্ধ'], english: ['Buddhism', 'BUDDHISM'] },
  Christianity: { bengali: ['খ্রিস্টান', 'খ্রিষ্টান'], english: ['Christianity', 'CHRISTIANITY'] },
};

const usual = new Set<SignedCopyField>([
  'national_id', 'pin', 'name_bangla', 'name_english', 'date_of_birth', 'father_name', 'mother_name', 'spouse_name', 'gender', 'blood_group',
  'voter_no', 'voter_area', 'religion', 'occupation', 'education',
]); // biome-ignore format: a list

interface Manner {
  language: LabelLanguage;
  isBengali: boolean;
  isEnglishOnly: boolean;
  digits: boolean;
  date: DateForm;
  blank: string;
  bilingual: ((bengali: string, english: string) => string) | undefined;
}

function mannerOf(dice: Dice, bengaliOnly: boolean): Manner {
  const language = bengaliOnly
    ? 'bengali'
    : dice.pick(['english', 'english', 'bengali', 'bengali', 'short'] as const);
  const isBengali = language === 'bengali';
  const isEnglishOnly = !isBengali && dice.chance(0.25);
  return {
    language,
    isBengali,
    isEnglishOnly,
    digits: isBengali && dice.chance(0.6),
    date: dice.pick(
      isBengali && !bengaliOnly ? bengaliDates : isBengali ? bengaliDates.slice(0, 4) : englishDates,
    ),
    blank: dice.pick(['', '', '-', 'N/A', '---', isBengali ? 'প্রযোজ্য নয়' : 'n/a', '–']),
    bilingual:
      bengaliOnly || isEnglishOnly || dice.chance(0.75)
        ? undefined
        : dice.pick([
            (bengali: string, english: string) => `${bengali} (${english})`,
            (bengali: string, english: string) => `${english}/${bengali}`,
            (bengali: string, english: string) => `${bengali} ${english}`,
          ]),
  };
}

function printed(value: string, manner: Manner, dice: Dice): string {
  if (value === '') return manner.blank;
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (date !== null) return manner.date(date[3]!, date[2]!, date[1]!);
  const word = words[value];
  if (word !== undefined)
    return dice.pick(manner.isBengali && dice.chance(0.9) ? word.bengali : word.english);
  const hasLatin = /[a-z_]/i.test(value) && !/[\u0980-\u09ff]/u.test(value);
  return manner.digits && !hasLatin ? bengaliDigits(value) : value;
}

function labelled(manner: Manner, dice: Dice, choices: (language: LabelLanguage) => string[]): string {
  const label = dice.pick(choices(manner.language));
  if (manner.bilingual === undefined || manner.language === 'short') return label;
  const [bengali, english] = [dice.pick(choices('bengali')), dice.pick(choices('english'))];
  return /[(/]/.test(bengali + english) ? label : manner.bilingual(bengali, english);
}

export function inventStrangerSheet(
  dice: Dice,
  bengaliOnly = false,
  wordings: Wordings = strangerWordings,
): { sheet: Sheet; expected: ExpectedReading } {
  const manner = mannerOf(dice, bengaliOnly);
  const person = inventStranger(dice, manner.isEnglishOnly);
  const share = dice.pick([0.1, 0.4, 0.8]);
  const chosen = signedCopyFields.filter(
    (field) => (usual.has(field) || dice.chance(share)) && !(manner.isEnglishOnly && field === 'name_bangla'),
  );
  const expected: ExpectedReading = { fields: {} };
  const ordered = dice.chance(0.5) ? chosen : [...chosen.slice(0, 3), ...shuffled(dice, chosen.slice(3))];
  // A card says only 'নাম' and 'Name': then both stand on it.
  const isPlainName = new Set(chosen).has('name_bangla');
  const rows: SheetRow[] = ordered.map((field) => {
    expected.fields[field] = person.fields[field].normalize('NFC');
    let label = labelled(manner, dice, (language) => wordings.field(field, language));
    if (field === 'name_bangla' && label === 'Name') label = 'Name (Bangla)';
    if (field === 'name_english' && label === 'Name' && !isPlainName && !manner.isEnglishOnly)
      label = 'Name (English)';
    return { field, label, value: printed(person.fields[field], manner, dice).normalize('NFC') };
  });
  const print = addressPrinter(dice, manner, wordings);
  const addresses = (['present', 'permanent'] as const).map((side) => {
    const label = labelled(manner, dice, (language) => wordings.address(side, language));
    const { address, values } = print(person[side], label);
    expected[`${side}_address`] = values;
    return address;
  });
  const sheet: Sheet = {
    title: manner.isBengali
      ? dice.pick(['ভোটার তথ্য', 'এনআইডি সার্ভার কপি', 'নিবন্ধন ফরমের তথ্য', 'ব্যক্তির তথ্য'])
      : dice.pick([
          'NID Server Copy',
          'Voter Details',
          'Registration Form Data',
          'Citizen Information Sheet',
        ]),
    rows,
    addresses,
    addressesAfter: dice.pick([rows.length, Math.min(rows.length, 9), Math.floor(rows.length / 2)]),
    separator: dice.pick([':', ' :', ' -', ' –', ' =', '', ' →', ' :-', ' |']),
  };
  return { sheet, expected };
}

type Values = Partial<Record<AddressPart | 'text', string>>;

/** Both addresses of a sheet are printed the same way. */
function addressPrinter(dice: Dice, manner: Manner, wordings: Wordings) {
  const order: readonly AddressPart[] = dice.pick([
    addressParts,
    [
      'village_road',
      'home_holding_no',
      'mouza_moholla',
      'union_ward',
      'post_office',
      'postal_code',
      'upazila',
      'rmo',
      'district',
      'division',
    ],
    [
      'home_holding_no',
      'village_road',
      'post_office',
      'postal_code',
      'mouza_moholla',
      'union_ward',
      'rmo',
      'upazila',
      'district',
      'division',
    ],
  ] as const);
  const labels = Object.fromEntries(
    addressParts.map((part) => [part, dice.pick(wordings.part(part, manner.language))]),
  ) as Record<AddressPart, string>;
  const isRunning = dice.chance(0.55);
  const code = dice.pick(['own', 'brackets', 'dash', 'spaced dash'] as const);
  const [colon, comma] = dice.pick([
    [': ', ', '],
    [': ', ', '],
    ['-', ', '],
    [': ', ' '],
    [' : ', ' | '],
    ['= ', ', '],
    ['ঃ ', ', '],
  ] as const);
  return (person: PersonAddress, label: string): { address: SheetAddress; values: Values } => {
    const values: Values = {};
    const parts: SheetRow[] = [];
    for (const part of order) {
      const value = person[part];
      if (value === undefined) continue;
      values[part] = value.normalize('NFC');
      if (part === 'postal_code' && code !== 'own') continue;
      const tail = {
        own: '',
        brackets: ` (${person.postal_code})`,
        dash: `-${person.postal_code}`,
        'spaced dash': ` - ${person.postal_code}`,
      }[code];
      const whole = part === 'post_office' ? value + tail : value;
      parts.push({
        label: labels[part],
        value: (manner.digits ? bengaliDigits(whole) : whole).normalize('NFC'),
      });
    }
    if (!isRunning) return { address: { label, text: undefined, parts }, values };
    const text = parts
      .map((part) => part.label + colon + part.value)
      .join(comma)
      .normalize('NFC');
    values.text = text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
    return { address: { label, text, parts: [] }, values };
  };
}
