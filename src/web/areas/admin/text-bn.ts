// Bengali texts of the back office’s menu and dashboard.
import type { Wording } from '../../text/wording.ts';

export const adminBn = {
  shell: {
    rolesChanged: (names: string) => `আপনার দায়িত্ব বদলানো হয়েছে। এখন: ${names}`,
    overview: 'সারসংক্ষেপ',
    orders: 'অর্ডার',
    people: 'ব্যবহারকারী',
    dashboard: 'ড্যাশবোর্ড',
    allOrders: 'সব অর্ডার',
    pendingOrders: 'অপেক্ষমাণ অর্ডার',
    completedOrders: 'সম্পন্ন অর্ডার',
    users: 'ব্যবহারকারী',
    activity: 'কার্যকলাপের লগ',
    home: 'প্রথম পাতা',
    collapse: 'মেনু ছোট করুন',
    expand: 'মেনু বড় করুন',
    openMenu: 'মেনু খুলুন',
    menu: 'প্রধান মেনু',
    userMenu: 'অ্যাকাউন্ট মেনু',
    account: 'আমার অ্যাকাউন্ট',
    logout: 'লগআউট',
    footer: 'নথিপত্র — দপ্তর',
  },
  dashboard: {
    title: 'ড্যাশবোর্ড',
    users: 'মোট গ্রাহক',
    orders: 'মোট অর্ডার',
    pending: 'অপেক্ষমাণ অর্ডার',
    todayDeposit: 'আজকের জমা',
    totalBalance: 'সব ওয়ালেটের ব্যালেন্স',
    versusLastMonth: 'গত মাসের তুলনায়',
    nothingLastMonth: 'গত মাসে কিছু ছিল না',
    spendable: 'গ্রাহকেরা খরচ করতে পারেন',
    held: 'অর্ডারের জন্য জমা রাখা',
    balanceGrowth: (percent: string) => `ব্যালেন্স গত ৩০ দিনে ${percent}`,
    failed: 'ডেটা লোড করতে সমস্যা হয়েছে',
    recent: 'নতুন গ্রাহক',
    recentEmpty: 'এখনো কোনো গ্রাহক নেই',
    recentFailed: 'গ্রাহকের তালিকা আনা যায়নি',
    allUsers: 'সবাইকে দেখুন',
    goPending: 'কাজ শুরু করুন',
    seePending: 'তালিকা দেখুন',
  },
} as const;

export type AdminText = Wording<typeof adminBn>;
