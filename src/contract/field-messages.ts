// What can be wrong with one field, by key; the server's checks and the forms use the same keys.
import type { Language } from './language.ts';

export const fieldMessages = {
  required: { bn: 'এই ঘরটি পূরণ করুন', en: 'This field is required' },
  invalid: { bn: 'সঠিক তথ্য দিন', en: 'Enter a valid value' },
  unknown_field: { bn: 'এই তথ্যটি গ্রহণযোগ্য নয়', en: 'This field is not accepted' },
  pin_invalid: { bn: 'পিনে ৬টি সংখ্যা দিন', en: 'A PIN has 6 digits' },
  too_long: { bn: 'লেখাটি খুব বড়, ছোট করুন', en: 'The text is too long, shorten it' },
  invalid_number: { bn: 'সঠিক সংখ্যা দিন', en: 'Enter a valid number' },
  invalid_amount: {
    bn: 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)',
    en: 'Enter a valid amount (digits only, up to two decimals)',
  },
  amount_positive: { bn: 'সঠিক পরিমাণ লিখুন, শূন্যের চেয়ে বেশি', en: 'Enter a valid amount above zero' },
  amount_too_large: { bn: 'পরিমাণটি খুব বড়', en: 'The amount is too large' },
  bonus_negative: { bn: 'বোনাস ঋণাত্মক হতে পারে না', en: 'The bonus cannot be negative' },
  bonus_above_amount: {
    bn: 'বোনাস পরিমাণের বেশি, কমিয়ে দিন',
    en: 'The bonus is above the amount',
  },
  amount_twice: { bn: 'পরিমাণটি দুবার আছে', en: 'The amount is listed twice' },
  user_id_missing: { bn: 'ব্যবহারকারীর আইডি পাওয়া যায়নি', en: 'User id not found' },
  first_name_required: { bn: 'প্রথম নাম প্রয়োজন', en: 'First name is required' },
  last_name_required: { bn: 'শেষ নাম প্রয়োজন', en: 'Last name is required' },
  email_required: { bn: 'ইমেইল প্রয়োজন', en: 'Email is required' },
  email_invalid: { bn: 'সঠিক ইমেইল দিন', en: 'Enter a valid email' },
  email_taken: {
    bn: 'এই ইমেইল দিয়ে আগেই একটি অ্যাকাউন্ট খোলা হয়েছে',
    en: 'An account with this email already exists',
  },
  phone_required: { bn: 'ফোন নম্বর প্রয়োজন', en: 'Phone number is required' },
  phone_prefix: { bn: 'ফোন নম্বরটি ০১ দিয়ে শুরু হতে হবে', en: 'The phone number must start with 01' },
  phone_invalid: { bn: 'সঠিক ফোন নম্বর দিন (১১ ডিজিট)', en: 'Enter a valid phone number (11 digits)' },
  password_required: { bn: 'পাসওয়ার্ড প্রয়োজন', en: 'Password is required' },
  password_short: {
    bn: 'পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে',
    en: 'The password must have at least 8 characters',
  },
  new_password_short: {
    bn: 'নতুন পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে',
    en: 'The new password must have at least 8 characters',
  },
  password_common: {
    bn: 'পাসওয়ার্ডটি খুব সহজে অনুমান করা যায়, অন্য একটি দিন',
    en: 'This password is too easy to guess, choose another',
  },
  new_password_required: { bn: 'নতুন পাসওয়ার্ড প্রয়োজন', en: 'New password is required' },
  temporary_password_short: {
    bn: 'পাসওয়ার্ড কমপক্ষে ৬ অক্ষরের হতে হবে',
    en: 'The password must have at least 6 characters',
  },
  contact_invalid: { bn: 'সঠিক ফোন নম্বর লিখুন', en: 'Enter a valid phone number' },
  why_required: { bn: 'কারণটি লিখুন', en: 'Enter a reason' },
  why_short: {
    bn: 'কারণটি একটু খুলে লিখুন, কমপক্ষে ১০ অক্ষরে',
    en: 'Write a little more, at least 10 characters',
  },
  code_required: { bn: 'কোডটি লিখুন', en: 'Enter the code' },
  passwords_differ: {
    bn: 'নতুন পাসওয়ার্ড এবং নিশ্চিতকরণ পাসওয়ার্ড মিলছে না',
    en: 'The new password and its confirmation do not match',
  },
  username_required: { bn: 'ইউজারনেম প্রয়োজন', en: 'Username is required' },
  terms_required: { bn: 'আপনাকে শর্তাবলী মেনে নিতে হবে', en: 'You must accept the terms' },
  service_required: { bn: 'সার্ভিস নির্বাচন করুন', en: 'Choose a service' },
  sub_type_required: { bn: 'সার্ভিসের ধরন নির্বাচন করুন', en: 'Choose a sub-type' },
  number_required: { bn: 'নম্বরটি লিখুন', en: 'Enter the number' },
  number_digits: { bn: 'শুধু সংখ্যা লিখুন, সর্বোচ্চ ১৭টি', en: 'Digits only, at most 17' },
  name_required: { bn: 'নাম লিখুন', en: 'Enter the name' },
  nid_pair: {
    bn: 'একটি ১০ ডিজিটের ও একটি ১৭ ডিজিটের এনআইডি নম্বর লিখুন। উদাহরণ: ১০ ডিজিট: ১২৩৪৫৬৭৮৯০, ১৭ ডিজিট: ১৯৯০১২৩৪৫৬৭৮৯০১২৩',
    en: 'Enter one 10-digit and one 17-digit NID number. Example: 10-digit: 1234567890, 17-digit: 19901234567890123',
  },
  note_long: { bn: 'নোট সর্বোচ্চ ৫০০ অক্ষরের হতে পারে', en: 'The note can have up to 500 characters' },
  reason_required: { bn: 'বাতিলের কারণ লিখুন', en: 'Please provide a reason for rejection' },
  completion_type_required: { bn: 'ফাইল অথবা লেখা, একটি দিন', en: 'Please select a completion type' },
  date_invalid: {
    bn: 'সঠিক তারিখ ফরম্যাট লিখুন (DD-MM-YYYY, DD/MM/YYYY বা YYYY-MM-DD)',
    en: 'Enter a date as DD-MM-YYYY, DD/MM/YYYY or YYYY-MM-DD',
  },
  date_impossible: {
    bn: 'ক্যালেন্ডারে এমন দিন নেই; দেখে সঠিক তারিখ লিখুন',
    en: 'This date does not exist; check the day, month and year',
  },
  date_to_come: {
    bn: 'তারিখটি এখনো আসেনি; সাল দেখে সঠিক তারিখ লিখুন',
    en: 'This date is in the future; check the year',
  },
  blood_group_unknown: {
    bn: 'এমন রক্তের গ্রুপ নেই; A+, A-, B+, B-, AB+, AB-, O+ বা O- বেছে নিন, জানা না থাকলে খালি রাখুন',
    en: 'There is no such blood group; choose A+, A-, B+, B-, AB+, AB-, O+ or O-, or leave it empty',
  },
  gender_unknown: {
    bn: 'পুরুষ, নারী বা অন্যান্য বেছে নিন, অথবা খালি রাখুন',
    en: 'Choose male, female or other, or leave it empty',
  },
  religion_unknown: {
    bn: 'তালিকা থেকে ধর্ম বেছে নিন, অথবা খালি রাখুন',
    en: 'Choose a religion from the list, or leave it empty',
  },
  marital_status_unknown: {
    bn: 'তালিকা থেকে বৈবাহিক অবস্থা বেছে নিন, অথবা খালি রাখুন',
    en: 'Choose a marital status from the list, or leave it empty',
  },
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
  nid_digits: { bn: 'এনআইডি নম্বর শুধু সংখ্যায় লিখুন', en: 'The NID number can only have digits' },
  digits_only: { bn: 'শুধু সংখ্যা লিখুন', en: 'Digits only' },
  nid_required: { bn: 'এনআইডি নম্বর প্রয়োজন', en: 'NID number is required' },
  birth_date_required: { bn: 'জন্ম তারিখ প্রয়োজন', en: 'Birth date is required' },
  tin_required: { bn: 'দয়া করে টিন নম্বর প্রদান করুন', en: 'Please give a TIN' },
  tin_or_mobile: {
    bn: '১২ ডিজিটের টিন অথবা ১১ ডিজিটের মোবাইল নম্বর লিখুন',
    en: 'Enter a TIN of 12 digits or a mobile number of 11 digits',
  },
  birth_certificate_digits: {
    bn: 'জন্ম নিবন্ধন নম্বর শুধু সংখ্যায় লিখুন',
    en: 'The birth certificate number can only have digits',
  },
  birth_lookup_date: {
    bn: 'দয়া করে তারিখটি DD-MM-YYYY ফরম্যাটে লিখুন (উদাহরণ: ১৫-০৩-১৯৯৫)',
    en: 'Please write the date as DD-MM-YYYY (example: 15-03-1995)',
  },
  captcha_required: { bn: 'ছবির সংখ্যাগুলো লিখুন', en: 'Please enter the captcha' },
  barcode_series: {
    bn: 'বারকোডের সিরিজ AEMA, IRIA, ERRD, DMIQ বা DZIH হতে হবে',
    en: 'The barcode series must be AEMA, IRIA, ERRD, DMIQ or DZIH',
  },
  name_of_the_state: {
    bn: 'দোকানের নাম কোনো সরকারি প্রতিষ্ঠানের মতো হতে পারে না, নিজের নাম দিন',
    en: 'The shop’s name must not sound like a government body, use a name of your own',
  },
  out_of_range: { bn: 'সংখ্যাটি সীমার বাইরে', en: 'The number is out of range' },
  time_invalid: { bn: 'সময় লিখুন এভাবে: ০৯:৩০ বা সকাল ৯টা', en: 'Write the time like 09:30 or 9 am' },
  closes_before_opening: {
    bn: 'খোলা ও বন্ধের সময় দুটিই দিন, বন্ধের সময় পরে হবে',
    en: 'Enter both times, with closing after opening',
  },
  all_days_closed: { bn: 'অন্তত একটি দিন খোলা রাখুন', en: 'Leave at least one day open' },
  too_many: { bn: 'সংখ্যায় খুব বেশি, কমিয়ে দিন', en: 'Too many, enter fewer' },
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

export type FieldMessageKey = keyof typeof fieldMessages;

export function fieldMessage(key: string, language: Language): string {
  return key in fieldMessages
    ? fieldMessages[key as FieldMessageKey][language]
    : fieldMessages.invalid[language];
}
