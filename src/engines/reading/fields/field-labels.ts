// Finds the field that a printed label names. Labels are compared by their notions, so order, punctuation, language and most spellings do not matter.

import { type AddressPart, addressParts, type SignedCopyField } from '../signed-copy-reading.ts';
import { beginsWord, findAbbreviated, findContracted, findJoined, findNotion } from './label-words.ts';

export type AddressName = 'present_address' | 'permanent_address' | 'address';

/** What a label names. `name` and `death_date` are decided by the value or the position; `ignored` is a row without a field. */
export type LabelTarget =
  | { kind: 'field'; field: SignedCopyField | 'name' }
  | { kind: 'address'; address: AddressName }
  | { kind: 'part'; part: AddressPart | 'ignored'; address?: AddressName }
  | { kind: 'ignored' };

export interface LabelMatch {
  target: LabelTarget;
  /** 1 if all words are known as printed, less if some are only similar. */
  certainty: number;
}

const fieldNotions: Partial<Record<SignedCopyField | 'name', string[]>> = {
  national_id: ['national id', 'id', 'national id smart', 'smart', 'smart id', 'voter national id'],
  pin: ['pin', 'national id pin', 'id pin', 'personal identification', 'personal id'],
  status: ['status', 'national id status', 'present status', 'voter status', 'smart status'],
  afis_status: ['afis status', 'afis', 'afis match', 'afis match status'],
  lock_flag: ['lock flag', 'lock', 'lock status'],
  voter_no: ['voter', 'voter id', 'voter serial', 'voter registration'],
  form_no: [
    'form',
    'voter form',
    'form id',
    'form serial',
    'registration form',
    'voter registration form',
    'application form',
    'application',
  ],
  sl_no: ['serial'],
  tag: ['tag'],
  name: ['name'],
  name_bangla: ['name bangla'],
  name_english: ['name english'],
  date_of_birth: ['birth date', 'birth'],
  birth_place: ['birth place', 'birth district', 'birth place district', 'birth at'],
  birth_other: ['birth other', 'birth other documents'],
  birth_registration_no: [
    'birth registration',
    'birth registration certificate',
    'birth certificate',
    'birth id registration',
  ],
  father_name: ['father', 'father name', 'father name bangla'],
  mother_name: ['mother', 'mother name', 'mother name bangla'],
  spouse_name: ['spouse', 'spouse name', 'spouse name bangla'],
  gender: ['gender', 'gender id'],
  marital_status: ['marital', 'marital status'],
  occupation: ['occupation', 'occupation present', 'occupation name'],
  disability: ['disability', 'disability status'],
  disability_other: ['disability other'],
  education: ['education', 'education qualification', 'qualification'],
  education_other: ['education other', 'education qualification other', 'qualification other'],
  education_sub: ['education subject', 'subject', 'education qualification subject'],
  identification: ['identification', 'identification mark', 'mark', 'id mark'],
  blood_group: ['blood group', 'blood'],
  tin: ['tin', 'tin id', 'tax identification', 'tax id', 'tax tin', 'tin certificate'],
  driving: ['driving', 'driving licence'],
  passport: ['passport', 'passport id'],
  laptop_id: ['laptop id', 'laptop'],
  nid_father: ['father national id', 'father id'],
  nid_mother: ['mother national id', 'mother id'],
  nid_spouse: ['spouse national id', 'spouse id'],
  voter_no_father: ['father voter', 'father voter id', 'father voter serial'],
  voter_no_mother: ['mother voter', 'mother voter id', 'mother voter serial'],
  voter_no_spouse: ['spouse voter', 'spouse voter id', 'spouse voter serial'],
  phone: ['phone', 'contact phone', 'phone home', 'phone residence'],
  mobile: ['mobile', 'mobile phone', 'contact mobile', 'contact'],
  email: ['email', 'email address', 'email id'],
  religion: ['religion', 'religion id', 'religion name'],
  religion_other: ['religion other'],
  death_date_of_father: ['death date father', 'death father'],
  death_date_of_mother: ['death date mother', 'death mother'],
  death_date_of_spouse: ['death date spouse', 'death spouse'],
  no_finger: ['finger'],
  no_finger_print: ['finger print'],
  voter_area: ['voter area', 'voter area name'],
  voter_at: ['voter at', 'voter address', 'voter address at', 'voter place', 'voter status at'],
  voter_documents: ['voter documents', 'documents'],
};

const addressNotions: Record<AddressName, string[]> = {
  present_address: [
    'present address',
    'present contact address',
    'present residence',
    'present residence address',
  ],
  permanent_address: ['permanent address', 'permanent residence', 'permanent residence address'],
  address: ['address'],
};

const partNotions: Record<AddressPart | 'ignored', string[]> = {
  division: ['division'],
  district: ['district'],
  rmo: ['rmo'],
  upazila: ['upazila', 'upazila city', 'upazila city corporation'],
  union_ward: [
    'union',
    'ward',
    'union ward',
    'union parishad',
    'union municipality',
    'union municipality ward',
    'ward municipality',
  ],
  mouza_moholla: ['mouza', 'moholla', 'mouza moholla'],
  village_road: ['village', 'road', 'village road', 'village moholla', 'village moholla road'],
  home_holding_no: ['home', 'holding', 'home holding', 'home road', 'home holding village'],
  post_office: ['post office', 'post', 'post home'],
  postal_code: ['post code', 'code', 'post office code'],
  ignored: [
    'additional mouza moholla',
    'additional mouza',
    'additional moholla',
    'additional village road',
    'additional village',
    'additional road',
    'union parishad ward',
    'region',
    'city corporation',
    'city corporation municipality',
    'city',
    'municipality',
    'corporation municipality',
  ],
};

const ignoredNotions = [
  'signature',
  'photo',
  'photo signature',
  'death date',
  'father name english',
  'mother name english',
];

const targets = new Map<string, LabelTarget>();
for (const [field, sets] of Object.entries(fieldNotions)) {
  for (const set of sets)
    targets.set(keyOf(set.split(' ')), { kind: 'field', field: field as SignedCopyField });
}
for (const [address, sets] of Object.entries(addressNotions)) {
  for (const set of sets)
    targets.set(keyOf(set.split(' ')), { kind: 'address', address: address as AddressName });
}
for (const [part, sets] of Object.entries(partNotions)) {
  for (const set of sets) {
    const notions = set.split(' ');
    targets.set(keyOf(notions), { kind: 'part', part: part as AddressPart });
    targets.set(keyOf([...notions, 'name']), { kind: 'part', part: part as AddressPart });
    for (const side of ['present', 'permanent'] as const) {
      const address: AddressName = `${side}_address`;
      for (const extra of [[side], [side, 'name'], [side, 'address']]) {
        targets.set(keyOf([...notions, ...extra]), { kind: 'part', part: part as AddressPart, address });
      }
    }
  }
}
targets.set(keyOf(['home', 'permanent', 'address']), { kind: 'address', address: 'permanent_address' });
for (const set of ignoredNotions) targets.set(keyOf(set.split(' ')), { kind: 'ignored' });

function keyOf(notions: Iterable<string>): string {
  return [...new Set(notions)].sort().join(' ');
}

const longestLabel = 80;

/** '(DD/MM/YYYY)', '(if known)', '(বড় অক্ষরে)': how a label wants its value. */
const howToFill =
  /\((?:dd?|দিন)\W*(?:mm?|mon|মাস)\W*(?:yy(?:yy)?|y|বছর|সাল)\)|\(?\bif (?:any|known|applicable)\b\)?|\(?(?:যদি |জানা )?থাকলে\)?|\(?প্রযোজ্য হলে\)?|(?:স্পষ্ট|বড়|বড় হাতের)\s+অক্ষরে/giu;

/**
 * Finds the target of a text that is a label as a whole, with or without a colon after it. `slack` allows inexact words: 0 none, 1 one error in five
 * letters (scans).
 */
export function findLabel(text: string, slack = 0): LabelMatch | undefined {
  const bare = (slack > 0 ? withoutLookalikes(text) : text)
    .replace(/পোঃ\s?(?=অফিস)/gu, 'পোস্ট ')
    .replace(/\([\d০-৯]+\s?(?:digits?|ডিজিট|সংখ্যা)\)/giu, '')
    .replace(howToFill, '')
    .replace(/[\s:：;=।.\-–—→⇒»|\]]+$/u, '')
    .replace(/^[\s*•.:\-–—()[]*(?:[\d০-৯]{1,3}[\s.)।:\-–—]+(?!নং|নম্বর|no\b))?(?=\p{L})/iu, '');
  if (bare === '' || bare.length > longestLabel) return undefined;
  const pointed = matchPointed(bare);
  if (pointed !== undefined) return { target: pointed, certainty: 1 };
  if (holdsValue(bare)) return undefined;
  // The point at the end of an abbreviation.
  const isShort = /\.[\s:：=\-–—]*$/u.test(text);
  const exact = matchNotions(isShort ? `${bare}.` : bare, 0);
  if (exact !== undefined) return { target: exact, certainty: 1 };
  // Bengali typists use the visarga as a colon.
  if (/ঃ$/u.test(bare)) {
    const match = matchNotions(bare.replace(/ঃ+$/u, ''), 0);
    if (match !== undefined) return { target: match, certainty: 1 };
  }
  const twice = matchBoth(isShort ? `${bare}.` : bare);
  if (twice !== undefined) return { target: twice, certainty: 1 };
  if (sectionHeading.test(bare) && bare.split(/\s+/).length <= 4) return headingMatch(bare);
  const near = matchNotions(bare, Math.max(slack, 0.6)) ?? (slack > 0 ? matchLatin(bare) : undefined);
  if (near !== undefined) return { target: near, certainty: slack > 0 ? 0.7 : 0.85 };
  const remarked = slack > 0 ? undefined : matchRemarked(bare);
  return remarked && { target: remarked, certainty: remarkedCertainty };
}

/** A remark that isn't understood may say that the value is someone else's. */
const remarkedCertainty = 0.75;

/** 'Voter Area (Village/Moholla)'. Whose a name is, is all that its remark could say. */
function matchRemarked(text: string): LabelTarget | undefined {
  const [, label = ''] = /^([^()]+)\([^()]+\)$/u.exec(text) ?? [];
  const target = label.trim() === '' ? undefined : matchNotions(label, 0);
  const isNamed = target?.kind === 'address' || (target?.kind === 'field' && target.field !== 'name');
  return isNamed ? target : undefined;
}

/** 'অন্যান্য তথ্য', 'Personal Details': the heading of a section ends the row above it. */
const sectionHeading =
  /^(?!no\b)(?:[\p{L}\p{M}'&/-]+\s)+(?:information|info|details|particulars|data|summary|profile|তথ্য|তথ্যাদি|তথ্যাবল[িী]|বিবরণ[ীি]?)$/iu;

/** 'Present Address Details' announces the address; other headings only end what stands before them. */
function headingMatch(heading: string): LabelMatch {
  return { target: announcedAddress(heading) ?? { kind: 'ignored' }, certainty: 1 };
}

function announcedAddress(heading: string): LabelTarget | undefined {
  if (!sectionHeading.test(heading)) return undefined;
  const announced = matchNotions(heading.replace(/\s\S+$/u, ''), 0);
  return announced?.kind === 'address' ? announced : undefined;
}

/** 'লক স্ট্যাটাস | Lock Flag', 'টিআইএন (Tax Identification No.)': two languages that name the same field by different words. */
function matchBoth(text: string): LabelTarget | undefined {
  const halves = halvesOf(text);
  if (halves.length !== 2) return undefined;
  const [one, other] = halves.map((half) => matchNotions(half, 0) ?? announcedAddress(half));
  return one !== undefined && isSameTarget(one, other) ? one : undefined;
}

/** 'পিতার নামঃ Father's Name': the visarga, which stands for a colon, between two languages. */
function matchPointed(text: string): LabelTarget | undefined {
  const [, bengali = '', latin = ''] = /^([^:：=]+)ঃ\s+\(?([A-Za-z][^:：=\d০-৯]*)$/u.exec(text) ?? [];
  const one = bengali === '' ? undefined : matchNotions(bengali, 0);
  return one !== undefined && isSameTarget(one, matchNotions(latin, 0)) ? one : undefined;
}

const isSameTarget = (one: LabelTarget, other: LabelTarget | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Splits a label at a bracket, a slash or a bar, or where the script changes. */
function halvesOf(text: string): string[] {
  const halves =
    /^([^(]+)\(([^()]+)\)$/u.exec(text)?.slice(1) ?? text.split(/\s[/|]\s|\||(?<=\p{L})\/(?=\p{L})/u);
  if (halves.length === 2) return halves;
  return text.split(/(?<=[\u0980-\u09ff.)]) (?=[A-Za-z])|(?<=[A-Za-z.)]) (?=[\u0980-\u09ff])/u);
}

/** 'SI No', '8l No', 'SIN' and 'N.1.D.': letters that recognition takes for others that look alike. */
function withoutLookalikes(text: string): string {
  return text
    .replace(/\b[S85][Il1]\b(?=\.?\s*No\b|\.?[\s:]*$)/giu, 'Sl')
    .replace(/^\s*S[Il1/]N\b/iu, 'S/N')
    .replace(/(?<=\b[A-Z]\.)[1l|](?=\.)/gu, 'I');
}

/** 'Serial No (ক্রমিক নম্বর)', 'ক্রমিক নম্বর / Serial No' and the reverse. */
const bilingual =
  /^(?<latin>[A-Za-z][A-Za-z .'’()[\]-]*)(?:\/[^A-Za-z]+|\([^A-Za-z]+\))$|^[^A-Za-z]+\/\s*(?<latinLast>[A-Za-z][A-Za-z .'’()[\]/-]*)$/u;

/** A label in both languages whose Bengali half was misread: the Latin half alone. */
function matchLatin(text: string): LabelTarget | undefined {
  const halves = bilingual.exec(text)?.groups;
  const latin = halves?.latin ?? halves?.latinLast;
  return latin === undefined ? undefined : matchNotions(latin, 0);
}

/** Digits, or a colon with something after it: then there is a value too. 'No Documents' is also a value. */
function holdsValue(text: string): boolean {
  return /[\d০-৯:：=]|[A-Za-z]_|ঃ\s|^no documents?\b|\b(?:[abo]|ab)\s?[+-]/iu.test(text);
}

/** Abbreviations spelled letter by letter: এন.আই.ডি, টি আই এন, আর.এম.ও, পি.আই.এন. */
const spelledOut =
  /এন[.\s]+আই[.\s]+ডি|পি[.\s]+আই[.\s]+এন|আই[.\s]+ডি|টি[.\s]+আই[.\s]+এন|আর[.\s]+এম[.\s]+ও|এ[.\s]+এফ[.\s]+আই[.\s]+এস|ই[.\s-]+মেইল/gu;

function matchNotions(text: string, slack: number): LabelTarget | undefined {
  const { notions, strange } = notionsOf(text, slack, 0);
  return strange > 0 || notions.size === 0 ? undefined : targets.get(keyOf(notions));
}

/**
 * Finds the target of a text that stands where labels stand, but has words that no label is known to have. A value of such a label is in doubt: the
 * strange words may say whose it is.
 */
export function findLooseLabel(text: string): LabelMatch | undefined {
  const { notions, strange } = notionsOf(text.replace(howToFill, ''), 0, maxStrange);
  if (strange === 0 || strange > Math.min(notions.size, maxStrange)) return undefined;
  const target = targets.get(keyOf(notions));
  const isNamed = target?.kind === 'address' || (target?.kind === 'field' && target.field !== 'name');
  return isNamed ? { target, certainty: looseCertainty } : undefined;
}

const maxStrange = 2;
const looseCertainty = 0.7;

/** A label with its remarks left out, and its abbreviations of several words or letters written as words. */
function spelledLabel(text: string): string {
  return (
    text
      // 'LockFlag'
      .replace(/(?<=[A-Za-z][a-z])(?=[A-Z][a-z])/g, ' ')
      // 'Disability (if any)', 'BRN (17 digits)', 'Sex (M/F)': what a label says about its value.
      .replace(/\bwhether married\b|বিবাহিত কি ?না(?=[\s)]|$)/giu, 'marital')
      .replace(/যদি থাকে|(?:আছে )?কি ?না(?=[\s)]|$)|\(m\s?\/\s?f\)/giu, ' ')
      // Without the stroke, a ward of the council alone.
      .replace(/(?<=\bunion )council\s?\/\s?(?=ward)|(?<=ইউনিয়ন )পরিষদ\s?\/\s?(?=ওয়ার্ড)/giu, '')
      .replace(/\be-?\s*mail\b/gi, 'email')
      .replace(/\bn\s?\.\s?id\b/gi, 'nid')
      .replace(/\br\sm\so\b/gi, 'rmo')
      .replace(/\(\s?[shw]\.?\s?\)$/gi, ' spouse')
      .replace(
        /(?:অবিবাহিত|unmarried)\s?\/\s?(?:বিবাহিত|married)|(?:বিবাহিত|\bmarried)\s?\/\s?(?:অবিবাহিত|unmarried)/giu,
        'marital',
      )
      .replace(/\bs\/n\b/gi, 'serial')
      .replace(/\bu\s?\/\s?w\b/gi, 'union ward')
      .replace(/\bv\s?\/\s?r\b/gi, 'village road')
      .replace(/\bb\s?[.\s]\s?(?=gr)/gi, 'blood ')
      .replace(/\bv\s?[./\s]\s?(?=no\b|area|num|id\b|sl)/gi, 'voter ')
      .replace(/\bh\s?\/\s?w\b/gi, 'spouse')
      .replace(/\bm\s?[./]\s?(?=status)/gi, 'marital ')
      .replace(/(?<=\bdate of )b\b/gi, 'birth')
      .replace(/\bd\s?\.\s?(?=of\s+birth)/gi, 'date ')
      .replace(/\bp\s?\.\s?(?=off)/gi, 'post ')
      .replace(/(?<=\bname[\s([-]+)([be])(?![\p{L}])/giu, (letter) =>
        /b/i.test(letter) ? 'bangla' : 'english',
      )
      .replace(
        /(?:নারী|মহিলা|female)\s?\/\s?(?:পুরুষ|male)|(?:পুরুষ|\bmale)\s?\/\s?(?:নারী|মহিলা|female)/giu,
        'gender',
      )
      .replace(/জা\s?[.ঃ]\s?প[.ঃ]?(?![\p{L}\p{M}])/gu, 'এনআইডি ')
      .replace(/জ[.ঃ]\s?(?=তা|স্থান|নি)/gu, 'জন্ম ')
      .replace(/র[.ঃ]\s?(?=গ্র)/gu, 'রক্তের ')
      .replace(/ভো[.ঃ]\s?(?=নং|এলা|নম্ব)/gu, 'ভোটার ')
      .replace(/উপ[.ঃ](?![\p{L}\p{M}])/gu, 'উপজেলা ')
      .replace(/\bp\s?[./\s]\s?(?=code)/gi, 'post ')
      .replace(/\bf\s?[.\s]?\s?(?=prints?\b)/gi, 'finger ')
      .replace(/\bb\s?\.\s?(?=date|place|reg|cert)/gi, 'birth ')
      .replace(/\bs\s?\.\s?(?=name|nid|voter|dod|death)/gi, 'spouse ')
      .replace(/\bd\s?\.\s?(?=lic)/gi, 'driving ')
      .replace(/\bh\s?\.\s?(?=no\b)/gi, 'home ')
      .replace(/\bper\s?\.\s?(?=add)/gi, 'permanent ')
      .replace(/(?<=['’]s\s|\b(?:bn|en|fa|mo|sp)\.\s)n\.$/gi, 'name')
      .replace(/\bmo\s?\.\s?(?=name|nid|voter|dod|death)/gi, 'mother ')
      .replace(
        /\bf\s?(?:[./]\s?|\s)(?=name|nid|voter|dod|death)|(?<=\(\s?|[a-z]{2}\s)f(?=\.?\)?$)/gi,
        'father ',
      )
      .replace(
        /\bm\s?(?:[./]\s?|\s)(?=name|nid|voter|dod|death)|(?<=\(\s?|[a-z]{2}\s)m(?=\.?\)?$)/gi,
        'mother ',
      )
      .replace(/\b[a-z](?:\s?[./]\s?[a-z]\b)+\.?/gi, (letters) => letters.replace(/[^a-z]/gi, ''))
      // The short word for 'number' is often written, or read, without a space before it.
      .replace(/(?<=[\u0980-\u09ff])নং(?![\u0980-\u09ff])/gu, ' নং')
      .replace(spelledOut, (letters) => letters.replace(/[.\s]/g, ''))
  );
}

/** Returns the notions of a text's words, and the number of unknown words; stops once there are more than `most`. */
function notionsOf(text: string, slack: number, most: number): { notions: Set<string>; strange: number } {
  const notions = new Set<string>();
  let strange = 0;
  const printed = spelledLabel(text).matchAll(/([\p{L}\p{M}'’]+)([.ঃ]?)/gu);
  for (const [, word, point] of printed) {
    const bare = word!.replace(/’/g, "'").replace(/'s$/i, '');
    const isShortened = point !== '' || bare.endsWith('ঃ');
    const notion =
      findNotion(bare, 0) ??
      (isShortened ? findAbbreviated(bare) : undefined) ??
      (isShortened || !/(?<=.)[aeiou]/i.test(bare) ? findContracted(bare) : undefined) ??
      (slack > 0 ? (findNotion(bare, slack) ?? findJoined(bare)) : undefined);
    if (notion === undefined) strange += 1;
    if (strange > most) break;
    for (const one of notion?.split(' ') ?? []) if (one !== '') notions.add(one);
  }
  return { notions, strange };
}

/** Finds the part of an address whose words alone begin with these letters: 'গ্রা', 'জে', 'উপ'. */
export function findCutPart(letters: string): LabelTarget | undefined {
  if (!/^[\u0980-\u09ff]{2,4}$/u.test(letters)) return undefined;
  const found = new Set<AddressPart>();
  for (const part of addressParts)
    if (partNotions[part].some((notion) => beginsWord(notion, letters))) found.add(part);
  const [only] = found;
  return found.size === 1 && only !== undefined ? { kind: 'part', part: only } : undefined;
}

export interface LabelledText {
  label: LabelMatch;
  value: string;
}

const separators =
  /[:：=→⇒»|]|(?<=^\s*\[[^\]]{3,40})\]|(?<=^\s*\((?:[^()]|\([^()]{0,20}\)){2,40})\)|\s?(?:\.{4,}|…{2,}|_{4,})\s?[:：]?|ঃ(?=[\s\d:]|$)(?!\s?অফিস)|ঃ-|\s[-–—](?=\s)|(?<=[\p{L}\p{M}).])[-–—](?=\s)|।(?=\s)/gu;

/** Whether the text after a label's visarga is the same label in English. */
function announcesSame(rest: string, { target }: LabelMatch): boolean {
  const next = /^\s*\(?[A-Za-z]/.test(rest) ? (findLabelledText(rest)?.label ?? findLabel(rest)) : undefined;
  return next !== undefined && isSameTarget(target, next.target);
}

/** Splits 'Label: value' in one text; undefined if it does not start with a label and a separator. */
export function findLabelledText(text: string, slack = 0): LabelledText | undefined {
  for (const separator of text.matchAll(separators)) {
    if (separator.index > longestLabel) break;
    const label = findLabel(text.slice(0, separator.index), slack);
    if (label === undefined) continue;
    const rest = text.slice(separator.index + separator[0].length);
    // 'নাম | Name: …' is one label in two languages.
    if (separator[0] === '|' && (findLabel(rest) !== undefined || findLabelledText(rest) !== undefined))
      continue;
    // The same with the visarga for a colon: 'পিতার নামঃ Father's Name = …'
    if (separator[0] === 'ঃ' && announcesSame(rest, label)) continue;
    // Or its beginning: 'নামঃ (Bangla' above 'Name)'.
    if (separator[0] === 'ঃ' && /^\s*\([^)]*$/u.test(rest)) continue;
    const value = rest.replace(/^(?:-(?!-)|[\s:：])\s*:?\s*/u, '');
    return { label, value };
  }
  return undefined;
}
