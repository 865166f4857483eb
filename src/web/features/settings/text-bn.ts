// Bengali texts of the back office about the shop itself: settings.

import { settingFields, settingGroups, weekdayNames } from '#contract/audit-log/detail-words.ts';
import type { Wording } from '../../text/wording.ts';

export const shopBn = {
  settings: {
    title: 'সেটিংস',
    hint: 'যা বদলাবেন তা সাথে সাথে চালু হয়, পোর্টাল বন্ধ করতে হয় না। যা নিরাপত্তা কমায় তা আরেকজন মালিকের অনুমোদন বা এক দিনের অপেক্ষায় থাকে।',
    failed: 'সেটিংস আনা যায়নি',
    saveFailed: 'সংরক্ষণ করা যায়নি',
    saved: 'সংরক্ষণ হয়েছে, এখন থেকেই চালু',
    readOnly: 'আপনি দেখতে পারেন, বদলাতে পারেন শুধু মালিক।',
    unchanged: 'কিছু বদলানো হয়নি',
    never: 'এখনো বদলানো হয়নি',
    changed: (name: string, when: string) => `${name} বদলেছেন, ${when}`,
    undo: 'যেমন ছিল',
    historyOf: (name: string) => `${name}: আগের বদল`,
    history: 'আগের বদল',
    historyEmpty: 'এই অংশ এখনো বদলানো হয়নি',
    historyFailed: 'আগের বদলগুলো আনা যায়নি',
    before: 'আগে',
    after: 'পরে',
    nothing: '(ফাঁকা)',
    waits: 'এই বদল অপেক্ষায় আছে',
    pending: {
      asked: (name: string, when: string) => `${name} বদলাতে চেয়েছেন, ${when}`,
      second: 'আরেকজন মালিক অনুমোদন করলে চালু হবে। ততক্ষণ আগেরটিই চলবে।',
      due: (when: string) => `কেউ ফিরিয়ে না নিলে ${when} চালু হবে। ততক্ষণ আগেরটিই চলবে।`,
      approve: 'অনুমোদন করুন',
      takeBack: 'ফিরিয়ে নিন',
      refuse: 'নাকচ করুন',
      approved: 'অনুমোদন হয়েছে, এখন থেকেই চালু',
      closed: 'বদলটি বাতিল হয়েছে',
      failed: 'কাজটি করা যায়নি',
    },
    conflict: {
      text: (name: string) => `আপনি লেখার সময় ${name} এই অংশ বদলেছেন। আপনার লেখা এখানেই আছে।`,
      someone: 'অন্য কেউ',
      take: 'নতুনটি নিন',
      keep: 'আমারটি রাখুন',
    },
    groups: {
      shop: { name: settingGroups.bn.shop, hint: 'প্রতিটি তথ্য কপিতে প্রস্তুতকারী হিসেবে ছাপা হয়।' },
      contact: { name: settingGroups.bn.contact, hint: 'প্রথম পাতার নিচে দেখানো হয়।' },
      announcement: {
        name: settingGroups.bn.announcement,
        hint: 'লগইন করা সব গ্রাহক পাতার উপরে দেখেন। ফাঁকা রাখলে কিছু দেখায় না।',
      },
      opening: { name: settingGroups.bn.opening, hint: 'বন্ধের দিন অর্ডারের শেষ সময়ের হিসাবে ধরা হয় না।' },
      money: {
        name: settingGroups.bn.money,
        hint: 'একজন কর্মী এক দিনে মোট এর বেশি নগদ, বা একজন গ্রাহকের জন্য এর বেশি, একা লেনদেন করতে পারেন না।',
      },
      security: { name: settingGroups.bn.security, hint: 'লগইনের মেয়াদ নতুন লগইন থেকে চালু হয়।' },
      retention: { name: settingGroups.bn.retention, hint: 'এরপর ফাইল ও পড়া তথ্য মুছে যায়।' },
      mail: { name: settingGroups.bn.mail, hint: 'পোর্টালের সব চিঠি এই নামে যায়।' },
    },
    fields: settingFields.bn,
    hints: {
      opens: 'যেমন ০৯:৩০; সব সময় খোলা থাকলে ফাঁকা রাখুন',
      holidays: 'এক লাইনে একটি তারিখ, যেমন ১৬-১২-২০২৬',
      sender: 'যেমন: আমার দোকান <shop@example.com>',
      remembered_days: '১ থেকে ৩০',
      brief_hours: '১ থেকে ২৪',
    },
    weekdays: weekdayNames.bn,
    on: 'হ্যাঁ',
    off: 'না',
    logo: {
      name: 'লোগো',
      hint: 'পোর্টালের উপরে দেখানো হয়, কোনো কাগজে ছাপা হয় না। জেপিজি বা পিএনজি, সর্বোচ্চ ৫ এমবি।',
      alt: 'দোকানের লোগো',
      choose: 'ছবি বেছে নিন',
      remove: 'লোগো সরান',
      removeTitle: 'লোগো সরাবেন?',
      removeText: 'পোর্টালের নিজের চিহ্ন আবার দেখানো হবে।',
      saved: 'লোগো বদলেছে',
      failed: 'লোগো বদলানো যায়নি',
    },
  },
} as const;

export type ShopText = Wording<typeof shopBn>;
