// Corrects misread words in fields that almost always hold one of a few words.

import { editDistance } from '../fields/label-words.ts';
import type { SignedCopyField } from '../signed-copy-reading.ts';

const education =
  'নিরক্ষর|স্বাক্ষরজ্ঞান সম্পন্ন|প্রাথমিক|পঞ্চম শ্রেণি|অষ্টম শ্রেণি|নবম শ্রেণি|মাধ্যমিক|উচ্চ মাধ্যমিক|দাখিল|আলিম|ফাজিল|কামিল|ডিপ্লোমা|স্নাতক|স্নাতক (সম্মান)|স্নাতকোত্তর|পিএইচডি|অন্যান্য';
const subjects =
  'বাংলা|ইংরেজি|গণিত|পদার্থবিজ্ঞান|রসায়ন|জীববিজ্ঞান|উদ্ভিদবিজ্ঞান|প্রাণিবিজ্ঞান|ভূগোল|ইতিহাস|ইসলামের ইতিহাস|ইসলামী শিক্ষা|দর্শন|অর্থনীতি|সমাজবিজ্ঞান|সমাজকর্ম|রাষ্ট্রবিজ্ঞান|লোকপ্রশাসন|মনোবিজ্ঞান|আইন|হিসাববিজ্ঞান|ব্যবস্থাপনা|বিপণন|ফিন্যান্স|গার্হস্থ্য অর্থনীতি|কৃষিবিজ্ঞান|পরিসংখ্যান|কম্পিউটার বিজ্ঞান';
const occupations =
  'কৃষক|কৃষি|শ্রমিক|শ্রমিক (দৈনিক)|দিনমজুর|জেলে|তাঁতি|কামার|কুমার|ড্রাইভার|রিকশাচালক|দর্জি|ব্যবসা|ব্যবসায়ী|ব্যবসায়ী (ক্ষুদ্র)|চাকুরী|চাকরি|সরকারি চাকরি|সরকারী চাকুরী|বেসরকারি চাকরি|বেসরকারী চাকুরী|শিক্ষক|শিক্ষক/শিক্ষিকা|শিক্ষার্থী|ছাত্র/ছাত্রী|ছাত্র|ছাত্রী|গৃহিণী|গৃহিনী|চিকিৎসক|ডাক্তার|আইনজীবী|প্রকৌশলী|নার্স|সেবিকা|ইমাম|পুরোহিত|সাংবাদিক|সৈনিক|পুলিশ|প্রবাসী|বেকার|অবসরপ্রাপ্ত|অন্যান্য';

const knownWords: Partial<Record<SignedCopyField, readonly string[]>> = {
  education: wordsOf(education),
  education_sub: wordsOf(subjects),
  occupation: wordsOf(occupations),
  disability: wordsOf(
    'নেই|শারীরিক প্রতিবন্ধিতা|শ্রবণ প্রতিবন্ধিতা|দৃষ্টি প্রতিবন্ধিতা|বাক প্রতিবন্ধিতা|মানসিক প্রতিবন্ধিতা|বুদ্ধি প্রতিবন্ধিতা',
  ),
};

function wordsOf(list: string): string[] {
  return list.normalize('NFC').split('|');
}

/** Spaces are what recognition is least sure of. */
const bare = (text: string) => text.replace(/\s/g, '');

/** Words that differ in a vowel only (চাকরি, চাকুরি) are two spellings, not one misread. */
const withoutVowels = (text: string) => bare(text).replace(/[\u09be-\u09cc]/gu, '');

/**
 * Returns the known word that a value read from a picture must be; the value itself if it is known, if none is near, or if two are equally near.
 * @param value as the record stores it
 */
export function toKnownWord(field: SignedCopyField, value: string): string {
  const words = knownWords[field];
  const read = bare(value);
  if (words === undefined || words.includes(value) || !/[\u0980-\u09ff]/u.test(value)) return value;
  const allowed = Math.floor(read.length / 4);
  let best = allowed + 1;
  let found: string | undefined;
  for (const word of words) {
    const distance = editDistance(bare(word), read, best + 1);
    if (distance < best) {
      best = distance;
      found = word;
    } else if (distance === best) found = undefined;
  }
  if (found === undefined || best > allowed) return value;
  const isSpelling = best > 0 && withoutVowels(found) === withoutVowels(value);
  return isSpelling ? value : found;
}
