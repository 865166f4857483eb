// How sheets word their labels: English, Bengali and abbreviated, several ways each.

import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';
import {
  cutPartWordings,
  officeAddressWordings,
  officeFieldWordings,
  officePartWordings,
} from './office-wordings.ts';
import { strangerAddressWordings, strangerFieldWordings, strangerPartWordings } from './stranger-wordings.ts';
import { unseenAddressWordings, unseenFieldWordings, unseenPartWordings } from './unseen-wordings.ts';
import { wildAddressWordings, wildFieldWordings, wildPartWordings } from './wild-wordings.ts';

export type LabelLanguage = 'english' | 'bengali' | 'short';

/** english | bengali | short, alternatives separated by ';' */
const wordings: Record<SignedCopyField, string> = {
  national_id:
    'National ID;NID No.;NID Number | জাতীয় পরিচয়পত্র নম্বর;এনআইডি নং;এন.আই.ডি নম্বর | NID;N.I.D. No.;NID #',
  pin: 'Pin;PIN No. | পিন;পিন নম্বর | PIN',
  status: 'Status;NID Status | অবস্থা;স্ট্যাটাস | Status',
  afis_status: 'Afis Status;AFIS | এফিস স্ট্যাটাস;এএফআইএস অবস্থা | AFIS St.;Afis',
  lock_flag: 'Lock Flag;Locked | লক ফ্ল্যাগ;লক | Lock',
  voter_no: 'Voter No;Voter Number;Voter ID | ভোটার নম্বর;ভোটার নং | Voter No.;V. No.',
  form_no: 'Form No;Voter Form No. | ফরম নম্বর;ফর্ম নং | Form #;Form No.',
  sl_no: 'Sl No;Serial No. | ক্রমিক নং;ক্রমিক নম্বর | Sl.;S/N',
  tag: 'Tag | ট্যাগ | Tag',
  name_bangla: 'Name(Bangla);Name (in Bangla);Name [Bangla] | নাম (বাংলা);নাম (বাংলায়) | Name (Bn.);Name (BN)',
  name_english:
    'Name(English);Name (in English);Name [English] | নাম (ইংরেজি);নাম (ইংরেজিতে) | Name (Eng.);Name (EN)',
  date_of_birth: 'Date of Birth;Birth Date | জন্ম তারিখ;জন্মতারিখ | D.O.B.;DOB;Dt. of Birth',
  birth_place: 'Birth Place;Place of Birth | জন্মস্থান;জন্ম স্থান | Birth Pl.;Place of Birth',
  birth_other: 'Birth Other;Birth (Other) | জন্ম (অন্যান্য) | Birth Oth.;Birth (Oth.)',
  birth_registration_no:
    'Birth Registration No;Birth Reg. Number | জন্ম নিবন্ধন নম্বর;জন্ম নিবন্ধন নং | Birth Reg. No.;BRN',
  father_name: "Father Name;Father's Name;Name of Father | পিতার নাম;পিতা | Father;F. Name",
  mother_name: "Mother Name;Mother's Name;Name of Mother | মাতার নাম;মাতা;মায়ের নাম | Mother;M. Name",
  spouse_name: "Spouse Name;Spouse's Name;Husband/Wife Name | স্বামী/স্ত্রীর নাম;স্বামী/স্ত্রী | Spouse;Husb./Wife",
  gender: 'Gender;Sex | লিঙ্গ | Gen.;Sex',
  marital_status: 'Marital;Marital Status | বৈবাহিক অবস্থা | Marital St.;Mar. Status',
  occupation: 'Occupation;Profession | পেশা | Occup.;Prof.',
  disability: 'Disability | প্রতিবন্ধিতা;প্রতিবন্ধীতার ধরন | Disab.;Disability',
  disability_other: 'Disability Other;Disability (Other) | প্রতিবন্ধিতা (অন্যান্য) | Disab. Oth.;Disability (Oth.)',
  education: 'Education;Educational Qualification | শিক্ষাগত যোগ্যতা;শিক্ষা | Edu.;Edu. Qual.',
  education_other: 'Education Other;Education (Other) | শিক্ষাগত যোগ্যতা (অন্যান্য) | Edu. Oth.;Edu. (Other)',
  education_sub: 'Education Sub;Education Subject | শিক্ষার বিষয় | Edu. Sub.;Subject',
  identification: 'Identification;Identification Mark | সনাক্তকরণ চিহ্ন;শনাক্তকারী চিহ্ন | Ident. Mark;ID Mark',
  blood_group: 'Blood Group | রক্তের গ্রুপ;রক্তের গ্ৰুপ | Blood Gr.;B. Group;Bld. Gr.',
  tin: 'TIN;TIN No. | টিআইএন;টিন নম্বর | TIN;e-TIN',
  driving: 'Driving;Driving Licence No | ড্রাইভিং লাইসেন্স | Driv. Lic.;DL No.',
  passport: 'Passport;Passport No | পাসপোর্ট;পাসপোর্ট নম্বর | Passp. No.;PP No.',
  laptop_id: 'Laptop ID;Laptop | ল্যাপটপ আইডি | Laptop ID',
  nid_father: "NID Father;Father's NID;NID (Father) | পিতার এনআইডি;এনআইডি (পিতা) | Fath. NID;NID (F.)",
  nid_mother: "NID Mother;Mother's NID;NID (Mother) | মাতার এনআইডি;এনআইডি (মাতা) | Moth. NID;NID (M.)",
  nid_spouse: "NID Spouse;Spouse's NID;NID (Spouse) | স্বামী/স্ত্রীর এনআইডি | Sp. NID;NID (Spouse)",
  voter_no_father:
    "Voter No Father;Father's Voter No;Voter No (Father) | পিতার ভোটার নম্বর | Fath. Voter No.;Voter No (F.)",
  voter_no_mother:
    "Voter No Mother;Mother's Voter No;Voter No (Mother) | মাতার ভোটার নম্বর | Moth. Voter No.;Voter No (M.)",
  voter_no_spouse:
    "Voter No Spouse;Spouse's Voter No;Voter No (Spouse) | স্বামী/স্ত্রীর ভোটার নম্বর | Sp. Voter No.",
  phone: 'Phone;Telephone | ফোন;টেলিফোন | Ph.;Tel.',
  mobile: 'Mobile;Mobile No;Mobile Number | মোবাইল;মোবাইল নম্বর;মোবাইল নং | Mob.;Mob. No.',
  email: 'Email;E-mail | ইমেইল;ই-মেইল | E-mail',
  religion: 'Religion | ধর্ম | Relig.;Religion',
  religion_other: 'Religion Other;Religion (Other) | ধর্ম (অন্যান্য) | Relig. Oth.',
  death_date_of_father:
    "Death Date Of Father;Father's Death Date | পিতার মৃত্যুর তারিখ | Father D.O.D.;Fath. Death Dt.",
  death_date_of_mother:
    "Death Date Of Mother;Mother's Death Date | মাতার মৃত্যুর তারিখ | Mother D.O.D.;Moth. Death Dt.",
  death_date_of_spouse: "Death Date Of Spouse;Spouse's Death Date | স্বামী/স্ত্রীর মৃত্যুর তারিখ | Sp. Death Dt.",
  no_finger: 'No Finger;No. of Finger | আঙুল নেই;আঙ্গুল নেই | No Fing.',
  no_finger_print: 'No Finger Print | আঙুলের ছাপ নেই;আঙ্গুলের ছাপ নেই | No F. Print;No Fingerprint',
  voter_area: 'Voter Area | ভোটার এলাকা | V. Area;Voter Area',
  voter_at: 'Voter At | যে ঠিকানায় ভোটার;ভোটার ঠিকানা | Voter At',
  voter_documents: 'Voter Documents;Documents | ভোটার দলিলাদি;দলিলাদি | Docs.;Voter Docs.',
};

const partWordings: Record<AddressPart, string> = {
  division: 'Division | বিভাগ | Div.',
  district: 'District;Zila | জেলা | Dist.',
  rmo: 'RMO | আর.এম.ও;আরএমও | RMO',
  upazila: 'Upozila;Upazila;Thana;Upazila/Thana | উপজেলা;থানা;উপজেলা/থানা | Upz.;P.S.;Thana',
  union_ward: 'Union/Ward;Union;Ward | ইউনিয়ন/ওয়ার্ড;ইউনিয়ন;ওয়ার্ড | Union;Un./Ward',
  mouza_moholla: 'Mouza/Moholla;Mouza;Mohalla | মৌজা/মহল্লা;মৌজা;মহল্লা | Mouza',
  village_road: 'Village/Road;Village;Village/Street | গ্রাম/রাস্তা;গ্রাম;গ্রাম/সড়ক | Vill.;Vill./Rd.',
  home_holding_no:
    'Home/Holding No;Holding No;House/Holding | বাসা/হোল্ডিং;হোল্ডিং নং;বাসা/হোল্ডিং নং;বাড়ি নং | H/H No.;Holding',
  post_office: 'Post Office;P.O. | ডাকঘর;পোস্ট অফিস;পোঃ | P.O.;PO',
  postal_code: 'Postal Code;Post Code | পোস্ট কোড;পোষ্ট কোড;ডাক কোড | P. Code;Post Code',
};

const addressWordings = {
  present: 'Present Address;Current Address | বর্তমান ঠিকানা | Pres. Address;Present Addr.',
  permanent: 'Permanent Address | স্থায়ী ঠিকানা | Perm. Address;Permanent Addr.',
};

function choicesOf(wording: string, language: LabelLanguage): string[] {
  const [english = '', bengali = '', short = ''] = wording.split('|');
  return { english, bengali, short }[language].split(';').map((label) => label.trim().normalize('NFC'));
}

type Choices<Key> = (key: Key, language: LabelLanguage) => string[];

/** How a sheet may word its labels. */
export interface Wordings {
  field: Choices<SignedCopyField>;
  part: Choices<AddressPart>;
  address: Choices<'present' | 'permanent'>;
}

function wordingsOf(
  fields: Record<SignedCopyField, string>,
  parts: Record<AddressPart, string>,
  addresses: Record<'present' | 'permanent', string>,
): Wordings {
  return {
    field: (field, language) => choicesOf(fields[field], language),
    part: (part, language) => choicesOf(parts[part], language),
    address: (side, language) => choicesOf(addresses[side], language),
  };
}

export const usualWordings = wordingsOf(wordings, partWordings, addressWordings);
export const unseenWordings = wordingsOf(unseenFieldWordings, unseenPartWordings, unseenAddressWordings);
export const strangerWordings = wordingsOf(
  strangerFieldWordings,
  strangerPartWordings,
  strangerAddressWordings,
);
export const wildWordings = wordingsOf(wildFieldWordings, wildPartWordings, wildAddressWordings);

/** Every other wording, from the first or from the second. */
export function officeWordings(half: 0 | 1, areCut: boolean): Wordings {
  const all = wordingsOf(
    officeFieldWordings,
    areCut ? cutPartWordings : officePartWordings,
    officeAddressWordings,
  );
  const ofHalf = (choices: string[]) => choices.filter((_, index) => index % 2 === half);
  return {
    field: (field, language) => ofHalf(all.field(field, language)),
    part: (part, language) => ofHalf(all.part(part, language)),
    address: (side, language) => ofHalf(all.address(side, language)),
  };
}
