// Invented people, the same on every start: names are drawn from a fixed sequence, numbers have unassigned prefixes.
import type { Address } from './registry.ts';

/** One invented person, from which the records of all three registers are made. */
export interface SyntheticPerson {
  readonly nid: string;
  readonly pin: string;
  readonly dateOfBirth: string;
  readonly tin: string;
  readonly mobile: string;
  readonly birthCertificateNo: string;
  readonly gender: 'male' | 'female';
  readonly bloodGroup: string;
  readonly nameBn: string;
  readonly nameEn: string;
  readonly fatherBn: string;
  readonly fatherEn: string;
  readonly motherBn: string;
  readonly motherEn: string;
  readonly addressBn: Address;
  readonly addressEn: Address;
  readonly registrationDate: string;
}

type Bilingual = readonly [bn: string, en: string];

const maleNames: readonly Bilingual[] = [
  ['রফিকুল', 'Rafiqul'],
  ['জাহিদ', 'Zahid'],
  ['মাহফুজ', 'Mahfuz'],
  ['সাইফুল', 'Saiful'],
  ['তানভীর', 'Tanvir'],
  ['আরিফ', 'Arif'],
  ['নাজমুল', 'Nazmul'],
  ['ইমরান', 'Imran'],
  ['শাহরিয়ার', 'Shahriar'],
  ['কামরুল', 'Kamrul'],
  ['হাবিব', 'Habib'],
  ['মিজান', 'Mizan'],
  ['সুব্রত', 'Subrata'],
  ['প্রদীপ', 'Pradip'],
  ['আশিক', 'Ashik'],
  ['ফারুক', 'Faruk'],
];
const femaleNames: readonly Bilingual[] = [
  ['রহিমা', 'Rahima'],
  ['নাসরিন', 'Nasrin'],
  ['ফারজানা', 'Farzana'],
  ['শারমিন', 'Sharmin'],
  ['তাসলিমা', 'Taslima'],
  ['রুবিনা', 'Rubina'],
  ['সাবিনা', 'Sabina'],
  ['জান্নাতুল', 'Jannatul'],
  ['মৌসুমী', 'Mousumi'],
  ['শ্রাবণী', 'Srabani'],
  ['লাবণ্য', 'Labanya'],
  ['আয়েশা', 'Ayesha'],
  ['খাদিজা', 'Khadija'],
  ['সুমাইয়া', 'Sumaiya'],
  ['পূর্ণিমা', 'Purnima'],
  ['নুসরাত', 'Nusrat'],
];
const familyNames: readonly Bilingual[] = [
  ['ইসলাম', 'Islam'],
  ['রহমান', 'Rahman'],
  ['হোসেন', 'Hossain'],
  ['আহমেদ', 'Ahmed'],
  ['তালুকদার', 'Talukder'],
  ['শিকদার', 'Shikder'],
  ['চৌধুরী', 'Chowdhury'],
  ['মোল্লা', 'Molla'],
  ['সরকার', 'Sarkar'],
  ['বিশ্বাস', 'Biswas'],
  ['মণ্ডল', 'Mondal'],
  ['ভূঁইয়া', 'Bhuiyan'],
];
const femaleEndings: readonly Bilingual[] = [
  ['বেগম', 'Begum'],
  ['খাতুন', 'Khatun'],
  ['আক্তার', 'Akter'],
  ['সুলতানা', 'Sultana'],
];
const villages: readonly Bilingual[] = [
  ['ঝাউকান্দি', 'Jhaukandi'],
  ['দিঘলপাড়া', 'Dighalpara'],
  ['শ্রীরামকাঠি', 'Sriramkathi'],
  ['কৃষ্ণচর', 'Krishnachar'],
  ['বড়বাগান', 'Barabagan'],
  ['পদ্মবিল', 'Padmabil'],
  ['নতুনহাটি', 'Natunhati'],
  ['সোনাডাঙ্গা', 'Sonadanga'],
];
const unions: readonly Bilingual[] = [
  ['দত্তকেন্দুয়া', 'Dattakendua'],
  ['শ্রীফলতলা', 'Sriphaltala'],
  ['চরগঙ্গা', 'Charganga'],
  ['রায়গ্রাম', 'Raigram'],
];

/** Division, district, upazila: real places. */
const places: readonly (readonly [Bilingual, Bilingual, Bilingual])[] = [
  [
    ['ঢাকা', 'Dhaka'],
    ['গাজীপুর', 'Gazipur'],
    ['কালিয়াকৈর', 'Kaliakair'],
  ],
  [
    ['ঢাকা', 'Dhaka'],
    ['টাঙ্গাইল', 'Tangail'],
    ['মির্জাপুর', 'Mirzapur'],
  ],
  [
    ['ঢাকা', 'Dhaka'],
    ['কিশোরগঞ্জ', 'Kishoreganj'],
    ['ভৈরব', 'Bhairab'],
  ],
  [
    ['চট্টগ্রাম', 'Chattogram'],
    ['কুমিল্লা', 'Cumilla'],
    ['লাকসাম', 'Laksam'],
  ],
  [
    ['চট্টগ্রাম', 'Chattogram'],
    ['ব্রাহ্মণবাড়িয়া', 'Brahmanbaria'],
    ['আশুগঞ্জ', 'Ashuganj'],
  ],
  [
    ['চট্টগ্রাম', 'Chattogram'],
    ['নোয়াখালী', 'Noakhali'],
    ['সেনবাগ', 'Senbagh'],
  ],
  [
    ['রাজশাহী', 'Rajshahi'],
    ['বগুড়া', 'Bogura'],
    ['শেরপুর', 'Sherpur'],
  ],
  [
    ['রাজশাহী', 'Rajshahi'],
    ['পাবনা', 'Pabna'],
    ['ঈশ্বরদী', 'Ishwardi'],
  ],
  [
    ['খুলনা', 'Khulna'],
    ['যশোর', 'Jashore'],
    ['ঝিকরগাছা', 'Jhikargachha'],
  ],
  [
    ['খুলনা', 'Khulna'],
    ['চুয়াডাঙ্গা', 'Chuadanga'],
    ['জীবননগর', 'Jibannagar'],
  ],
  [
    ['বরিশাল', 'Barishal'],
    ['পটুয়াখালী', 'Patuakhali'],
    ['গলাচিপা', 'Galachipa'],
  ],
  [
    ['সিলেট', 'Sylhet'],
    ['সুনামগঞ্জ', 'Sunamganj'],
    ['ধর্মপাশা', 'Dharmapasha'],
  ],
  [
    ['সিলেট', 'Sylhet'],
    ['মৌলভীবাজার', 'Moulvibazar'],
    ['শ্রীমঙ্গল', 'Sreemangal'],
  ],
  [
    ['রংপুর', 'Rangpur'],
    ['দিনাজপুর', 'Dinajpur'],
    ['বিরামপুর', 'Birampur'],
  ],
  [
    ['রংপুর', 'Rangpur'],
    ['কুড়িগ্রাম', 'Kurigram'],
    ['উলিপুর', 'Ulipur'],
  ],
  [
    ['ময়মনসিংহ', 'Mymensingh'],
    ['নেত্রকোনা', 'Netrokona'],
    ['কেন্দুয়া', 'Kendua'],
  ],
];

const bloodGroups = ['A+', 'B+', 'O+', 'AB+', 'A-', 'B-', 'O-', 'AB-'] as const;

/** A small seeded generator (mulberry32), so that every machine gets the same people. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function inventPerson(index: number): SyntheticPerson {
  const next = sequence(20_261_121 + index * 7_919);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(next() * 10)).join('');
  const two = (value: number) => String(value).padStart(2, '0');

  const isMale = index % 2 === 0;
  const family = pick(familyNames);
  const givenName = pick(isMale ? maleNames : femaleNames);
  const ending = isMale ? family : pick(femaleEndings);
  const father = pick(maleNames);
  const mother = pick(femaleNames);
  const motherEnding = pick(femaleEndings);
  const year = 1955 + Math.floor(next() * 50);
  const dateOfBirth = `${year}-${two(1 + Math.floor(next() * 12))}-${two(1 + Math.floor(next() * 28))}`;
  const [division, district, upazila] = pick(places);
  const union = pick(unions);
  const village = pick(villages);
  const postalCode = `9${digits(3)}`;
  const address = (script: 0 | 1): Address => ({
    division: division[script],
    district: district[script],
    upazila: upazila[script],
    union: union[script],
    village: village[script],
    postOffice: village[script],
    postalCode,
  });
  // Ten digits beginning with 0, and prefixes of 97…, are never issued, so no number here can be a real person's.
  const serial = String(index).padStart(4, '0');
  return {
    nid: `00${digits(4)}${serial}`,
    pin: `${year}00${digits(7)}${serial}`,
    dateOfBirth,
    tin: `97${digits(6)}${serial}`,
    mobile: `0130000${serial}`,
    birthCertificateNo: `${year}97${digits(7)}${serial}`,
    gender: isMale ? 'male' : 'female',
    bloodGroup: pick(bloodGroups),
    nameBn: `${isMale ? 'মোঃ ' : ''}${givenName[0]} ${ending[0]}`,
    nameEn: `${isMale ? 'Md. ' : ''}${givenName[1]} ${ending[1]}`,
    fatherBn: `${father[0]} ${family[0]}`,
    fatherEn: `${father[1]} ${family[1]}`,
    motherBn: `${mother[0]} ${motherEnding[0]}`,
    motherEn: `${mother[1]} ${motherEnding[1]}`,
    addressBn: address(0),
    addressEn: address(1),
    registrationDate: `${year + 1 + Math.floor(next() * 8)}-${two(1 + Math.floor(next() * 12))}-${two(1 + Math.floor(next() * 28))}`,
  };
}

const populationSize = 600;

export const syntheticPeople: readonly SyntheticPerson[] = Array.from(
  { length: populationSize },
  (_, index) => inventPerson(index),
);

/** The twenty people shown for trials. */
export const shownPeople = syntheticPeople.slice(0, 20);
