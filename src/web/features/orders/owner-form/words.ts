// The texts of owners' forms, in both languages: a preview may be in a language other than the screen's.
import type { Language } from '#contract/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import type { Wording } from '../../../text/wording.ts';

const bn = {
  title: 'আপনার দেওয়া তথ্য',
  failed: 'ফরমটি আনা যায়নি',
  none: 'কোনো তথ্য দেওয়া হয়নি',
  nidShort: 'এনআইডি',
  nid: (name: string) => `${name}: এনআইডি নম্বর (ইচ্ছা হলে)`,
  yes: 'হ্যাঁ',
  no: 'না',
  choose: 'একটি বেছে নিন',
  takes: { photo: 'ছবি', pdf: 'পিডিএফ', both: 'ছবি বা পিডিএফ' },
  bothSides: 'দুই পিঠই লাগবে।',
  paper: (kind: string, most: string, megabytes: string) =>
    `${kind}, সর্বোচ্চ ${most}টি, প্রতিটি ${megabytes} এমবি পর্যন্ত।`,
};
const en: Wording<typeof bn> = {
  title: 'Your answers',
  failed: 'The form could not be loaded',
  none: 'Nothing was answered',
  nidShort: 'NID',
  nid: (name: string) => `${name}: NID number (optional)`,
  yes: 'Yes',
  no: 'No',
  choose: 'Choose one',
  takes: { photo: 'Photos', pdf: 'PDFs', both: 'Photos or PDFs' },
  bothSides: 'Both sides are needed.',
  paper: (kind: string, most: string, megabytes: string) =>
    `${kind}, at most ${most}, up to ${megabytes} MB each.`,
};

export const ownerFormWords: Readonly<Record<Language, Wording<typeof bn>>> = { bn, en };
export const useOwnerFormWords = () => ownerFormWords[useLanguage()];
