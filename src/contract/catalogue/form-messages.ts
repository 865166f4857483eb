// Messages about an owner's form and answers to it. Separate from the other messages, which every first visit loads.

import { fieldMessage } from '../fields/field-messages.ts';
import type { Language } from '../language.ts';

export const formMessages = {
  digits_count: {
    bn: 'সংখ্যাটি যত ঘরের হওয়ার কথা তত ঘরের নয়',
    en: 'The number has the wrong number of digits',
  },
  paper_required: { bn: 'এই কাগজটি দিন', en: 'Attach this paper' },
  paper_photo_only: { bn: 'এখানে শুধু ছবি দিন', en: 'Only photos are accepted here' },
  paper_pdf_only: { bn: 'এখানে শুধু পিডিএফ দিন', en: 'Only PDFs are accepted here' },
  paper_too_large: {
    bn: 'ফাইলটি এখানকার সীমার চেয়ে বড়, ছোট একটি দিন',
    en: 'The file is too large, choose a smaller one',
  },
  paper_both_sides: { bn: 'দুই পিঠের ছবিই দিন', en: 'Add photos of both sides' },
  form_key: {
    bn: 'প্রতিটি ঘরের কোড আলাদা হতে হবে: ছোট হাতের ইংরেজি অক্ষর ও সংখ্যা',
    en: 'Each item needs its own code: lower-case English letters and digits',
  },
  form_label: {
    bn: 'প্রতিটি ঘরের নাম বাংলা ও ইংরেজি দুটিতেই লিখুন, সর্বোচ্চ ১২০ অক্ষর',
    en: 'Write each name in Bengali and in English, at most 120 characters',
  },
  form_condition: {
    bn: 'শর্তটি আগের কোনো ঘরের উপর হতে হবে, আর সেই ঘরে ওই উত্তর হতে পারে এমন',
    en: 'A condition must be about an earlier field and one of its possible answers',
  },
  form_choices: {
    bn: 'বেছে নেওয়ার ঘরে অন্তত দুটি আলাদা উত্তর দিন',
    en: 'A choice needs at least two different answers',
  },
  form_digits: {
    bn: 'সবচেয়ে কম সংখ্যাটি সবচেয়ে বেশির চেয়ে বড় হতে পারে না',
    en: 'The minimum digits cannot be more than the maximum',
  },
  form_both_sides: {
    bn: 'দুই পিঠের ছবি চাইলে অন্তত দুটি ফাইল নিতে দিন',
    en: 'Both sides need at least two files',
  },
  form_papers: {
    bn: 'সব কাগজ মিলিয়ে সর্বোচ্চ ১০টি ফাইল চাওয়া যায়',
    en: 'All papers together can ask for up to 10 files',
  },
  form_empty: { bn: 'অন্তত একটি ঘর বা কাগজ যোগ করুন', en: 'Add at least one field or paper' },
} as const satisfies Record<string, Record<Language, string>>;

export type FormMessageKey = keyof typeof formMessages;

export const formMessage = (key: string, language: Language): string =>
  Object.hasOwn(formMessages, key)
    ? formMessages[key as FormMessageKey][language]
    : fieldMessage(key, language);
