// Bengali texts of what is kept on the device.
import type { Wording } from '../../text/wording.ts';

export const deviceBn = {
  install: {
    action: 'অ্যাপ হিসেবে ফোনে রাখুন',
    onIphone: 'নিচের “শেয়ার” বোতামে চাপুন, তারপর “হোম স্ক্রিনে যোগ করুন” বেছে নিন।',
  },
  release: { newer: 'পোর্টালের নতুন সংস্করণ এসেছে।', later: 'পরে' },
  keeping: {
    title: 'ইন্টারনেট ছাড়াও দেখুন',
    hint: 'শেষ দেখা তালিকা, ব্যালেন্স আর খোলা কাগজ এই ফোনে তালাবদ্ধ থাকবে। লগআউট করলে সব মুছে যায়। অন্যের ফোনে চালু করবেন না।',
    start: 'এই ফোনে রাখুন',
    stop: 'ফোন থেকে মুছুন',
    on: 'চালু আছে। এখনো কোনো কাগজ রাখা হয়নি।',
    onWith: (count: string) => `চালু আছে। ${count}টি কাগজ এই ফোনে আছে।`,
    full: 'ফোনে জায়গা নেই, তাই নতুন কিছু রাখা যাচ্ছে না। পোর্টাল আগের মতোই চলবে।',
    impossible: 'এই ব্রাউজারে কিছু রাখা যায় না; হয়তো এটি প্রাইভেট উইন্ডো। পোর্টাল আগের মতোই চলবে।',
    pin: 'ফোনে রাখুন',
    onDevice: 'ফোনে আছে',
    unpin: 'ফোন থেকে সরান',
    pinned: 'কাগজটি এই ফোনে রাখা হয়েছে',
    pinFailed: 'কাগজটি রাখা যায়নি',
    send: 'কাগজটি পাঠান',
    sendFailed: 'কাগজটি পাঠানো যায়নি',
  },
} as const;

export type DeviceText = Wording<typeof deviceBn>;
