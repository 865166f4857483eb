// Messages about fields that only the server can send, and the text of any message about a field.
import { formMessages } from '../catalogue/form-messages.ts';
import type { Language } from '../language.ts';
import { fieldMessages } from './field-messages.ts';

export const serverFieldMessages = {
  pin_invalid: { bn: 'পিনে ৬টি সংখ্যা দিন', en: 'A PIN has 6 digits' },
  amount_positive: { bn: 'সঠিক পরিমাণ লিখুন, শূন্যের চেয়ে বেশি', en: 'Enter a valid amount above zero' },
  bonus_negative: { bn: 'বোনাস ঋণাত্মক হতে পারে না', en: 'The bonus cannot be negative' },
  bonus_above_amount: {
    bn: 'বোনাস পরিমাণের বেশি, কমিয়ে দিন',
    en: 'The bonus is above the amount',
  },
  amount_twice: { bn: 'পরিমাণটি দুবার আছে', en: 'The amount is listed twice' },
  user_id_missing: { bn: 'ব্যবহারকারীর আইডি পাওয়া যায়নি', en: 'User id not found' },
  email_taken: {
    bn: 'এই ইমেইল দিয়ে আগেই একটি অ্যাকাউন্ট খোলা হয়েছে',
    en: 'An account with this email already exists',
  },
  contact_invalid: { bn: 'সঠিক ফোন নম্বর লিখুন', en: 'Enter a valid phone number' },
  why_required: { bn: 'কারণটি লিখুন', en: 'Enter a reason' },
  why_short: {
    bn: 'কারণটি একটু খুলে লিখুন, কমপক্ষে ১০ অক্ষরে',
    en: 'Write a little more, at least 10 characters',
  },
  note_long: { bn: 'নোট সর্বোচ্চ ৫০০ অক্ষরের হতে পারে', en: 'The note can have up to 500 characters' },
  reason_required: { bn: 'বাতিলের কারণ লিখুন', en: 'Please provide a reason for rejection' },
  date_order: {
    bn: 'শেষের দিনটি শুরুর দিনের আগে হতে পারে না',
    en: 'The end date cannot be before the start date',
  },
  period_too_long: {
    bn: 'একবারে সর্বোচ্চ এক বছরের হিসাব নেওয়া যায়, সময় কমান',
    en: 'A report can cover up to a year, choose a shorter period',
  },
  date_future: { bn: 'আগামী দিনের বিবরণী হয় না', en: 'A statement cannot include future days' },
  undrawable: {
    bn: 'এই ঘরে এমন অক্ষর আছে যা ছাপা যায় না, বাংলা বা ইংরেজি অক্ষরে লিখুন',
    en: 'This field has characters that cannot be printed, use Bengali or English letters',
  },
  nid_required: { bn: 'এনআইডি নম্বর প্রয়োজন', en: 'NID number is required' },
  birth_date_required: { bn: 'জন্ম তারিখ প্রয়োজন', en: 'Birth date is required' },
  tin_required: { bn: 'দয়া করে টিন নম্বর প্রদান করুন', en: 'Please give a TIN' },
  tin_or_mobile: {
    bn: '১২ ডিজিটের টিন অথবা ১১ ডিজিটের মোবাইল নম্বর লিখুন',
    en: 'Enter a TIN of 12 digits or a mobile number of 11 digits',
  },
  birth_lookup_date: {
    bn: 'দয়া করে তারিখটি DD-MM-YYYY ফরম্যাটে লিখুন (উদাহরণ: ১৫-০৩-১৯৯৫)',
    en: 'Please write the date as DD-MM-YYYY (example: 15-03-1995)',
  },
  captcha_required: { bn: 'ছবির সংখ্যাগুলো লিখুন', en: 'Please enter the captcha' },
  name_of_the_state: {
    bn: 'দোকানের নাম কোনো সরকারি প্রতিষ্ঠানের মতো হতে পারে না, নিজের নাম দিন',
    en: 'The shop’s name must not sound like a government body, use a name of your own',
  },
  time_invalid: { bn: 'সময় লিখুন এভাবে: ০৯:৩০ বা সকাল ৯টা', en: 'Write the time like 09:30 or 9 am' },
  closes_before_opening: {
    bn: 'খোলা ও বন্ধের সময় দুটিই দিন, বন্ধের সময় পরে হবে',
    en: 'Enter both times, with closing after opening',
  },
  all_days_closed: { bn: 'অন্তত একটি দিন খোলা রাখুন', en: 'Leave at least one day open' },
  day_to_come: { bn: 'আগামীকাল বা তার পরের একটি দিন দিন', en: 'Enter tomorrow or a later day' },
  price_day_taken: {
    bn: 'ওই দিনের জন্য আগেই একটি দাম ঠিক করা আছে',
    en: 'There is already a price for that day',
  },
  picture_of_other_copy: {
    bn: 'এই ছবি অন্য একজনের কপি থেকে পড়া। যাঁর কাগজ হচ্ছে তাঁর ছবি দিন।',
    en: 'This picture is from another person’s copy. Use the picture of the person on this paper.',
  },
  reading_of_other_person: {
    bn: 'যে কপি বা খোঁজের কথা বলা হয়েছে তা অন্য একজনের। তাঁর জন্য নতুন কাগজ তৈরি করুন।',
    en: 'The copy or lookup belongs to another person. Make a new paper for them.',
  },
  image_too_large: { bn: 'ছবিটি খুব বড়, সর্বোচ্চ ৫ এমবি', en: 'The picture is too large, at most 5 MB' },
  file_too_large: { bn: 'ফাইলটি খুব বড়, সর্বোচ্চ ১০ এমবি', en: 'The file is too large, at most 10 MB' },
  image_invalid: { bn: 'ছবিটি পড়া যায়নি, অন্য ছবি দিন', en: 'Please select an image file' },
} as const satisfies Record<string, Record<Language, string>>;

const all: Readonly<Record<string, Record<Language, string>>> = {
  ...fieldMessages,
  ...formMessages,
  ...serverFieldMessages,
};

export const isFieldMessage = (key: string): boolean => Object.hasOwn(all, key);

/** Returns the message of a key, or for an unknown key that the value isn't valid. */
export const anyFieldMessage = (key: string, language: Language): string =>
  (isFieldMessage(key) ? all[key]! : fieldMessages.invalid)[language];
