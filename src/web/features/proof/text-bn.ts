// Bengali texts of the page about what is proven.
import type { Wording } from '../../text/wording.ts';

export const proofBn = {
  title: 'যা কথা দিই, আর তার প্রমাণ',
  intro:
    'পোর্টালটি আপনার টাকা ও তথ্য নিয়ে ২৮টি কথা দেয়। প্রতিটির জন্য ইচ্ছা করে ভুল ঘটিয়ে দেখা হয় কথাটি টেকে কি না। এখানে শুধু তা-ই দেখানো হয়, যা সত্যিই চালানো হয়েছে।',
  standing: {
    proven: 'প্রমাণিত',
    partly: 'আংশিক প্রমাণিত',
    broken: 'টেকেনি',
    unproven: 'এখনো প্রমাণিত নয়',
  },
  count: (standing: string, count: string) => `${standing}: ${count}`,
  older: 'এই পরীক্ষাগুলো প্রোগ্রামের আগের অবস্থায় চালানো; এরপর প্রোগ্রামটি বদলেছে।',
  olderRow: 'আগের অবস্থায় চালানো',
  notRun: 'এর কোনো পূর্ণ পরীক্ষা এখনো চালানো হয়নি।',
  missing: (what: string) => `এখনো দেখানো হয়নি: ${what}`,
  tests: 'পরীক্ষা',
  testsHeld: (count: string) => `${count}টি`,
  ran: 'চালানো',
  release: 'সংস্করণ',
  commit: 'কোডের চিহ্ন',
  seed: 'এলোমেলো সংখ্যার বীজ',
  counts: {
    repetitions: 'ঘটানো ভুল',
    cuts: 'কাটা সংযোগ',
    kills: 'জোর করে থামানো',
    interrupted: 'মাঝপথে থামা কাজ',
    taken: 'পেমেন্ট মাধ্যম যা নিয়েছে',
    credited: 'ওয়ালেটে জমা',
    lost: 'হারিয়েছে',
    doubled: 'দুবার হয়েছে',
    calls: 'অনুরোধ',
    refused: 'নেওয়া হয়নি',
    serverErrors: 'সার্ভারের ভুল',
    changedRows: 'বদলে যাওয়া সারি',
    files: 'বিকৃত ফাইল',
    crashes: 'ভেঙে পড়া',
    schedules: 'এলোমেলো পালা',
    failures: 'ব্যর্থ',
    flows: 'কাজের ধারা',
    clocks: 'ভুল ঘড়ি',
    restarts: 'থামিয়ে চালু',
    samples: 'মাপ',
    forged: 'নকল ফেরত',
    altered: 'বদলানো উত্তর',
  },
} as const;

export type ProofText = Wording<typeof proofBn>;
