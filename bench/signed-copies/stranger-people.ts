// People and places that the other copies do not have: other faiths and peoples, very long names, titles with dots, values that hold the words of labels.

import { districts } from '#engines/reading/scan/place-names.ts';
import { inventPerson, type Person, type PersonAddress } from './invented-person.ts';
import type { Dice } from './seeded-random.ts';

type Name = readonly [bangla: string, english: string];

const men: readonly Name[] = [
  ['মো: আব্দুল ওয়াদুদ মিঞা', 'MD: ABDUL WADUD MIAH'],
  ['মোঃ জসিম উদ্দিন (বাবুল)', 'MD. JASIM UDDIN (BABUL)'],
  ['এস.এম. তৌহিদুজ্জামান', 'S.M. TOUHIDUZZAMAN'],
  ['এ. এফ. এম. ছাইদুর রহমান', 'A. F. M. SAIDUR RAHMAN'],
  ['আলহাজ্ব মোঃ হাবিবুল্লাহ্', 'ALHAJ MD. HABIBULLAH'],
  ['আবুল হাসনাত মোহাম্মদ কামরুজ্জামান চৌধুরী সিদ্দিকী', 'ABUL HASNAT MOHAMMAD KAMRUZZAMAN CHOWDHURY SIDDIQUI'],
  ['ড. সৈয়দ মনোয়ারুল হক', 'Dr. Syed Monwarul Haque'],
  ['শ্রী কৃষ্ণপদ সাহা', 'SREE KRISHNAPADA SAHA'],
  ['সুব্রত কুমার কর্মকার', 'SUBRATA KUMAR KARMAKAR'],
  ['জন পিটার ডি\u2019কস্তা', 'JOHN PETER D\u2019COSTA'],
  ['যোসেফ গমেজ', 'JOSEPH GOMES'],
  ['অংশৈপ্রু মারমা', 'AUNG SHOI PRU MARMA'],
  ['জ্যোতিরিন্দ্র ত্রিপুরা', 'JYOTIRINDRA TRIPURA'],
  ['নির্মলেন্দু চাকমা', 'NIRMALENDU CHAKMA'],
  ['রিচার্ড রিছিল', 'RICHARD RICHIL'],
  ['মৃত আফাজ উদ্দিন', 'LATE AFAZ UDDIN'],
  ['মাঈন উদ্দীন আহম্মেদ', 'MAIN UDDIN AHAMMED'],
  ['খন্দকার আশফাক-উজ-জামান', 'KHANDAKER ASHFAQ-UZ-ZAMAN'],
];
const women: readonly Name[] = [
  ['মোসাঃ শাহিনুর আক্তার', 'MOSA. SHAHINUR AKTER'],
  ['মোছা: রাশেদা খানম', 'MOST: RASHEDA KHANAM'],
  ['বেগম জেবুন্নেছা', 'BEGUM ZEBUNNESA'],
  ['উম্মে হাবিবা তাসনিম জান্নাতুল ফেরদৌস ঐশী', 'UMME HABIBA TASNIM JANNATUL FERDOUS OISHI'],
  ['শ্রীমতি অঞ্জলী রাণী পাল', 'SREEMATI ANJALI RANI PAL'],
  ['সন্ধ্যা রানী সূত্রধর', 'SANDHYA RANI SUTRADHAR'],
  ['মেরী রোজারিও', 'MARY ROZARIO'],
  ['সুপ্রভা চিসিম', 'SUPRAVA CHISIM'],
  ['ম্রাসাথোয়াই মার্মা', 'MRASATHOWAI MARMA'],
  ['রত্না তঞ্চঙ্গ্যা', 'RATNA TANCHANGYA'],
  ['মোসাঃ হাজেরা বিবি', 'MOSA. HAZERA BIBI'],
  ['রুবাইয়াৎ-ই-নূর', 'RUBAIYAT-E-NUR'],
  ['মৃত ছকিনা খাতুন', 'LATE SAKINA KHATUN'],
  ['আয়েশা সিদ্দিকা (পিতা প্রবাসী)', 'AYESHA SIDDIQUA'],
];

const villages: readonly Name[] = [
  ['নামাপাড়া', 'Namapara'],
  ['মাতার ভিটা', 'Matar Vita'],
  ['পিতাম্বরপুর', 'Pitambarpur'],
  ['ধর্মপুর উত্তর', 'Dharmapur North'],
  ['পেশাকারের চর', 'Peshkarer Char'],
  ['জেলা স্কুল রোড', 'Zilla School Road'],
  ['থানাহাট', 'Thanahat'],
  ['ডাকঘর মোড়', 'Post Office More'],
  ['গ্রাম পাঙ্গাশিয়া', 'Gram Pangashia'],
  ['নতুন বাজার ১ম গলি', 'Natun Bazar 1st Lane'],
  ['পশ্চিম ছাগলদিঘী', 'Paschim Chagaldighi'],
  ['কলেজপাড়া (মাস্টার বাড়ি)', 'Collegepara (Master Bari)'],
  ['দ্বিতীয় মুরাদপুর', 'Second Muradpur'],
];
const unions: readonly Name[] = [
  ['৩ নং ওয়ার্ড', 'Ward No. 3'],
  ['৫নং পাথরডুবি ইউপি', '5 No. Pathardubi UP'],
  ['ওয়ার্ড-০৭', 'Ward-07'],
  ['পশ্চিম বিভাগদী', 'Paschim Bibhagdi'],
  ['মহেশ্বরচাঁদা', 'Maheshwarchanda'],
  ['পৌরসভা, ওয়ার্ড নং ৪', 'Paurashava, Ward No 4'],
  ['৯ নং জ্যৈষ্ঠপুরা (আংশিক)', '9 No. Jaisthapura (Part)'],
];
const mouzas: readonly Name[] = [
  ['চর পেশকারী', 'Char Peshkari'],
  ['মৌজা কান্দা', 'Mouza Kanda'],
  ['উত্তর সাহেবের বাগ', 'Uttar Saheber Bag'],
  ['ত্রিমোহনী', 'Trimohoni'],
];
const offices: readonly Name[] = [
  ['শ্রীকান্তপুর', 'Shrikantapur'],
  ['বটতলী বাজার', 'Battali Bazar'],
  ['কোর্ট স্টেশন', 'Court Station'],
  ['পোস্তগোলা', 'Postogola'],
];
const homes: readonly Name[] = [
  ['বাসা-১২, রোড-৩', 'House-12, Road-3'],
  ['১০৪৫', '1045'],
  ['মাস্টার বাড়ি', 'Master Bari'],
  ['ক-৪৭/২', 'Ka-47/2'],
  ['২৩/এ/১', '23/A/1'],
];
const occupations: readonly Name[] = [
  ['ছাত্র/ছাত্রী', 'Student'],
  ['বেসরকারি চাকুরি', 'Private Service'],
  ['গৃহিনী', 'Housewife'],
  ['ধর্মীয় শিক্ষক', 'Religious Teacher'],
  ['জেলে', 'Fisherman'],
  ['অন্যান্য', 'Others'],
];
const educations: readonly Name[] = [
  ['এস.এস.সি. / সমমান', 'S.S.C. / Equivalent'],
  ['স্নাতক (পাস)', 'Graduate (Pass)'],
  ['৮ম শ্রেণি', 'Class 8'],
  ['নিরক্ষর', 'Illiterate'],
  ['মাধ্যমিক', 'Secondary'],
];
const areas: readonly Name[] = [
  ['নামাপাড়া (২য় অংশ)', 'Namapara (Part 2)'],
  ['জেলা স্কুল রোড - দক্ষিণ', 'Zilla School Road - South'],
  ['মাতার ভিটা', 'Matar Vita'],
  ['৪ নং ওয়ার্ড (পুরুষ)', 'Ward 4 (Male)'],
];
const marks: readonly Name[] = [
  ['ডান ভ্রুতে কাটা দাগ', 'Cut mark on right eyebrow'],
  ['পিঠে জন্মদাগ', 'Birth mark on back'],
];

const ascii = (text: string) => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));

/** A person for the strangers' sheets, wholly in English when the sheet is. */
export function inventStranger(dice: Dice, isEnglish: boolean): Person {
  const side = isEnglish ? 1 : 0;
  const one = (from: readonly Name[]) => ascii(dice.pick(from)[side]);
  const person = inventPerson(dice);
  const { fields } = person;
  const own = dice.pick(fields.gender === 'female' ? women : men);
  fields.name_bangla = own[0];
  fields.name_english = dice.chance(0.25) ? titled(own[1]) : own[1];
  fields.father_name = one(men);
  fields.mother_name = one(women);
  if (fields.spouse_name !== '') fields.spouse_name = one(fields.gender === 'female' ? men : women);
  fields.occupation = one(occupations);
  fields.education = one(educations);
  fields.voter_area = one(areas);
  if (fields.identification !== '') fields.identification = one(marks);
  if (fields.disability !== '')
    fields.disability = one([
      ['নেই', 'Hearing (partial)'],
      ['দৃষ্টি (আংশিক)', 'Visual (partial)'],
    ]);
  if (fields.education_sub !== '')
    fields.education_sub = one([
      ['বাণিজ্য', 'Commerce'],
      ['ধর্মতত্ত্ব', 'Theology'],
    ]);
  fields.birth_place = dice.pick(districts).name[isEnglish ? 'english' : 'bangla'];
  const addressOf = (): PersonAddress => {
    const district = dice.pick(districts);
    const language = isEnglish ? 'english' : 'bangla';
    const address: PersonAddress = {
      home_holding_no: one(homes),
      village_road: one(villages),
      union_ward: one(unions),
      post_office: one(offices),
      postal_code: dice.digits(4),
      upazila: dice.pick(district.upazilas)[language],
      district: district.name[language],
      division: district.division[language],
    };
    if (dice.chance(0.4)) address.mouza_moholla = one(mouzas);
    if (dice.chance(0.3)) delete address.home_holding_no;
    if (dice.chance(0.2)) delete address.division;
    if (dice.chance(0.1)) address.rmo = dice.pick(['1', '2', '5']);
    return address;
  };
  const present = addressOf();
  return { fields, present, permanent: dice.chance(0.4) ? { ...present } : addressOf() };
}

function titled(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s.(-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}
