// Messages about fields that pages check themselves, by key. The server's checks use the same keys. Every first visit loads these.
import type { Language } from '../language.ts';

export const fieldMessages = {
  required: { bn: 'এই ঘরটি পূরণ করুন', en: 'This field is required' },
  invalid: { bn: 'সঠিক তথ্য দিন', en: 'Enter a valid value' },
  unknown_field: { bn: 'এই তথ্যটি এখানে নেওয়া হয় না', en: 'This field is not accepted' },
  too_long: { bn: 'লেখাটি খুব বড়, ছোট করুন', en: 'The text is too long, shorten it' },
  invalid_number: { bn: 'সঠিক সংখ্যা দিন', en: 'Enter a valid number' },
  invalid_amount: {
    bn: 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)',
    en: 'Enter a valid amount (digits only, up to two decimals)',
  },
  amount_too_large: { bn: 'পরিমাণটি খুব বড়', en: 'The amount is too large' },
  first_name_required: { bn: 'প্রথম নাম প্রয়োজন', en: 'First name is required' },
  last_name_required: { bn: 'শেষ নাম প্রয়োজন', en: 'Last name is required' },
  email_required: { bn: 'ইমেইল প্রয়োজন', en: 'Email is required' },
  email_invalid: { bn: 'সঠিক ইমেইল দিন', en: 'Enter a valid email' },
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
  code_required: { bn: 'কোডটি লিখুন', en: 'Enter the code' },
  passwords_differ: {
    bn: 'নতুন পাসওয়ার্ড এবং নিশ্চিতকরণ পাসওয়ার্ড মিলছে না',
    en: 'The new password and its confirmation do not match',
  },
  username_required: { bn: 'ইউজারনেম প্রয়োজন', en: 'Username is required' },
  terms_required: { bn: 'আপনাকে শর্তাবলী মেনে নিতে হবে', en: 'You must accept the terms' },
  service_required: { bn: 'সার্ভিস বেছে নিন', en: 'Choose a service' },
  sub_type_required: { bn: 'সার্ভিসের ধরন বেছে নিন', en: 'Choose a sub-type' },
  number_required: { bn: 'নম্বরটি লিখুন', en: 'Enter the number' },
  number_digits: { bn: 'শুধু সংখ্যা লিখুন, সর্বোচ্চ ১৭টি', en: 'Digits only, at most 17' },
  name_required: { bn: 'নাম লিখুন', en: 'Enter the name' },
  nid_pair: {
    bn: 'একটি ১০ ডিজিটের ও একটি ১৭ ডিজিটের এনআইডি নম্বর লিখুন। উদাহরণ: ১০ ডিজিট: ১২৩৪৫৬৭৮৯০, ১৭ ডিজিট: ১৯৯০১২৩৪৫৬৭৮৯০১২৩',
    en: 'Enter one 10-digit and one 17-digit NID number. Example: 10-digit: 1234567890, 17-digit: 19901234567890123',
  },
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
  nid_digits: { bn: 'এনআইডি নম্বর শুধু সংখ্যায় লিখুন', en: 'The NID number can only have digits' },
  digits_only: { bn: 'শুধু সংখ্যা লিখুন', en: 'Digits only' },
  birth_certificate_digits: {
    bn: 'জন্ম নিবন্ধন নম্বর শুধু সংখ্যায় লিখুন',
    en: 'The birth certificate number can only have digits',
  },
  barcode_series: {
    bn: 'বারকোডের সিরিজ AEMA, IRIA, ERRD, DMIQ বা DZIH হতে হবে',
    en: 'The barcode series must be AEMA, IRIA, ERRD, DMIQ or DZIH',
  },
  out_of_range: { bn: 'সংখ্যাটি সীমার বাইরে', en: 'The number is out of range' },
  too_many: { bn: 'সংখ্যায় খুব বেশি, কমিয়ে দিন', en: 'Too many, enter fewer' },
} as const satisfies Record<string, Record<Language, string>>;

export type FieldMessageKey = keyof typeof fieldMessages;

export function fieldMessage(key: string, language: Language): string {
  return key in fieldMessages
    ? fieldMessages[key as FieldMessageKey][language]
    : fieldMessages.invalid[language];
}
