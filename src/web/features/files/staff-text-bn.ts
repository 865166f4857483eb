// Bengali texts of the list of all copies, for staff.
import type { Wording } from '../../text/wording.ts';

export const filesStaffBn = {
  title: 'স্বয়ংক্রিয় সার্ভিসের ইতিহাস',
  hint: 'পোর্টালে তৈরি সব তথ্য কপি, নতুনগুলো আগে',
  search: 'নাম বা নম্বর',
  columns: {
    user: 'ব্যবহারকারী',
    type: 'ধরন',
    name: 'পুরো নাম',
    number: 'এনআইডি/জন্ম নিবন্ধন নম্বর',
    charge: 'দাম',
    balance: 'এরপর ব্যালেন্স',
    date: 'সময়',
  },
  noBalance: 'জানা নেই',
  empty: 'এখনো কোনো কপি তৈরি হয়নি',
  emptySearch: 'কোনো কপি পাওয়া যায়নি',
  failed: 'কপির তালিকা আনা যায়নি',
} as const;

export type FilesStaffText = Wording<typeof filesStaffBn>;
