// Bengali texts of snoozing orders.
import type { Wording } from '../../../text/wording.ts';

export const snoozeBn = {
  later: 'পরে দেখব',
  wake: 'এখনই ফেরান',
  woken: 'অর্ডারটি আবার তালিকায় এসেছে',
  wakeFailed: 'অর্ডারটি ফেরানো যায়নি',
  title: (id: string) => `অর্ডার ${id}: কখন দেখবেন?`,
  hint: 'ততক্ষণ অর্ডারটি অপেক্ষার তালিকায় থাকবে না, ‘পরে দেখব’ অংশে থাকবে। গ্রাহক কিছু জানবেন না।',
  when: 'কখন ফিরবে',
  presets: {
    hour: '১ ঘণ্টা পরে',
    today: 'আজ বিকাল ৪টায়',
    tomorrow: 'কাল সকাল ৯টায়',
    other: 'অন্য সময়',
  },
  day: 'তারিখ',
  time: 'সময়',
  dayMissing: 'তারিখটি লিখুন, যেমন ২৫-১১-২০২৬',
  past: 'সময়টি পেরিয়ে গেছে',
  far: 'সাত দিনের বেশি রাখা যায় না',
  reason: 'কারণ',
  beyondDue: (due: string) => `কাজটি ${due}-এর মধ্যে দেওয়ার কথা। এত দেরিতে ফিরলে গ্রাহককে দেওয়া কথা রাখা যাবে না।`,
  submit: 'সরিয়ে রাখুন',
  done: (when: string) => `সরিয়ে রাখা হয়েছে, ফিরবে ${when}`,
  failed: 'অর্ডারটি সরিয়ে রাখা যায়নি',
  line: (when: string) => `পরে দেখব: ফিরবে ${when}`,
  tomorrow: (time: string) => `কাল ${time}`,
  empty: 'পরে দেখার জন্য কিছু সরানো নেই',
  timeline: {
    snooze: 'পরে দেখার জন্য সরানো হয়েছে',
    wake: 'সময়ের আগেই ফেরানো হয়েছে',
    until: (when: string) => `ফিরবে ${when}`,
  },
};

export type SnoozeText = Wording<typeof snoozeBn>;
