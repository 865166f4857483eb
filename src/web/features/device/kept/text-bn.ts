// Bengali texts about keeping data on the device.
import type { Wording } from '../../../text/wording.ts';

export const keptBn = {
  title: 'ইন্টারনেট ছাড়াও দেখুন',
  hint: 'শেষ দেখা তালিকা, ব্যালেন্স আর খোলা কাগজ এই ডিভাইসে তালাবদ্ধ থাকবে। লগআউট করলে সব মুছে যায়। অন্যের ডিভাইসে চালু করবেন না।',
  start: 'এই ডিভাইসে রাখুন',
  stop: 'ডিভাইস থেকে মুছুন',
  on: 'চালু আছে। এখনো কোনো কাগজ রাখা হয়নি।',
  onWith: (count: string) => `চালু আছে। ${count}টি কাগজ এই ডিভাইসে আছে।`,
  full: 'ডিভাইসে জায়গা নেই, তাই নতুন কিছু রাখা যাচ্ছে না। পোর্টাল আগের মতোই চলবে।',
  impossible: 'এই ব্রাউজারে কিছু রাখা যায় না; হয়তো এটি প্রাইভেট উইন্ডো। পোর্টাল আগের মতোই চলবে।',
  pin: 'ডিভাইসে রাখুন',
  onDevice: 'ডিভাইসে আছে',
  unpin: 'ডিভাইস থেকে সরান',
  pinned: 'কাগজটি এই ডিভাইসে রাখা হয়েছে',
  pinFailed: 'কাগজটি রাখা যায়নি',
  send: 'কাগজটি পাঠান',
  sendFailed: 'কাগজটি পাঠানো যায়নি',
} as const;

export type KeptText = Wording<typeof keptBn>;
