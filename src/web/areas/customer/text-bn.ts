// Bengali texts of the customer’s menu and dashboard.
import type { Wording } from '../../text/wording.ts';

export const customerBn = {
  shell: {
    services: 'সার্ভিস',
    portal: 'আমার পোর্টাল',
    home: 'প্রথম পাতা',
    dashboard: 'ড্যাশবোর্ড',
    newNid: 'নতুন এনআইডি',
    newOrder: 'নতুন অর্ডার',
    myOrders: 'আমার অর্ডার',
    myFiles: 'আমার ফাইল',
    sharing: 'কে দেখতে পারে',
    recharge: 'রিচার্জ ও লেনদেন',
    account: 'আমার অ্যাকাউন্ট',
    logout: 'লগআউট',
    collapse: 'মেনু ছোট করুন',
    expand: 'মেনু বড় করুন',
    openMenu: 'মেনু খুলুন',
    menu: 'প্রধান মেনু',
    userMenu: 'অ্যাকাউন্ট মেনু',
    footer: 'নথিপত্র সরকারি প্রতিষ্ঠান নয়। তৈরি কপি শুধু তথ্য জানার জন্য।',
  },
  dashboard: {
    recharge: 'রিচার্জ করুন',
    greeting: (name: string) => `স্বাগতম, ${name}`,
    orders: 'মোট অর্ডার',
    selfServices: 'মোট স্বয়ংক্রিয় সার্ভিস',
    versusLastMonth: 'গত মাসের তুলনায়',
    lastOrder: 'শেষ অর্ডার',
    lastSelfService: 'শেষ সার্ভিস',
    never: 'এখনো নেই',
    overviewFailed: 'ডেটা লোড করতে সমস্যা হয়েছে',
    services: 'সার্ভিস ও দাম',
    priceFrom: (price: string) => `${price} থেকে`,
    serviceCount: (count: string) => `মোট ${count}টি সার্ভিস`,
    servicesFailed: 'সার্ভিস ডেটা লোড করতে সমস্যা হয়েছে',
    noServices: 'কোন সার্ভিস পাওয়া যায়নি',
    servicesLater: 'ইন্টারনেট এলে সার্ভিসের তালিকা দেখা যাবে',
    noServicesHint: 'একটু পরে আবার দেখুন',
    on: 'চালু',
    off: 'বন্ধ',
    ip: 'আপনার আইপি ঠিকানা',
    quick: 'কী করতে চান?',
  },
} as const;

export type CustomerText = Wording<typeof customerBn>;
