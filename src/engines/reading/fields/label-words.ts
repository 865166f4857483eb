// The words that labels consist of, in Bengali and English, each with its notion. A label is recognised by its notions, whatever their order,
// number or language.

/** notion → its words, as printed; '' holds words that add nothing. One word may have several notions. */
const vocabulary: Record<string, string> = {
  '': `no number num nr nos the of s for or and is in a an e your applicant applicants citizen person card type as per
    নং নম্বর নাম্বার নাম্বর নম্বার সংখ্যা ও এবং বা র এর যে ই জন্য কার্ড ধরন ধরণ প্রকার নেই আবেদনকারী আবেদনকারীর নাগরিক ব্যক্তির sim
    full any land own পূর্ণ পুরো পত্র on capital block letters visible highest last সর্বোচ্চ সর্বশেষ দৃশ্যমান সংক্রান্ত নাই
    missing absent অনুপস্থিত submitted attached provided দাখিলকৃত সংযুক্ত প্রদত্ত পঠিত
    old biometric বায়োমেট্রিক body শরীরের দেহের অধ্যয়নের কার্ডের record whether nature অথবা কোন হওয়ার গ্রহণের
    তালিকার`,
  'national id': `nid এনআইডি এনআইডির nationalid জাতীয়পরিচয়পত্র`,
  smart: `smart স্মার্ট`,
  national: `national জাতীয় nat`,
  id: `id identity পরিচয়পত্র পরিচয়পত্রের পরিচয় পরিচিতি আইডি আইডির`,
  pin: `pin পিন পিআইএন`,
  status: `status state অবস্থা স্ট্যাটাস স্টেটাস st stat`,
  afis: `afis এফিস এএফআইএস আফিস এফআইএস`,
  match: `match result report ফলাফল রিপোর্ট`,
  personal: `personal ব্যক্তিগত`,
  application: `application appl আবেদন আবেদনের`,
  lock: `lock locked লক`,
  flag: `flag fl ফ্ল্যাগ ফ্লাগ পতাকা`,
  voter: `vtr voter voters ভোটার ভোটারের electoral elector নির্বাচনী`,
  form: `form ফরম ফর্ম ফরমের ফর্মের`,
  serial: `sr sl serial ক্রমিক ক্রম সিরিয়াল`,
  tag: `tag ট্যাগ`,
  name: `name names নাম নামঃ`,
  bangla: `ban bangla bengali bn bangali বাংলা বাংলায় bang`,
  english: `english eng en ইংরেজি ইংরেজিতে ইংরেজী ইংরেজীতে`,
  'birth date': `dob birthdate birthday জন্মতারিখ জন্মতারিখঃ dobirth`,
  'birth place': `pob birthplace জন্মস্থান`,
  'birth registration': `জন্মনিবন্ধন brn br`,
  birth: `birth born জন্ম জন্মের জম্ম জম্মের`,
  date: `date dt তারিখ তাং সন`,
  place: `place স্থান location pl`,
  other: `other others অন্যান্য অন্য অন্যান্ন oth othr`,
  registration: `enrolment enrollment registration reg regn নিবন্ধন রেজিস্ট্রেশন রেজিষ্ট্রেশন regis`,
  certificate: `certificate cert সনদ সনদপত্র সনদের certif`,
  father: `father fathers fa পিতা পিতার বাবা বাবার আব্বা fath fathr`,
  mother: `mother mothers মাতা মাতার মা মায়ের আম্মা moth mothr`,
  spouse: `spouse spouses husband husbands wife wifes স্বামী স্বামীর স্ত্রী স্ত্রীর স্তী স্তীর পতি পত্নী দম্পতি spous sp husb hus দাম্পত্য সঙ্গী সঙ্গীর partner`,
  gender: `gender sex লিঙ্গ লিংগ ল্ঙ্গি লিঙ জেন্ডার gen`,
  marital: `marital marriage matrimonial বৈবাহিক mar বিবাহ বিয়ে maritial`,
  occupation: `occupation profession job পেশা বৃত্তি occup occ prof livelihood জীবিকা`,
  disability: `disability disabilities disabled প্রতিবন্ধিতা প্রতিবন্ধী প্রতিবন্ধীতা প্রতিবন্ধিত্ব অসমর্থতা অক্ষমতা disab`,
  present: `present current বর্তমান হাল pres curr`,
  permanent: `permanent স্থায়ী perm`,
  address: `add address addr addresses ঠিকানা ঠিকানার ঠিকানায়`,
  education: `education educational শিক্ষা শিক্ষাগত শিক্ষার লেখাপড়া পড়ালেখা পড়াশোনা edu educ academic`,
  qualification: `স্তর মান qualification qualifications qual level যোগ্যতা qualif`,
  subject: `sub subject subjects বিষয় বিষয়ে discipline`,
  identification: `identification identifying identifiable সনাক্তকরণ শনাক্তকরণ সনাক্তকারী শনাক্তকারী সনাক্তকরন শনাক্তকরন ident identi`,
  mark: `mark marks sign চিহ্ন`,
  blood: `ব্লাড blood রক্ত রক্তের bld`,
  group: `group গ্রুপ gr grp`,
  tin: `tin etin টিন টিআইএন`,
  tax: `tax কর আয়কর taxpayer taxpayers করদাতা`,
  driving: `driving ড্রাইভিং চালক driver drivers driv dl`,
  licence: `licence license lic লাইসেন্স licn`,
  passport: `passport পাসপোর্ট passp pp`,
  laptop: `lap laptop ল্যাপটপ`,
  phone: `phone telephone tel landline ফোন টেলিফোন দূরালাপনী ph`,
  mobile: `mobile cell cellphone মোবাইল মুঠোফোন mob`,
  contact: `contact mailing correspondence যোগাযোগ যোগাযোগের`,
  email: `email mail ইমেইল মেইল ইমেল মেল`,
  religion: `religion ধর্ম ধর্মীয় relig rel faith`,
  'death date': `dod`,
  'home holding': `hh`,
  'blood group': `bg`,
  death: `death died মৃত্যু মৃত্যুর demise`,
  finger: `finger fingers আঙুল আঙ্গুল আঙুলের আঙ্গুলের fing`,
  print: `print prints ছাপ`,
  'finger print': `fingerprint fingerprints fp`,
  area: `area এলাকা ar এরিয়া`,
  at: `হয়েছেন যেখানে at`,
  documents: `document documents doc docs কাগজ দলিল দলিলাদি দলিলপত্র ডকুমেন্ট ডকুমেন্টস ডকুমেন্টসমূহ কাগজপত্র নথি প্রমাণপত্র docu`,
  division: `divn division div বিভাগ`,
  district: `distt district dist zila zilla জেলা জিলা`,
  rmo: `rmo আরএমও`,
  upazila: `upazila upozila upazilla upozilla upojila upazilah উপজেলা thana থানা খানা police station ps upz upa uz`,
  union: `up union ইউনিয়ন un uni ইউপি`,
  ward: `ward wd ওয়ার্ড`,
  parishad: `porishod parishad council পরিষদ`,
  mouza: `mouza mauza mowza mouja মৌজা মোজা মৌজ mz`,
  moholla: `moholla mohalla mahalla moholya mohollah মহল্লা মহল্লার পাড়া para mh`,
  village: `village vill gram গ্রাম`,
  road: `road street রাস্তা সড়ক রোড rd`,
  home: `home house basha bari বাসা বাড়ি বাড়ী গৃহ ঘর flat apartment ফ্ল্যাট`,
  residence: `residence res সাকিন`,
  holding: `holding হোল্ডিং`,
  post: `post postal পোস্ট পোষ্ট পোস্টাল ডাক`,
  office: `office অফিস off`,
  code: `code কোড cd`,
  'post office': `ডাকঘর dakghar po postoffice পো pso`,
  'post code': `postcode zip zipcode pc পোস্টকোড`,
  additional: `additional extra অতিরিক্ত`,
  region: `region অঞ্চল`,
  city: `city সিটি`,
  corporation: `corporation কর্পোরেশন করপোরেশন`,
  municipality: `municipality pourashava paurashava pourosova পৌরসভা`,
  signature: `signature স্বাক্ষর সাক্ষর`,
  photo: `photo photograph picture image ছবি`,
};

/** Endings of Bengali words that do not change what they name. */
const endings = ['ের', 'এর', 'র', 'য়', 'ে', 'তে', 'টি', 'সমুহ', 'াদি', 'গুলি', 'গুলো', 's'];

/**
 * Folds a word for comparing labels: lower case, letters only, and one letter for those that spelling reforms and producers mix up (ি/ী, ু/ূ, ণ/ন, শ/ষ/স,
 * ঙ্গ/ঙ/ং, স্থ/স্হ), without the visarga that stands for a point or a colon.
 */
export function foldWord(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200b-\u200d\ufeff']/g, '')
    .replace(/ী/g, 'ি')
    .replace(/ূ/g, 'ু')
    .replace(/ণ/g, 'ন')
    .replace(/[শষ]/g, 'স')
    .replace(/স্হ/g, 'স্থ')
    .replace(/ঃ$/u, '')
    .replace(/ঙ্গ/g, 'ঙ')
    .replace(/ং/g, 'ঙ')
    .replace(/ঙ+/g, 'ঙ')
    .replace(/ৰ/g, 'র')
    .replace(/[^a-z\u0980-\u09ff]/g, '');
}

const notionOf = new Map<string, string>();
for (const [notion, words] of Object.entries(vocabulary)) {
  for (const word of words.split(/\s+/)) if (word !== '') notionOf.set(foldWord(word), notion);
}
const words = [...notionOf.keys()].filter((word) => word.length >= 4);

/** Returns the notions of one printed word, '' for a filler; undefined if the word belongs to no label. */
export function findNotion(word: string, slack: number): string | undefined {
  const folded = foldWord(word);
  if (folded === '') return '';
  const known = notionOf.get(folded);
  if (known !== undefined) return known;
  for (const ending of endings) {
    if (!folded.endsWith(ending)) continue;
    const stem = notionOf.get(folded.slice(0, -ending.length));
    if (stem !== undefined && stem !== '') return stem;
  }
  return slack > 0 ? findNear(folded, slack) : undefined;
}

/** Whether a text is a label, or the half of one: 'অন্যান্য/Any Other', 'পিতার মৃত্যু তাঃ /'. One word may be a value. */
export function isOnlyLabelWords(text: string): boolean {
  if (/[\d০-৯]/.test(text)) return false;
  const found = text
    .split(/[\s/(),]+/u)
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => findNotion(word, 0));
  return (
    found.length > 1 && found.every((notion) => notion !== undefined) && found.some((notion) => notion !== '')
  );
}

/** Returns the notion that all words with this prefix share: 'Marit.' and 'Upaz.' are unique, 'Mo.' is not. */
export function findAbbreviated(word: string): string | undefined {
  const folded = foldWord(word);
  if (folded.length < 2) return undefined;
  let found: string | undefined;
  for (const [known, notion] of notionOf) {
    if (notion === '' || !known.startsWith(folded)) continue;
    if (found !== undefined && found !== notion) return undefined;
    found = notion;
  }
  return found;
}

/** Whether one of a notion's words begins with these letters. */
export function beginsWord(notion: string, letters: string): boolean {
  const folded = foldWord(letters);
  return [...notionOf].some(([known, named]) => named === notion && known.startsWith(folded));
}

/** What is left of a word when its vowels and double letters are dropped, except for its first letter. */
const skeletonOf = (folded: string) => folded.replace(/(?<=.)[aeiou]/g, '').replace(/(.)\1+/g, '$1');

function isWithin(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** In letters: shorter abbreviations fit too many words. */
const shortestSkeleton = 3;
const shortestExcerpt = 4;

/** Returns the notion of a Latin abbreviation that leaves letters out: 'Gndr', 'Occptn', 'Pspt'. All words that fit must have that notion. */
export function findContracted(word: string): string | undefined {
  const folded = foldWord(word);
  if (!/^[a-z]+$/.test(folded)) return undefined;
  const own = skeletonOf(folded);
  if (own.length < shortestSkeleton) return undefined;
  const longer = [...notionOf].filter(
    ([known, notion]) => notion !== '' && known[0] === folded[0] && known.length > folded.length,
  );
  const alike = longer.filter(([known]) => skeletonOf(known) === own);
  const fitting =
    alike.length > 0 || folded.length < shortestExcerpt
      ? alike
      : longer.filter(([known]) => isWithin(folded, known));
  const found = new Set(fitting.map(([, notion]) => notion));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Returns the notions of two words between which recognition saw no space. */
export function findJoined(text: string): string | undefined {
  for (let at = 2; at <= text.length - 2; at += 1) {
    const first = findNotion(text.slice(0, at), 0);
    const second = findNotion(text.slice(at), 0);
    if (first !== undefined && second !== undefined && `${first}${second}` !== '')
      return `${first} ${second}`.trim();
  }
  return undefined;
}

/** Values that differ from a label's word by one or two letters. */
const valueWords = new Set(
  ['শিক্ষক', 'শিক্ষিকা', 'শিক্ষার্থী', 'বিবাহিত', 'অবিবাহিত', 'বিবাহিতা', 'married', 'unmarried', 'female', 'ইসলাম'].map(
    foldWord,
  ),
);

/** Finds the only vocabulary word within `slack` errors per five letters; undefined if two notions are equally near. */
function findNear(folded: string, slack: number): string | undefined {
  // In text that is not read from a picture, a short word with another letter is another word.
  if (folded.length < (slack < 1 ? 6 : 4) || valueWords.has(folded)) return undefined;
  const allowed = Math.max(folded.length >= 5 ? 1 : 0, Math.floor((folded.length * slack) / 5));
  let best = allowed + 1;
  let found: string | undefined;
  for (const word of words) {
    if (Math.abs(word.length - folded.length) > allowed) continue;
    const distance = editDistance(word, folded, Math.min(best, allowed) + 1);
    if (distance < best) {
      best = distance;
      found = notionOf.get(word);
    } else if (distance === best && distance <= allowed && notionOf.get(word) !== found) {
      found = undefined;
    }
  }
  return best <= allowed ? found : undefined;
}

/** Returns the edit distance, counted up to `limit`. */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const value = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + cost);
      row.push(value);
      least = Math.min(least, value);
    }
    if (least >= limit) return limit;
    before = row;
  }
  return before[b.length]!;
}
