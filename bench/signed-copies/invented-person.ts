// An invented person: randomly combined names, random numbers, villages that are on no map. Only divisions, districts and upazilas are real.

import { districts } from '#engines/reading/scan/place-names.ts';
import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';
import type { Dice } from './seeded-random.ts';

/** Values as the record stores them; a sheet may print them differently. */
export type PersonFields = Record<SignedCopyField, string>;
export type PersonAddress = Partial<Record<AddressPart, string>>;

export interface Person {
  fields: PersonFields;
  present: PersonAddress;
  permanent: PersonAddress;
}

type Names = readonly (readonly [bangla: string, english: string])[];

const menBefore: Names = [
  ['মোঃ', 'MD.'],
  ['মো.', 'MD.'],
  ['মোহাম্মদ', 'MOHAMMAD'],
  ['মুহাম্মদ', 'MUHAMMAD'],
  ['শ্রী', 'SREE'],
  ['শেখ', 'SHEIKH'],
  ['এস. এম.', 'S. M.'],
  ['এ.কে.এম.', 'A.K.M.'],
  ['আ.ন.ম.', 'A.N.M.'],
  ['', ''],
];
const womenBefore: Names = [
  ['মোছাঃ', 'MOST.'],
  ['মোসা.', 'MST.'],
  ['মোসাম্মৎ', 'MOSAMMAT'],
  ['শ্রীমতী', 'SREEMOTI'],
  ['বেগম', 'BEGUM'],
  ['', ''],
];
const menGivenNames: Names = [
  ['রফিকুল', 'RAFIQUL'],
  ['আব্দুর রহমান', 'ABDUR RAHMAN'],
  ['বিশ্বজিৎ', 'BISWAJIT'],
  ['কৃষ্ণেন্দু', 'KRISHNENDU'],
  ['মৃত্যুঞ্জয়', 'MRITTUNJOY'],
  ['ইফতেখার', 'IFTEKHAR'],
  ['সিদ্দিকুর', 'SIDDIQUR'],
  ['মোস্তাফিজুর', 'MOSTAFIZUR'],
  ['জ্ঞানেন্দ্র নাথ', 'GYANENDRA NATH'],
  ['মঞ্জুরুল', 'MANZURUL'],
  ['খোরশেদ', 'KHORSHED'],
  ['নিজাম উদ্দিন', 'NIZAM UDDIN'],
  ['লক্ষ্মণ', 'LAKSHMAN'],
  ['শাহজাহান', 'SHAHJAHAN'],
  ['গৌতম', 'GOUTAM'],
  ['আবুল কাশেম', 'ABUL KASHEM'],
];
const womenGivenNames: Names = [
  ['ফেরদৌসী', 'FERDOUSI'],
  ['জ্যোৎস্না', 'JYOTSNA'],
  ['অর্চনা রাণী', 'ARCHANA RANI'],
  ['উম্মে কুলসুম', 'UMME KULSUM'],
  ['রোকেয়া', 'ROKEYA'],
  ['সুরাইয়া', 'SURAIYA'],
  ['পূর্ণিমা', 'PURNIMA'],
  ['হোসনে আরা', 'HOSNE ARA'],
  ['কৃষ্ণা', 'KRISHNA'],
  ['নূরজাহান', 'NURJAHAN'],
  ['স্বপ্না', 'SWAPNA'],
  ['ছালেহা', 'SALEHA'],
];
const menFamily: Names = [
  ['ইসলাম', 'ISLAM'],
  ['মুন্সী', 'MUNSHI'],
  ['কুণ্ডু', 'KUNDU'],
  ['চক্রবর্ত্তী', 'CHAKRABORTY'],
  ['ভট্টাচার্য্য', 'BHATTACHARJEE'],
  ['তালুকদার', 'TALUKDER'],
  ['হাওলাদার', 'HOWLADER'],
  ['প্রামাণিক', 'PRAMANIK'],
  ['ভূঁইয়া', 'BHUIYAN'],
  ['বড়ুয়া', 'BARUA'],
  ['তঞ্চঙ্গ্যা', 'TANCHANGYA'],
  ['দেবনাথ', 'DEBNATH'],
  ['সরদার', 'SARDER'],
  ['মজুমদার', 'MAJUMDER'],
];
const womenFamily: Names = [
  ['খাতুন', 'KHATUN'],
  ['বেগম', 'BEGUM'],
  ['আক্তার', 'AKTER'],
  ['পারভীন', 'PARVIN'],
  ['সুলতানা', 'SULTANA'],
  ['কুণ্ডু', 'KUNDU'],
  ['মুখোপাধ্যায়', 'MUKHOPADHYAY'],
  ['দেবী', 'DEBI'],
];

function nameOf(dice: Dice, woman: boolean): { bangla: string; english: string } {
  const parts = woman
    ? [dice.pick(womenBefore), dice.pick(womenGivenNames), dice.pick(womenFamily)]
    : [dice.pick(menBefore), dice.pick(menGivenNames), dice.pick(menFamily)];
  const join = (side: 0 | 1) =>
    parts
      .map((part) => part[side])
      .filter((word) => word !== '')
      .join(' ');
  return { bangla: join(0), english: join(1) };
}

const villages = [
  'উত্তর বেড়িবাঁধ',
  'শ্রীরামকাঠি',
  'মধ্য গোবিন্দপাড়া',
  'দিঘলকান্দি',
  'কৈবর্ত্তপাড়া',
  'চর কৃষ্ণপুর',
  'স্টেশন রোড',
  'পূর্ব খ্রিস্টানপাড়া',
  'ঝর্ণাকান্দি',
  'হাজী লেন',
  'দক্ষিণ ধর্মঘর',
  'ছোট ভাটিয়ারখালী',
];
const mouzas = ['বড় বৈকুণ্ঠপুর', 'শ্যামগঞ্জ মহল্লা', 'কাঁঠালতলা', 'চক নিশ্চিন্তপুর', 'রূপগড়', 'ঢেপাখালী', 'জ্ঞানপাড়া'];
const unions = ['ছোট ডুমুরিয়া', 'রূপগড়', 'দত্তকেন্দুয়া', 'শ্রীফলতলা', 'মুক্তারপুর', 'গঙ্গাধরকাঠি'];
const offices = ['ঝাউডাঙ্গা', 'বিষ্ণুপুর হাট', 'শ্যামকুড়', 'মির্জানগর', 'সাত্তারগঞ্জ', 'নন্দীগ্রাম বাজার'];

function homeOf(dice: Dice): string {
  const letter = dice.pick(['ক', 'খ', 'গ', 'ঘ', 'ঙ']);
  return dice.pick([
    `${dice.digits(3)}/${letter}`,
    dice.digits(dice.whole(1, 4)),
    `${dice.pick(['ঝাউকান্দি', 'মহল্লা', 'মিয়া'])} কুটির`,
    `${dice.digits(2)}-${dice.digits(2)}`,
  ]);
}

function unionOf(dice: Dice): string {
  const union = dice.pick(unions);
  const ward = dice.whole(1, 9);
  return dice.pick([
    `${ward} নং ${union}`,
    `${union} ইউনিয়ন`,
    `ওয়ার্ড নং-0${ward} ${union}`,
    `${union} (ওয়ার্ড ${ward})`,
    `${union}, ${ward} নং ওয়ার্ড`.replace(',', ' -'),
  ]);
}

function addressOf(dice: Dice): PersonAddress {
  const district = dice.pick(districts);
  const address: PersonAddress = {
    home_holding_no: homeOf(dice),
    village_road: dice.pick(villages),
    union_ward: unionOf(dice),
    post_office: dice.pick(offices),
    postal_code: dice.digits(4),
    upazila: dice.pick(district.upazilas).bangla,
    district: district.name.bangla,
    division: district.division.bangla,
  };
  if (dice.chance(0.5)) address.mouza_moholla = dice.pick(mouzas);
  if (dice.chance(0.15)) address.rmo = dice.pick(['1', '2', '9']);
  return address;
}

const occupations = [
  'কৃষক',
  'গৃহিণী',
  'ব্যবসা',
  'শিক্ষক',
  'প্রকৌশলী',
  'শ্রমিক (দৈনিক)',
  'ছাত্র/ছাত্রী',
  'সরকারি চাকুরি',
  'কর্মকার',
];
const educations = ['মাধ্যমিক', 'উচ্চ মাধ্যমিক', 'স্নাতক', 'স্নাতকোত্তর', 'অষ্টম শ্রেণি', 'পঞ্চম শ্রেণি', 'স্বাক্ষরজ্ঞান সম্পন্ন'];
const subjects = ['ব্যবস্থাপনা', 'রাষ্ট্রবিজ্ঞান', 'গার্হস্থ্য অর্থনীতি', 'পদার্থবিজ্ঞান'];
const marks = ['বাম গালে কাটা দাগ', 'কপালে কাটা দাগ', 'ডান হাতে তিল', 'নাকের উপর জড়ুল'];

function dateOf(dice: Dice, from: number, to: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${dice.whole(from, to)}-${two(dice.whole(1, 12))}-${two(dice.whole(1, 28))}`;
}

export function inventPerson(dice: Dice): Person {
  const woman = dice.chance(0.5);
  const name = nameOf(dice, woman);
  const born = dateOf(dice, 1945, 2003);
  const nid = () => (dice.chance(0.4) ? dice.digits(10) : `9${dice.digits(12)}`);
  const maybe = (share: number, value: () => string) => (dice.chance(share) ? value() : '');
  const voterArea = `${dice.pick(villages)} (${dice.pick(['1ম অংশ', '2য় অংশ', 'পূর্বাংশ', 'দক্ষিণাংশ'])})`;
  const fields: PersonFields = {
    national_id: nid(),
    pin: `${born.slice(0, 4)}9${dice.digits(12)}`,
    status: dice.pick(['new', 'printed', 'migrated']),
    afis_status: dice.pick(['MATCH_FOUND', 'NO_MATCH']),
    lock_flag: dice.pick(['Y', 'N']),
    voter_no: `97${dice.digits(10)}`,
    form_no: dice.chance(0.5) ? dice.digits(8) : `NIDFN${dice.digits(9)}`,
    sl_no: dice.digits(4),
    tag: dice.pick(['new', 'migrated', '']),
    name_bangla: name.bangla,
    name_english: name.english,
    date_of_birth: born,
    birth_place: dice.pick(districts).name.bangla,
    birth_other: dice.pick(['Birth Registration', '']),
    birth_registration_no: maybe(0.6, () => `${born.slice(0, 4)}9${dice.digits(12)}`),
    father_name: nameOf(dice, false).bangla,
    mother_name: nameOf(dice, true).bangla,
    spouse_name: maybe(0.7, () => nameOf(dice, !woman).bangla),
    gender: woman ? 'female' : 'male',
    marital_status: dice.pick(['married', 'unmarried', 'widowed']),
    occupation: dice.pick(occupations),
    disability: maybe(0.3, () => dice.pick(['শ্রবণ প্রতিবন্ধিতা', 'দৃষ্টি প্রতিবন্ধিতা', 'নেই'])),
    disability_other: '',
    education: dice.pick(educations),
    education_other: '',
    education_sub: maybe(0.4, () => dice.pick(subjects)),
    identification: maybe(0.7, () => dice.pick(marks)),
    blood_group: dice.pick(['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']),
    tin: maybe(0.5, () => dice.digits(12)),
    driving: maybe(0.4, () => `QZ${dice.digits(7)}L${dice.digits(5)}`),
    passport: maybe(0.4, () => `QZ${dice.digits(7)}`),
    laptop_id: maybe(0.5, () => `QZ-LT-${dice.digits(4)}`),
    nid_father: maybe(0.7, nid),
    nid_mother: maybe(0.7, nid),
    nid_spouse: maybe(0.5, nid),
    voter_no_father: maybe(0.5, () => `97${dice.digits(10)}`),
    voter_no_mother: maybe(0.5, () => `97${dice.digits(10)}`),
    voter_no_spouse: maybe(0.5, () => `97${dice.digits(10)}`),
    phone: maybe(0.4, () => `0200${dice.digits(6)}`),
    mobile: maybe(0.9, () => `01${dice.whole(3, 9)}0000${dice.digits(4)}`),
    email: maybe(0.5, () => `nobody${dice.digits(3)}@example.${dice.pick(['org', 'com'])}`),
    religion: dice.pick(['Islam', 'Islam', 'Hinduism', 'Buddhism', 'Christianity']),
    religion_other: '',
    death_date_of_father: maybe(0.4, () => dateOf(dice, 1990, 2024)),
    death_date_of_mother: maybe(0.4, () => dateOf(dice, 1990, 2024)),
    death_date_of_spouse: maybe(0.2, () => dateOf(dice, 2005, 2024)),
    no_finger: '0',
    no_finger_print: '0',
    voter_area: voterArea,
    voter_at: dice.pick(['present', 'permanent']),
    voter_documents: dice.pick(['No Documents Available', 'Birth Registration', '']),
  };
  const present = addressOf(dice);
  return { fields, present, permanent: dice.chance(0.4) ? { ...present } : addressOf(dice) };
}
