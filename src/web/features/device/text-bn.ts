// Bengali texts of the installed portal.
import type { Wording } from '../../text/wording.ts';

export const deviceBn = {
  install: {
    action: 'অ্যাপ হিসেবে রাখুন',
    onIphone: 'নিচের “শেয়ার” বোতামে চাপুন, তারপর “হোম স্ক্রিনে যোগ করুন” বেছে নিন।',
  },
  release: { newer: 'পোর্টালের নতুন সংস্করণ এসেছে।', later: 'পরে' },
  offline: {
    comesBack: 'ইন্টারনেট নেই। ফিরলে নিজে থেকেই আসবে।',
    advice: 'ইন্টারনেট ছাড়াও তালিকা, ব্যালেন্স আর কাগজ দেখতে চান?',
    adviceLink: 'কীভাবে এই ডিভাইসে রাখবেন',
  },
} as const;

export type DeviceText = Wording<typeof deviceBn>;
